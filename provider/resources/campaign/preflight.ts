import type { Account } from "../../account/account";
import { rowsForAdvice } from "../../account/cache";
import { checkDomain } from "../../account/sending-domain";
import type { CampaignRow } from "../../api/campaign";
import type { ListRow } from "../../api/collections";
import { readNote } from "../../email/campaign-reading";
import { localTime } from "../../email/date";
import {
  type Audience,
  audienceInputs,
  changedAudience,
  recipientsNote,
  sizeNumbers,
} from "../../email/recipients";
import { unlessOwnError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { type FindingName, finding, type NamedFinding } from "../../input/finding";
import { nearest } from "../../input/nearest";
import { declaredTwice, isSameAddress, isSameObject } from "../../lifecycle/duplicate";
import { hasUnconfirmedId } from "../../lifecycle/object-state";
import {
  type CheckedStep,
  isNew,
  type PreflightCheck,
  type Program,
} from "../../lifecycle/preflight-check";
import { containsUnknown, isUnknown, present } from "../../plain/value";
import { campaignsOf, shownCampaign } from "../campaigns/campaign-cache";
import { createdLists, emptyLists, isDated } from "../campaigns/empty-lists";
import { countContacts, listFinding, listsInDiff, newLists } from "../campaigns/recipients";
import { duplicatesOf } from "../campaigns/same-mailing";
import { campaignConflict, isClosed } from "../campaigns/status";
import { contentPreflight } from "./content-check";
import { adoptedRecipients, checkReading, driftOf, tellReading } from "./preview-reading";
import { type CampaignProps, inputsOfService } from "./props";
import { otherInputs } from "./read";
import type { CampaignOutputs } from "./recorded-content";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;

/**
 * The finding if a campaign has a date in the service, but no CampaignSchedule in the program. The campaign reports the
 * date, because Pulumi doesn't ask a provider about a removed schedule.
 */
async function checkDated(
  program: Program<CampaignProps, CampaignOutputs>,
): Promise<NamedFinding[]> {
  const { account, own, old } = program;
  const { id } = own;
  const mayBeDated = account.settings.isExtended && !isClosed(old);
  if (id === undefined || hasUnconfirmedId(id) || !mayBeDated) return [];
  if ((await isScheduledIn(program)) !== false) return [];
  // Ignores errors of the read, because the update sends nothing for an unchanged campaign.
  const row = await shownCampaign(account, id).catch(unlessOwnError);
  const read = row && !isClosed(row) ? await tellUnchanged(row, program) : [];
  if ((row ?? old).status !== "scheduled") return read;
  const since = row ? "" : " (when it was last read)";
  const problem = `the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign ${id} in the service's web app. Otherwise declare its CampaignSchedule.`;
  return [finding("warning", "schedule-undeclared", problem), ...read];
}

/**
 * The facts about a campaign without a schedule. For a changed campaign, the note has only status and date, because the
 * program doesn't have the campaign's state.
 */
async function tellUnchanged(
  row: CampaignRow,
  { account, props, old, own }: Step,
): Promise<NamedFinding[]> {
  const { status, scheduledDate: date } = row;
  if (own.isChanged) return status === "draft" ? [] : [readNote(present({ status, date }))];
  const sides = { old: { ...props, ...old }, props };
  const drifted = await driftOf(row, sides, account, "info");
  return old.scheduledDate === date || old.scheduledDate === undefined
    ? drifted
    : [...drifted, finding("info", "campaign-drifted", movedSince)];
}

const movedSince =
  "somebody has changed the date of the campaign in the service's web app since it was last read.";

async function isScheduledIn({ own, resources, declares }: Program): Promise<boolean | undefined> {
  const others = (await resources("Campaign")).filter(({ id }) => id !== own.id);
  return declares("CampaignSchedule", ({ props: { campaignId }, given }) =>
    isUnknown(campaignId)
      ? // The id of a new campaign is unknown, and so may be what an output is made of.
        !others.some(({ idOutput }) => idOutput === given?.campaignId)
      : campaignId === own.id,
  );
}

export const campaignPreflight: readonly PreflightCheck<CampaignProps>[] = [
  declaredTwice<CampaignProps>(["existingId"], {
    kind: "Campaign",
    name: "campaign-duplicate",
    isSame: (one, other) => isSameObject(one, other, "existingId"),
    problem: (other) =>
      `Campaign ${quoted(other)} in this program adopts the same campaign, so each would overwrite the other. Declare it only once.`,
  }),
  { inputs: ["existingId"], ask: checkExisting },
  { inputs: ["name"], ask: tellDraft },
  { inputs: ["name", "subject", "listIds", "segmentId"], atEnd: findDuplicates },
  { inputs: inputsOfService, ask: checkReading },
  { inputs: inputsOfService, ask: tellReading, only: "preview" },
  { inputs: [], atEnd: checkDated },
  ...contentPreflight,
  { inputs: ["sender"], atEnd: checkFrom },
  { inputs: ["replyTo"], ask: checkReplyTo },
  { inputs: ["listIds"], ask: checkLists },
  { inputs: ["existingId", "listIds"], atEnd: checkAdoptedLists },
  { inputs: audienceInputs, ask: tellRecipients, only: "preview" },
];

/** The note about old and new recipients for reviewers, whether or not the campaign has a date. */
async function tellRecipients({ account, props, old, own }: Step): Promise<NamedFinding[]> {
  // The note about the date of a new campaign already contains its recipients.
  const [input, another] = changedAudience(old, props);
  if (own.id === undefined || isClosed(old) || input === undefined) return [];
  const lists = listsInDiff(account);
  const count = (audience: Audience) => countContacts(audience, lists);
  const [before, now] = await Promise.all([count(old), count(props)]);
  const note = finding("info", "campaign-audience", recipientsNote(before, now), {
    ...(another === undefined && { input }),
    numbers: sizeNumbers(before, now),
  });
  // Doesn't judge lists that the update creates, because the program checks them. Doesn't judge a campaign without a
  // date, because it is sent to no one.
  const isJudged = !containsUnknown(props.listIds) && (await isDated(account, own.id, old));
  return isJudged ? [note, ...emptyLists({ audience: props, reach: now })] : [note];
}

/** Findings about empty lists, if an adoption sets them on a scheduled campaign. */
async function checkAdoptedLists(program: Program<CampaignProps>): Promise<NamedFinding[]> {
  const { own, props, account } = program;
  const { existingId } = props;
  if (existingId === undefined || isUnknown(existingId)) return [];
  if (!(await isDated(account, existingId))) return [];
  const reach = await countContacts(props, account.lists);
  return emptyLists({ audience: props, reach, created: await createdLists(own, program) });
}

function error(name: FindingName, problem: string, input: string): NamedFinding[] {
  return [finding("error", name, problem, { input })];
}

/**
 * A note for stacks with sending "refuse". They rely on the service creating campaigns as drafts, which isn't
 * specified.
 */
function tellDraft({ own, props, account }: Step): NamedFinding[] {
  if (
    !isNew(own) ||
    props.existingId !== undefined ||
    account.settings.value("sending") !== "refuse"
  )
    return [];
  const problem =
    'the setting sending is "refuse", and the service is expected to make a draft of a campaign without a date, which it mails to no one. That is not specified: try it once with a list that contains only your own address.';
  return [finding("info", "campaign-not-draft", problem)];
}

/** Findings about a campaign to adopt, if it doesn't exist or can't be changed. */
async function checkExisting({ own, props, account }: Step): Promise<NamedFinding[]> {
  const { existingId } = props;
  if (!isNew(own) || existingId === undefined || isUnknown(existingId)) return [];
  if (!account.settings.isExtended) return overwritten(existingId);
  const row = await campaignsOf(account).readOnce(existingId);
  if (row === "unread") return overwritten(existingId);
  if (row !== "missing") return adopting(existingId, row, props, account);
  const problem = `existingId: the service's list of campaigns has no campaign ${quotedId(existingId)}. If it doesn't exist, the update will fail. getCampaigns() returns those that the list has.`;
  // This is only a warning, because the list may cover only the campaigns of some days.
  return [finding("warning", "campaign-unknown", problem, { input: "existingId" })];
}

/**
 * Findings about an existing campaign to adopt: a status that forbids changes, the differing inputs, its date and its
 * recipients.
 */
async function adopting(
  id: string,
  row: CampaignRow,
  props: Partial<CampaignProps>,
  account: Account,
): Promise<NamedFinding[]> {
  const closed = campaignConflict(row);
  const { facts, isOther } = await adoptedRecipients(row, props, account);
  const differing = [...otherInputs(row, props), ...(isOther ? ["listIds"] : [])];
  const found = closed ? [{ ...closed, input: "existingId" }] : [];
  return [...found, ...[overwritten(id, differing), readNote(facts)].flat()];
}

/**
 * The note about inputs that an adoption overwrites. Without `differing`, the campaign's current content isn't known.
 */
function overwritten(id: string, differing?: readonly string[]): NamedFinding[] {
  if (differing?.length === 0) return [];
  const which = differing === undefined ? "" : ` These inputs differ: ${differing.join(", ")}.`;
  const problem = `existingId: the update overwrites what campaign ${quotedId(id)} contains with the declared inputs.${which}`;
  return [finding("info", "campaign-overwritten", problem, { input: "existingId" })];
}

/** Finds campaigns with the same content, for example from another stack, or from a state that was lost. */
async function findDuplicates(program: Program<CampaignProps>): Promise<NamedFinding[]> {
  const { own, props, account, resources } = program;
  if (props.existingId !== undefined) return [];
  const zone = account.settings.value("timeZone");
  const schedules = (await resources("CampaignSchedule")).filter(
    ({ given }) => own.idOutput !== undefined && given?.campaignId === own.idOutput,
  );
  const dates = schedules.flatMap(({ props: { scheduledAt } }) =>
    typeof scheduledAt === "string" ? (localTime(scheduledAt, zone) ?? []) : [],
  );
  return duplicatesOf({ campaign: own, dates }, program);
}

async function checkFrom({
  account,
  props: { sender, existingId },
  declares,
}: Program<CampaignProps>): Promise<NamedFinding[]> {
  const email = isUnknown(sender) ? undefined : sender?.email;
  // Only a create sends the sender, so the sender isn't checked for an existing campaign.
  if (existingId !== undefined || email === undefined || isUnknown(email)) return [];
  const row = await account.senders.byKey(email);
  if (row?.status === "verified") return [];
  if (row) {
    return error(
      "campaign-sender-unverified",
      `sender: the address is not verified in the account (status ${quoted(row.status)}), so the campaign can't be sent. Verify the address, or use another sender.`,
      "sender.email",
    );
  }
  // A Sender with an address that isn't known yet may be the sender of this campaign.
  const isDeclared = await declares(
    "Sender",
    ({ props }) => isUnknown(props.email) || isSameAddress(props.email, email),
  );
  if (isDeclared) return [];
  const ofDomain = await checkDomain(account, email, "sender.email");
  if (ofDomain.length > 0) return ofDomain;
  const problem =
    "sender: the account has no sender with this address, and this program declares none. Declare a Sender with the address, or use one that getSenders() returns.";
  const none =
    "sender: the account has no sender with this address. The update fails unless this program declares a Sender with it.";
  const name = "campaign-sender-unknown";
  return isDeclared === false
    ? error(name, problem, "sender.email")
    : [finding("info", name, none, { input: "sender.email" })];
}

async function checkReplyTo({
  account,
  props: { replyTo, sender },
}: Step): Promise<NamedFinding[]> {
  if (replyTo === undefined || isUnknown(replyTo) || isSameAddress(replyTo, sender?.email))
    return [];
  const row = await account.replyTos.byKey(replyTo);
  if (!row) {
    return error(
      "reply-to-unknown",
      "replyTo: this is not a reply-to address of the account, so replies may not arrive. Add it in the service's web app, or use one that getReplyTos() returns.",
      "replyTo",
    );
  }
  if (row.status === "verified") return [];
  return error(
    "reply-to-unverified",
    `replyTo: the address is not verified in the account (status ${quoted(row.status)}), so replies may not arrive. Verify the address, or use another one.`,
    "replyTo",
  );
}

/**
 * Findings about lists that are new to the campaign. The update reads only these lists, and reuses the results of this
 * check.
 */
async function checkLists({
  account,
  props: { listIds },
  old,
  own,
}: Step): Promise<NamedFinding[]> {
  if (!Array.isArray(listIds)) return [];
  const added = newLists(old.listIds, [...new Set(listIds)]).filter((id) => !isUnknown(id));
  const look = (id: string) =>
    own.id === undefined ? account.lists.byId(id) : listsInDiff(account).byId(id);
  const found = added.map(async (id) => {
    const list = await look(id);
    return listFinding(id, list, list ? undefined : await sameNamed(id, account)) ?? [];
  });
  return (await Promise.all(found)).flat();
}

/**
 * The list with this name or a similar one, because the program may give a name instead of an id. Undefined if the
 * lists can't be read.
 */
async function sameNamed(name: string, { lists }: Account): Promise<ListRow | undefined> {
  const named = await lists.byKey(name).catch(unlessOwnError);
  if (named) return named;
  const rows = await rowsForAdvice(lists);
  const names = rows.map((row) => row.name);
  const meant = nearest(name, names);
  return rows.find((row) => row.name === meant);
}
