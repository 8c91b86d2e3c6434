import type { Account } from "../../account/account";
import { requireNewId } from "../../account/new-id";
import { writeOnce } from "../../account/unconfirmed-write";
import type { NewCampaign } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { create } from "../../api/collection";
import { EmailMarketingError, unlessOwnError } from "../../errors/error";
import { asId, quoted } from "../../errors/redact";
import { finding, labelled, type NamedFinding } from "../../input/finding";
import { isAlike } from "../../input/spelling";
import { campaignsOf } from "../campaigns/campaign-cache";
import { type CampaignProps, sentFields, wireValue } from "./props";

interface Draft {
  readonly id: string;
  /** True if the create's response was lost and the draft was found in the list, so that its content isn't known. */
  readonly isFoundInList: boolean;
  readonly row?: CampaignRow | undefined;
  /**
   * Set if the service shows the new campaign as something other than a draft, so that no further one may be created.
   */
  readonly problem?: EmailMarketingError | undefined;
}

/** Creates a draft. If the response is lost and campaigns can be read, the list shows whether the draft exists. */
export async function newDraft(account: Account, props: CampaignProps): Promise<Draft> {
  const body = await newCampaign(props);
  const write = async (): Promise<Draft> => ({
    id: (await create(account.main, "createCampaign", body)).id,
    isFoundInList: false,
  });
  const requireNew = (made: Draft) => {
    requireNewId(account, "Campaign", made.id);
    return made;
  };
  // No specified operation shows whether a create without a response was carried out.
  if (!account.settings.isExtended) return requireNew(await write());
  const campaigns = campaignsOf(account);
  const { name } = props;
  // One create per name at a time, so that each reads the drafts that the others created.
  const createWithLock = () =>
    account.createLocks(`Campaign ${name.trim().toLowerCase()}`, async () => {
      requireDrafts(account, props);
      const before = await idsBefore(account, name);
      const made = await (before ? createdOnce(account, name, { before, write }) : write());
      if (!made.isFoundInList) {
        requireNew(made);
        const row = await readNew(account, { id: made.id, name, before });
        campaigns.manage(made.id, name);
        return withReading(account, { id: made.id, row }, props);
      }
      campaigns.manage(made.id, name);
      return made;
    });
  // The first create runs alone, to check that the service creates drafts.
  const first = await account.createLocks("first Campaign", async () =>
    account.perAccount(newFirst).isConfirmed ? undefined : createWithLock(),
  );
  return first ?? createWithLock();
}

async function newCampaign(props: CampaignProps): Promise<NewCampaign> {
  const { name, subject, sender, extraFields } = props;
  const body: Record<string, unknown> = { ...extraFields?.create };
  for (const field of sentFields.filter(({ onlyUpdated }) => !onlyUpdated)) {
    // Undeclared inputs are left to the service, so they are not sent as empty either.
    if (props[field.name] !== undefined) body[field.wire] = await wireValue(field, props);
  }
  const from = { sender_email: sender.email, sender_name: sender.name };
  return { ...body, name, subject, sender: from };
}

/** The result of the first create of a Campaign in this process and account. */
interface First {
  isConfirmed: boolean;
  /** The id of a campaign that was created without a date, but is scheduled or sent. */
  mailed?: string;
}

const newFirst = (): First => ({ isConfirmed: false });

/**
 * Fails once the service has sent or scheduled a campaign without a date, because each further one may be sent, too.
 */
function requireDrafts(account: Account, { ignoreChecks = [] }: CampaignProps): void {
  const { mailed } = account.perAccount(newFirst);
  if (mailed === undefined || ignoreChecks.includes("campaign-not-draft")) return;
  const problem = `not created, because the service may mail it: campaign ${mailed}, which this update created without a date, is no draft in the service.`;
  throw new EmailMarketingError(
    "conflict",
    labelled(finding("error", "campaign-not-draft", problem)),
  );
}

/** The finding about a campaign that was created without a date, but that the service schedules or sends. */
export function isNotDraft(status: string): NamedFinding {
  const problem = `the campaign was created without a date, and right after that the service had it as ${quoted(status)} instead of a draft: it may be mailed, or was mailed already. Look at it in the service's web app. Another pulumi up may mail another new Campaign. To go on nevertheless, add "campaign-not-draft" to the ignoreChecks of this Campaign and of every new one.`;
  return finding("error", "campaign-not-draft", problem);
}

interface Created {
  readonly id: string;
  readonly name: string;
  readonly before: ReadonlySet<string> | undefined;
}

/**
 * Reads the new draft by one search for its name. The create stays unconfirmed if the search shows a new draft only
 * under another id, because the id of the response may be that of somebody else's campaign.
 */
async function readNew(
  account: Account,
  { id, name, before }: Created,
): Promise<CampaignRow | undefined> {
  const campaigns = campaignsOf(account);
  const rows = await campaigns.searchedAtOnce(name);
  const row = rows.find((one) => one.id === id && isAlike(one.name, name));
  const isNew = (one: CampaignRow) =>
    isDraft(one, name) && before?.has(one.id) === false && !campaigns.isManaged(one.id);
  const others = rows.filter(isNew);
  if (row !== undefined || others.length === 0) return row;
  const ids = others.map((one) => asId(one.id)).join(", ");
  const problem = `the service gave the new campaign the id ${asId(id)}, but shows no campaign with this name under that id, and a new draft with this name under ${ids}.`;
  throw new EmailMarketingError("unexpected-reply", problem, { sent: "maybe" });
}

async function withReading(
  account: Account,
  { id, row }: Pick<Draft, "id" | "row">,
  props: CampaignProps,
): Promise<Draft> {
  const first = account.perAccount(newFirst);
  first.isConfirmed = true;
  const made = { id, isFoundInList: false, row };
  const status = row === undefined ? "draft" : row.status;
  const isIgnored = props.ignoreChecks?.includes("campaign-not-draft");
  if (status === "draft" || isIgnored) return made;
  if (!["scheduled", "processing", "finished"].includes(status)) {
    account.warnOnce(
      `Campaign ${quoted(props.name)}: the service has the new campaign ${asId(id)} as ${quoted(status)} instead of a draft.`,
    );
    return made;
  }
  first.mailed = id;
  const problem = new EmailMarketingError("conflict", labelled(isNotDraft(status)));
  return { ...made, problem };
}

/**
 * The ids of the campaigns with this name before the create. Undefined if they can't be read, which doesn't prevent
 * the create.
 */
async function idsBefore(account: Account, name: string): Promise<Set<string> | undefined> {
  const { warnOnce } = account;
  const campaigns = campaignsOf(account);
  const rows = await campaigns.named(name).catch(unlessOwnError);
  if (rows === undefined) return undefined;
  const others = rows.filter((row) => isDraft(row, name) && !campaigns.isManaged(row.id));
  if (others.length > 0) {
    const ids = others.map(({ id }) => asId(id)).join(", ");
    warnOnce(
      `Campaign ${quoted(name)}: the account already has a draft with this name (${ids}), and another one is created. If it is left from an update that was interrupted, delete it in the service's web app.`,
    );
  }
  return new Set(rows.map(({ id }) => id));
}

function createdOnce(
  account: Account,
  name: string,
  { before, write }: { before: ReadonlySet<string>; write: () => Promise<Draft> },
): Promise<Draft> {
  const { settings, warnOnce } = account;
  const campaigns = campaignsOf(account);
  const isNew = (row: CampaignRow) =>
    isDraft(row, name) && !before.has(row.id) && !campaigns.isManaged(row.id);
  return writeOnce<Draft>({
    write,
    async lookUp() {
      const found = (await campaigns.named(name)).filter(isNew);
      if (found.length > 1) {
        const ids = found.map(({ id }) => asId(id)).join(", ");
        const why = `the reply to the create was lost, and more than one draft with this name has appeared since (${ids}).`;
        throw new EmailMarketingError("conflict", why, { sent: "maybe" });
      }
      const [draft] = found;
      if (!draft) return undefined;
      warnOnce(
        `Campaign ${quoted(name)}: the reply to its create was lost. The draft ${asId(draft.id)}, which has appeared since, was adopted, and all declared inputs were sent to it.`,
      );
      return { id: draft.id, isFoundInList: true };
    },
    // Only repeat if the list has shown drafts, because a list or search that hides drafts would also hide this one.
    async repeats() {
      const all = await campaigns.all().catch(unlessOwnError);
      return all !== undefined && !all.some(isNew) && campaigns.hasShownDraft();
    },
    ignoresFailedLookUps: true,
    deadlineMs: settings.value("deadlineSeconds") * 1000,
  });
}

/** True for a draft with this name. Spelling is ignored, because the service may change it. */
function isDraft(row: CampaignRow, name: string): boolean {
  return row.status === "draft" && isAlike(row.name, name);
}
