import type { Account } from "../../account/account";
import { requireNewId } from "../../account/new-id";
import { writeOnce } from "../../account/unconfirmed-write";
import type { CampaignRow, NewCampaign } from "../../api/campaign";
import { create } from "../../api/collection";
import { EmailMarketingError, unlessOwnError } from "../../errors/error";
import { asId, quoted } from "../../errors/redact";
import { finding, labelled, type NamedFinding } from "../../input/finding";
import { isAlike } from "../../plain/text";
import { campaignsOf } from "../campaigns/campaign-cache";
import { type CampaignProps, sentFields, wireValue } from "./props";

interface Draft {
  readonly id: string;
  /** True if the create got no response and the draft was found in the list, so the draft's content isn't known. */
  readonly isFoundInList: boolean;
  readonly row?: CampaignRow | undefined;
  /**
   * The error if the service shows the new campaign as something other than a draft. The update must then create no
   * further campaigns.
   */
  readonly problem?: EmailMarketingError | undefined;
}

/**
 * Creates a draft. If the create gets no response and campaigns can be read, the list shows whether the draft exists.
 */
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
  // With the specified operations, no request shows whether a create without a response was carried out.
  if (!account.settings.isExtended) return requireNew(await write());
  const campaigns = campaignsOf(account);
  const { name } = props;
  // Runs one create per name at a time, so that each create sees the drafts that earlier creates made.
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
  // The first create runs alone, to verify that the service creates campaigns as drafts.
  const first = await account.createLocks("first Campaign", async () =>
    account.perAccount(newFirst).isConfirmed ? undefined : createWithLock(),
  );
  return first ?? createWithLock();
}

async function newCampaign(props: CampaignProps): Promise<NewCampaign> {
  const { name, subject, sender, extraFields } = props;
  const body: Record<string, unknown> = { ...extraFields?.create };
  for (const field of sentFields.filter(({ onlyUpdated }) => !onlyUpdated)) {
    // An undeclared input isn't sent, not even as an empty text, so that the service decides its value.
    if (props[field.name] !== undefined) body[field.wire] = await wireValue(field, props);
  }
  const from = { sender_email: sender.email, sender_name: sender.name };
  return { ...body, name, subject, sender: from };
}

/** The result of the first Campaign that this process creates in the account. */
interface First {
  isConfirmed: boolean;
  /** The id of a campaign that was created without a date, although the service shows it as scheduled or sent. */
  mailed?: string;
}

const newFirst = (): First => ({ isConfirmed: false });

/**
 * Fails if the service has scheduled or sent a campaign that was created without a date. The service may then also send
 * the next new campaign.
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

/** The finding about a campaign that was created without a date, although the service schedules or sends it. */
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
 * Reads the new draft by one search for its name. If the search shows a new draft only under another id, the create
 * stays unconfirmed. The id of the response may then belong to somebody else's campaign.
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
 * The ids of the campaigns with this name before the create. If they can't be read, returns undefined, and the create
 * goes on.
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
    // Repeats the create only if the list has shown other drafts. A list that hides drafts would also hide the new
    // draft.
    async repeats() {
      const all = await campaigns.all().catch(unlessOwnError);
      return all !== undefined && !all.some(isNew) && campaigns.hasShownDraft();
    },
    ignoresFailedLookUps: true,
    deadlineMs: settings.value("deadlineSeconds") * 1000,
  });
}

/** True for a draft with this name. Ignores differences in spelling, because the service may change them. */
function isDraft(row: CampaignRow, name: string): boolean {
  return row.status === "draft" && isAlike(row.name, name);
}
