import { isDeepStrictEqual } from "node:util";
import { type Account, requireNewId } from "../../account/account";
import { writeIdempotently } from "../../account/cache";
import { type BodyFields, create } from "../../api/call";
import { type CampaignRow, updateCampaign } from "../../api/campaign";
import { notSentReasons, pausedWords } from "../../email/date";
import { hasOtherAudience } from "../../email/recipients";
import { EmailMarketingError, ignoreOwnError } from "../../errors/error";
import { asId, quoted } from "../../errors/redact";
import { content, isSameContent, readContent } from "../../input/asset";
import { finding, isIgnored, type NamedFinding, withTag } from "../../input/finding";
import { changedExtraFields, extraFieldsSent, requireChangeable } from "../../lifecycle/check";
import { catchFailure, requireNone } from "../../lifecycle/failure";
import { type Lifecycle, type ObjectOf, retainedInAccount } from "../../lifecycle/lifecycle";
import { isAlike } from "../../plain/text";
import {
  campaignsOf,
  listedCampaign,
  withMissingCampaignAdvice,
} from "../campaign-shared/campaign-cache";
import { requireLists } from "../campaign-shared/lists";
import { campaignConflict } from "../campaign-shared/status";
import { campaignPreflight, guardChangedRecipients } from "./preflight";
import { type CampaignProps, campaignFields, inputsOfService, judgeCampaign } from "./props";
import {
  afterCreate,
  afterUpdate,
  type CampaignOutputs,
  inputsTaken,
  listCampaigns,
  readCampaign,
} from "./read";

export const campaignLifecycle: Lifecycle<CampaignProps, CampaignOutputs> = {
  kind: "Campaign",
  labelInput: "name",
  fields: campaignFields,
  outputs: { status: true, scheduledDate: "secret", __reading: true },
  preflightChecks: campaignPreflight,
  rules: judgeCampaign,
  emailRole: "content",
  emailSentBy(_at, { old, props }) {
    const extraFields = extraFieldsSent(old, props);
    // Only an existing or adopted campaign can have a date in the service. A finished campaign isn't sent again.
    const mayBeScheduled = old?.status !== "finished" && (old ?? props.existingId) !== undefined;
    if (!mayBeScheduled || !hasOtherAudience(old ?? {}, props)) {
      return { isSent: false, extraFields };
    }
    return {
      // The status in the state may be outdated, so `accountViolations` also asks the service for the campaign's date.
      isSent: old?.status === "scheduled",
      extraFields,
      accountViolations: (step) => guardChangedRecipients({ ...step, old: old ?? {}, props }),
    };
  },
  needsUpdate(_account, old, props) {
    const taken = inputsTaken(old, props);
    if (taken.length === 0) return undefined;
    return `${taken.join(", ")}: the program declares what was set in the service, so it is recorded, and not sent.`;
  },
  resendUnconfirmed: "updates",
  create: (account, props) =>
    props.existingId === undefined
      ? createDraft(account, props)
      : adopt(account, props.existingId, props),
  read: { extended: readCampaign },
  find: "Declare the campaign with existingId set to its id",
  list: { extended: listCampaigns },
  async update(account, campaignId, { old, props }) {
    const { status, __reading } = old;
    if (__reading?.wasNotDraft) requireNone(isNotDraft(status ?? "scheduled"), props);
    if (isIgnored("campaign-closed", props) && (await isSent(account, campaignId))) {
      account.warnOnce(
        `Campaign ${quoted(props.name)}: the campaign was sent, so the change is recorded in the state, and nothing is sent.`,
      );
      const recorded = await afterUpdate(account, { id: campaignId, old, props, change: {} });
      return { ...recorded, status: "finished" };
    }
    requireChangeable(campaignLifecycle, account.settings, { ...old }, { ...props });
    const change = await campaignChange(old, props);
    if (Object.keys(change).length > 0) await requireOpen(account, campaignId, props);
    await withMissingCampaignAdvice(put(account, campaignId, { old, props, change }));
    return afterUpdate(account, { id: campaignId, old, props, change });
  },
  async stateBeforeDelete(state, { account, id }) {
    // Reads a paused campaign again, because a date that was set after the last reading may have resumed it.
    if (state.status !== "paused") return state;
    const row = await listedCampaign(account, id).catch(ignoreOwnError);
    return { ...state, status: row?.status ?? state.status };
  },
  retainMessage({ status }, of) {
    // The message for a missing campaign is the same as that of its schedule.
    if (status === "missing") return { result: `only: ${notSentReasons.missing}` };
    const { preview, result } = retainedInAccount();
    return { preview, result: [result, sendingSentence(status, of) ?? []].flat().join(" ") };
  },
};

/**
 * Says whether the campaign of a deleted resource will still be sent. The delete of its CampaignSchedule says so, too,
 * but Pulumi skips that delete with `deletedWith` or `retainOnDelete`.
 */
function sendingSentence(status: string | undefined, of?: ObjectOf): string | undefined {
  if (status === "finished") return "It was sent.";
  if (status === "processing") return "It is being sent.";
  if (status === "paused") return `It was ${pausedWords}.`;
  if (status !== "scheduled" || of === undefined) return undefined;
  return `It was scheduled when it was last read, so it WILL still be sent. To stop it, pause campaign ${of.id} in the service's web app.`;
}

async function createDraft(account: Account, props: CampaignProps) {
  const { id: campaignId, isFoundInList, row, problem } = await newDraft(account, props);
  account.claims.claim("Campaign", campaignId);
  const wasNotDraft = problem === undefined ? undefined : true;
  const outputs = account.settings.isExtended ? afterCreate(row, props, wasNotDraft) : {};
  const sent = createdInputs(props);
  const { name, subject, sender, extraFields } = sent;
  // The content of a draft found after a lost response isn't known, so every input that an update accepts is sent.
  const [old, applied] = isFoundInList
    ? [{}, { name, subject, sender, ...(extraFields && { extraFields }) }]
    : [sent, sent];
  const error = problem ?? (await catchFailure(put(account, campaignId, { old, props })));
  return {
    id: campaignId,
    outputs,
    ...(error !== undefined && { initFailure: { error, props: applied } }),
  };
}

/** The inputs that a create accepts. An update right after the create sends the others. */
function createdInputs({ contactsOrder: _, extraFields, ...inputs }: CampaignProps): CampaignProps {
  const { create } = extraFields ?? {};
  return { ...inputs, ...(create && { extraFields: { create } }) };
}

async function adopt(account: Account, campaignId: string, props: CampaignProps) {
  campaignsOf(account).manage(campaignId, props.name);
  const status = await requireOpen(account, campaignId, props);
  if (status === "finished") {
    account.warnOnce(
      `Campaign ${quoted(props.name)}: the campaign was sent, so what is declared is recorded in the state, and nothing is sent.`,
    );
    return { id: campaignId, outputs: { status } };
  }
  // The content of an adopted campaign isn't known, so every declared input that an update accepts is sent.
  await withMissingCampaignAdvice(
    put(account, campaignId, { old: {}, props }),
    "Set existingId to the id of a campaign that the account has, or remove it to create a draft.",
  );
  account.warnOnce(
    `Campaign ${quoted(props.name)} already existed and was adopted: all declared inputs were sent to it, except sender and extraFields.create.`,
  );
  return { id: campaignId, outputs: status === undefined ? {} : { status } };
}

/** Returns the status if the service shows the campaign. Fails for a closed one, unless `ignoreChecks` allows this. */
async function requireOpen(account: Account, id: string, props: CampaignProps) {
  const row = await listedCampaign(account, id);
  // A campaign that the list lacks may still exist, so it isn't refused.
  requireNone(row && campaignConflict(row), props);
  return row?.status;
}

async function isSent(account: Account, id: string): Promise<boolean> {
  if (!account.settings.isExtended) return false;
  const row = await campaignsOf(account).readUncached(id);
  return typeof row !== "string" && row.status === "finished";
}

async function put(
  account: Account,
  campaignId: string,
  step: { old: Partial<CampaignProps>; props: CampaignProps; change?: BodyFields },
): Promise<void> {
  const { old, props, change = await campaignChange(old, props) } = step;
  if (Object.keys(change).length === 0) return;
  // Checks that each added list exists, because the service's behavior for unknown lists isn't specified.
  if (change.list_ids !== undefined) await requireLists(account, old.listIds, props);
  await updateCampaign(account.main, campaignId, change);
  campaignsOf(account).manage(campaignId, props.name);
}

/** The changed inputs as fields of a request. `old` has the values that the service has, as far as they are known. */
async function campaignChange(
  old: Partial<CampaignProps>,
  props: CampaignProps,
): Promise<BodyFields> {
  const change: Record<string, unknown> = {};
  for (const name of inputsOfService) {
    const { wire, check } = campaignFields[name];
    const [before, now] = [old[name], props[name]];
    // A content may be in an asset, which is read when the content is sent.
    const isContent = check === content;
    const isSame = isContent ? isSameContent(before, now) : isSameValue(before, now);
    if (wire === undefined || now === undefined || isSame) continue;
    change[wire] = isContent ? await readContent(now, name) : now;
  }
  // The reply-to address is the only field that can be removed, by sending an empty text.
  if (old.replyTo !== undefined && props.replyTo === undefined) change.reply_email = "";
  return { ...change, ...changedExtraFields(old.extraFields, props.extraFields) };
}

function isSameValue(before: unknown, now: unknown): boolean {
  // The order of list ids doesn't matter, nor do duplicates.
  const comparable = (value: unknown) => (Array.isArray(value) ? new Set(value) : value);
  return isDeepStrictEqual(comparable(before), comparable(now));
}

interface Draft {
  readonly id: string;
  /** True if the create got no response, but the list shows the draft. The draft's content is then unknown. */
  readonly isFoundInList?: true;
  readonly row?: CampaignRow | undefined;
  /** The error if the service shows the new campaign as scheduled or sent. This update then creates no further ones. */
  readonly problem?: EmailMarketingError | undefined;
}

/** Creates a draft. With the extended operations, the list shows whether a create without a response succeeded. */
async function newDraft(account: Account, props: CampaignProps): Promise<Draft> {
  const body = await newCampaign(props);
  const write = (): Promise<Draft> => create(account.main, "createCampaign", body);
  // Without the extended operations, no search can show whether a create without a response has succeeded.
  if (!account.settings.isExtended) {
    const made = await write();
    requireNewId(account, "Campaign", made.id);
    return made;
  }
  const campaigns = campaignsOf(account);
  const { name } = props;
  // Runs one create per name at a time, so that each create sees the drafts that earlier creates made.
  const createWithLock = () =>
    account.lockCreate(`Campaign ${name.trim().toLowerCase()}`, async () => {
      requireDrafts(account, props);
      const before = await idsBefore(account, name);
      const isNew = (row: CampaignRow) =>
        isDraft(row, name) && before?.has(row.id) === false && !campaigns.isManaged(row.id);
      const draft = { name, isNew, write };
      const made = await (before ? createIdempotently(account, draft) : write());
      if (made.isFoundInList) {
        campaigns.manage(made.id, name);
        return made;
      }
      requireNewId(account, "Campaign", made.id);
      const row = await readNew(account, made.id, draft);
      campaigns.manage(made.id, name);
      return { ...made, row, problem: notDraftError(account, { ...made, row }, props) };
    });
  // The first create runs alone, so that the others can stop if the service doesn't make a draft of the first campaign.
  const first = await account.lockCreate("first Campaign", async () =>
    account.perAccount(newFirst).isConfirmed ? undefined : createWithLock(),
  );
  return first ?? createWithLock();
}

/** The body of POST /campaign. It has no `scheduled_at`, so the service should create a draft, which emails no one. */
async function newCampaign(props: CampaignProps): Promise<BodyFields> {
  const { sender, extraFields } = props;
  const fields = await campaignChange({}, createdInputs(props));
  const from = { sender_email: sender.email, sender_name: sender.name };
  return { ...extraFields?.create, ...fields, sender: from };
}

/** Facts for later creates in this process: whether the service makes a draft of a campaign without a date. */
const newFirst = () => ({
  /** True once a campaign was created and searched for. */
  isConfirmed: false,
  /** The id of a campaign that was created without a date, but that the service shows as scheduled or sent. */
  mailed: undefined as string | undefined,
});

/** Fails if a campaign created without a date was scheduled or sent. The service may then send the next one, too. */
function requireDrafts(account: Account, props: CampaignProps): void {
  const { mailed } = account.perAccount(newFirst);
  if (mailed === undefined || isIgnored("campaign-not-draft", props)) return;
  const problem = `not created, because the service may mail it: campaign ${mailed}, which this update created without a date, is no draft in the service.`;
  const found = finding("error", "campaign-not-draft", problem);
  throw new EmailMarketingError("conflict", withTag(found));
}

function isNotDraft(status: string): NamedFinding {
  const problem = `the campaign was created without a date, and right after that the service had it as ${quoted(status)} instead of a draft: it may be mailed, or was mailed already. Look at it in the service's web app. Another pulumi up may mail another new Campaign. To go on nevertheless, add "campaign-not-draft" to the ignoreChecks of this Campaign and of every new one.`;
  return finding("error", "campaign-not-draft", problem);
}

interface NewDraft {
  readonly name: string;
  /** Recognizes a draft with this name that has appeared since the create began, and that no resource manages. */
  readonly isNew: (row: CampaignRow) => boolean;
  readonly write: () => Promise<Draft>;
}

/** Reads the new draft. Fails if new drafts with this name have only other ids, as `id` may be another campaign's. */
async function readNew(account: Account, id: string, { name, isNew }: NewDraft) {
  const rows = await campaignsOf(account).searchAfterWrite(name);
  const row = rows.find((one) => one.id === id && isAlike(one.name, name));
  const others = rows.filter(isNew);
  if (row !== undefined || others.length === 0) return row;
  const ids = others.map((one) => asId(one.id)).join(", ");
  const problem = `the service gave the new campaign the id ${asId(id)}, but shows no campaign with this name under that id, and a new draft with this name under ${ids}.`;
  throw new EmailMarketingError("unexpected-reply", problem, { sent: "maybe" });
}

/** The error if the service shows a new campaign as scheduled or sent. Records this for the next creates. */
function notDraftError(account: Account, { id, row }: Draft, props: CampaignProps) {
  const first = account.perAccount(newFirst);
  first.isConfirmed = true;
  const { status } = row ?? { status: "draft" };
  if (status === "draft" || isIgnored("campaign-not-draft", props)) return undefined;
  if (!["scheduled", "processing", "finished"].includes(status)) {
    account.warnOnce(
      `Campaign ${quoted(props.name)}: the service has the new campaign ${asId(id)} as ${quoted(status)} instead of a draft.`,
    );
    return undefined;
  }
  first.mailed = id;
  return new EmailMarketingError("conflict", withTag(isNotDraft(status)));
}

/** The ids of campaigns with this name before the create. Undefined if unreadable: the create goes on without them. */
async function idsBefore(account: Account, name: string): Promise<Set<string> | undefined> {
  const campaigns = campaignsOf(account);
  const rows = await campaigns.readByName(name).catch(ignoreOwnError);
  if (rows === undefined) return undefined;
  const others = rows.filter((row) => isDraft(row, name) && !campaigns.isManaged(row.id));
  if (others.length > 0) {
    const ids = others.map(({ id }) => asId(id)).join(", ");
    account.warnOnce(
      `Campaign ${quoted(name)}: the account already has a draft with this name (${ids}), and another one is created. If it is left from an update that was interrupted, delete it in the service's web app.`,
    );
  }
  return new Set(rows.map(({ id }) => id));
}

function createIdempotently(account: Account, { name, isNew, write }: NewDraft): Promise<Draft> {
  const campaigns = campaignsOf(account);
  return writeIdempotently<Draft>({
    write,
    async lookUp() {
      const found = (await campaigns.readByName(name)).filter(isNew);
      if (found.length > 1) {
        const ids = found.map(({ id }) => asId(id)).join(", ");
        const why = `the reply to the create was lost, and more than one draft with this name has appeared since (${ids}).`;
        throw new EmailMarketingError("conflict", why, { sent: "maybe" });
      }
      const [draft] = found;
      if (!draft) return undefined;
      account.warnOnce(
        `Campaign ${quoted(name)}: the reply to its create was lost. The draft ${asId(draft.id)}, which has appeared since, was adopted, and all declared inputs were sent to it.`,
      );
      return { id: draft.id, isFoundInList: true };
    },
    // The list must be complete and have shown other drafts, because a list that hides drafts hides the new one, too.
    async repeats() {
      const all = await campaigns.all().catch(ignoreOwnError);
      return all !== undefined && !all.some(isNew) && campaigns.hasShownDraft();
    },
    ignoresFailedLookUps: true,
    until: account.main.deadline(),
  });
}

/** True for a draft with this name or another spelling of it (`isAlike`), because the service may respell names. */
function isDraft(row: CampaignRow, name: string): boolean {
  return row.status === "draft" && isAlike(row.name, name);
}
