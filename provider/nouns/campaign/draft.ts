import type { Account } from "../../account/account";
import { statusOf } from "../../account/campaign-status";
import { writeOnce } from "../../account/unconfirmed-write";
import { createCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { isAlike } from "../../input/spelling";
import { newCampaign } from "./change";
import type { CampaignProps } from "./props";

/** A draft of this run. */
interface Draft {
  readonly id: string;
  /** True where its create was settled by the list: what the service has of it is not known. */
  readonly isTakenOver: boolean;
}

/** Creates a draft. Where the reply is lost and campaigns can be read, the list settles whether it exists. */
export async function newDraft(account: Account, props: CampaignProps): Promise<Draft> {
  const body = await newCampaign(props);
  const create = () => createCampaign(account.main, body);
  // No specified operation shows whether a lost create has made a draft.
  if (!account.settings.isExtended) return { id: await create(), isTakenOver: false };
  const { campaigns } = account;
  const { name } = props;
  // Each create reads what the others with its name have made.
  return account.oneByOne(`Campaign ${name.trim().toLowerCase()}`, async () => {
    const before = await idsBefore(account, name);
    const draft =
      before === undefined ? await create() : await createdOnce(account, { name, before, create });
    const made = typeof draft === "string" ? { id: draft, isTakenOver: false } : draft;
    campaigns.manage(made.id, name);
    return made;
  });
}

/** The ids under a name before its create; undefined where they can't be read, which doesn't keep it from being created. */
async function idsBefore(account: Account, name: string): Promise<Set<string> | undefined> {
  const { campaigns, notice } = account;
  const rows = await campaigns.named(name).catch(unlessFailed);
  if (rows === undefined) return undefined;
  const others = rows.filter((row) => isDraft(row, name) && !campaigns.isManaged(row.id));
  if (others.length > 0) {
    const ids = others.map(({ id }) => id).join(", ");
    notice(
      `Campaign "${name}": the account already has a draft with this name (${ids}), and another one is created. If it is left from an update that was interrupted, delete it in the service's web app.`,
    );
  }
  return new Set(rows.map(({ id }) => id));
}

interface Wanted {
  readonly name: string;
  /** The ids under the name before the create. */
  readonly before: ReadonlySet<string>;
  readonly create: () => Promise<string>;
}

async function createdOnce(account: Account, { name, before, create }: Wanted): Promise<Draft> {
  const { campaigns, settings, notice } = account;
  const isNew = (row: CampaignRow) =>
    isDraft(row, name) && !before.has(row.id) && !campaigns.isManaged(row.id);
  return writeOnce<Draft>({
    write: async () => ({ id: await create(), isTakenOver: false }),
    async lookUp() {
      const found = (await campaigns.named(name)).filter(isNew);
      if (found.length > 1) throw several(found);
      const [draft] = found;
      if (!draft) return undefined;
      notice(
        `Campaign "${name}": the reply to its create was lost. The draft ${draft.id}, which has appeared since, was adopted, and all declared inputs were sent to it.`,
      );
      return { id: draft.id, isTakenOver: true };
    },
    // A list that has shown no draft at all may hide this one, and so may a search.
    async repeats() {
      const all = await campaigns.all().catch(unlessFailed);
      return all !== undefined && !all.some(isNew) && campaigns.hasShownDraft();
    },
    staysUnconfirmed: true,
    deadlineMs: settings.value("deadlineSeconds") * 1000,
  });
}

/** A list that can't be read settles nothing, and fails nothing. */
function unlessFailed(error: unknown): undefined {
  if (error instanceof EmailMarketingError) return undefined;
  throw error;
}

/** Names that look alike are taken for the same: the service may spell one in its own way. */
function isDraft(row: CampaignRow, name: string): boolean {
  return statusOf(row) === "draft" && isAlike(row.name, name);
}

function several(found: readonly CampaignRow[]): EmailMarketingError {
  const ids = found.map(({ id }) => id).join(", ");
  return new EmailMarketingError(
    "conflict",
    `the reply to the create was lost, and more than one draft with this name has appeared since (${ids}).`,
    { sent: "maybe" },
  );
}
