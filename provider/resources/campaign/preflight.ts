import type { Account } from "../../account/account";
import type { ProgramResource } from "../../account/program-record";
import { checkSenderDomain } from "../../account/sending-domain";
import { stepSecrets } from "../../account/step";
import type { CampaignRow } from "../../api/campaign";
import { localTime } from "../../email/date";
import { audienceInputs, readNote } from "../../email/recipients";
import { ignoreOwnError } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { finding, type Level, type NamedFinding } from "../../input/finding";
import { changedNames } from "../../lifecycle/change";
import {
  type DeclaredAs,
  declaredTwice,
  isSameAddress,
  isSameObject,
} from "../../lifecycle/duplicate";
import { hasUnconfirmedId } from "../../lifecycle/object-state";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/preflight-check";
import { containsUnknown, isUnknown, omitUndefined } from "../../plain/value";
import { campaignsOf, listedCampaign, readIfExtended } from "../campaign-shared/campaign-cache";
import { driftedInputs, factsOf, type Sides } from "../campaign-shared/drift";
import { duplicatesOf } from "../campaign-shared/same-mailing";
import { campaignConflict, isClosed, missingFinding } from "../campaign-shared/status";
import { adoptedRecipients, checkEmptyLists, checkLists, reportRecipients } from "./list-checks";
import { type CampaignProps, contentPreflight, inputsOfService } from "./props";
import { type CampaignOutputs, differingInputs } from "./read";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;

/** True if the first resource's `existingId` is the id of the second resource's campaign. */
function adopts({ props: { existingId } }: DeclaredAs<CampaignProps>, { id }: ProgramResource) {
  return existingId !== undefined && existingId === id;
}

export const campaignPreflight: readonly PreflightCheck<CampaignProps>[] = [
  declaredTwice<CampaignProps>({
    input: "existingId",
    name: "campaign-duplicate",
    isSame: (one, other) =>
      isSameObject(one, other, "existingId") || adopts(one, other) || adopts(other, one),
    problem: (other) =>
      `Campaign ${quoted(other)} in this program has the same campaign, so each would overwrite the other. Declare it only once.`,
  }),
  { inputs: ["existingId"], ask: checkExisting, only: "new" },
  { inputs: ["name"], ask: reportDraftRisk, only: "new" },
  { inputs: ["name", "subject", "listIds", "segmentId"], atEnd: findDuplicates },
  { inputs: inputsOfService, ask: checkReading, only: "existing" },
  { inputs: inputsOfService, ask: reportCampaignFacts, only: "preview" },
  { inputs: [], atEnd: checkDated },
  ...contentPreflight,
  { inputs: ["sender"], atEnd: checkSender },
  { inputs: ["replyTo"], ask: checkReplyTo },
  { inputs: ["listIds"], ask: checkLists },
  { inputs: [], atEnd: checkEmptyLists },
  { inputs: audienceInputs, ask: reportRecipients, only: "preview" },
];

/**
 * Findings about a campaign to adopt: its existence, status, date and recipients, and the inputs that the adoption
 * overwrites.
 */
async function checkExisting({ props, account, own }: Step): Promise<NamedFinding[]> {
  const { existingId } = props;
  if (existingId === undefined || isUnknown(existingId)) return [];
  const row = await readIfExtended(account, existingId);
  if (row === "unread") return overwritten(existingId);
  if (row !== "missing") {
    const closed = campaignConflict(row);
    const { facts, isOther } = await adoptedRecipients(
      row,
      { props, secrets: own.secrets },
      account,
    );
    const differing = [...differingInputs(row, props), ...(isOther ? ["listIds"] : [])];
    const found = closed ? [{ ...closed, input: "existingId" }] : [];
    return [...found, ...overwritten(existingId, differing), readNote(facts)];
  }
  const problem = `existingId: the service's list of campaigns has no campaign ${quotedId(existingId)}. If it doesn't exist, the update will fail. getCampaigns() returns those that the list has.`;
  // Only a warning, because the service may list only campaigns of recent days.
  return [finding("warning", "campaign-unknown", problem, { input: "existingId" })];
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

/**
 * A note if the setting sending is "refuse", because the specification doesn't promise that a new campaign is a draft.
 */
function reportDraftRisk({ props, account }: Step): NamedFinding[] {
  if (props.existingId !== undefined || account.settings.value("sending") !== "refuse") return [];
  const problem =
    'the setting sending is "refuse", and the service is expected to make a draft of a campaign without a date, which it mails to no one. That is not specified: try it once with a list that contains only your own address.';
  return [finding("info", "campaign-not-draft", problem)];
}

/** Finds scheduled or sent campaigns that may be the same mailing, for example from another stack or a lost state. */
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

/**
 * Findings about a campaign that can't be changed any more, or whose inputs or status somebody has changed in the
 * service.
 */
async function checkReading({
  account,
  props,
  old,
  own: { id = "", secrets },
}: Step): Promise<NamedFinding[]> {
  const row = await readIfExtended(account, id);
  if (row === "missing") return findMissing(id, old, account);
  if (row === "unread") return [];
  const closed = campaignConflict(row);
  if (closed === undefined) return driftOf(row, { old, props, secrets }, account);
  const known = inputsOfService.filter((name) => !containsUnknown(props[name]));
  if (changedNames(known, old, props).length > 0) return [closed];
  const problem = `only the update knows whether this campaign changes. If it does: ${closed.problem}`;
  return [{ ...closed, level: "warning", problem }];
}

/**
 * The finding if the service's list of campaigns lacks a changed campaign. The list may hide all drafts, so that this
 * alone doesn't prove a missing campaign.
 */
function findMissing(id: string, { status }: Step["old"], account: Account): NamedFinding[] {
  if (status === "missing") return [missingFinding(id)];
  // Only a warning, because no refresh has recorded the campaign as missing.
  return campaignsOf(account).hasShownDraft() ? [{ ...missingFinding(id), level: "warning" }] : [];
}

/**
 * Findings if somebody has changed inputs of an unsent campaign, or has paused the campaign. The check of its
 * CampaignSchedule compares the date.
 */
async function driftOf(row: CampaignRow, sides: Sides, account: Account, level?: Level) {
  const isPaused = row.status === "paused" && sides.old.status !== "paused";
  return [
    ...(isPaused ? [finding(level ?? "warning", "campaign-drifted", pausedProblem)] : []),
    ...(await driftedInputs(row, sides, account, { level })),
  ];
}

const pausedProblem =
  "somebody has paused the campaign in the service's web app: it isn't sent until it is resumed there. pulumi up doesn't resume it, unless the program declares another date, which does.";

/**
 * The facts about the campaign for the comment on the pull request. Sends no request for the campaign, because
 * `checkReading` has read it already.
 */
async function reportCampaignFacts({ account, props, old, own: { id = "" } }: Step) {
  const row = campaignsOf(account).cachedReading(id);
  if (row === undefined || row === "unread") return [];
  if (row === "missing") return [readNote({ status: row })];
  return [readNote(await factsOf(row, { old, props, secrets: stepSecrets() }, account))];
}

/**
 * The finding if a campaign has a date in the service, but no CampaignSchedule in the program. The campaign reports the
 * date, because Pulumi doesn't ask a provider about a removed schedule.
 */
async function checkDated(program: Program<CampaignProps, CampaignOutputs>) {
  const { account, own, old } = program;
  const { id } = own;
  const mayBeDated = account.settings.isExtended && !isClosed(old);
  if (id === undefined || hasUnconfirmedId(id) || !mayBeDated) return [];
  if ((await hasScheduleInProgram(program)) !== false) return [];
  // Ignores errors of the read. `checkReading` reports them for a changed campaign, and the update sends nothing for an
  // unchanged one.
  const row = await listedCampaign(account, id).catch(ignoreOwnError);
  const read = row && !isClosed(row) ? await reportServiceChanges(row, program) : [];
  if ((row ?? old).status !== "scheduled") return read;
  const since = row ? "" : " (when it was last read)";
  const problem = `the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign ${id} in the service's web app. Otherwise declare its CampaignSchedule.`;
  return [finding("warning", "schedule-undeclared", problem), ...read];
}

/**
 * Reports changes in the service since the last read. Reports only status and date of a changed resource, because the
 * engine hides its old state from the program.
 */
async function reportServiceChanges(row: CampaignRow, { account, props, old, own }: Step) {
  const { status, scheduledDate: date } = row;
  if (own.isChanged) return status === "draft" ? [] : [readNote(omitUndefined({ status, date }))];
  const sides = { old: { ...props, ...old }, props, secrets: own.secrets };
  const drifted = await driftOf(row, sides, account, "info");
  const isMoved = old.scheduledDate !== undefined && old.scheduledDate !== date;
  const isPaused = status === "paused" && old.status !== "paused";
  // The pull request comment shows these facts for a removed schedule, about which Pulumi doesn't ask a provider.
  const facts = omitUndefined({ status, ...(isMoved && { isMoved, date }) });
  return [
    ...drifted,
    ...(isMoved ? [finding("info", "campaign-drifted", dateChangedProblem)] : []),
    ...(isMoved || isPaused ? [readNote(facts)] : []),
  ];
}

const dateChangedProblem = "the date of the campaign has changed since the campaign was last read.";

async function hasScheduleInProgram({ own, resources, declares }: Program) {
  const others = (await resources("Campaign")).filter(({ id }) => id !== own.id);
  return declares("CampaignSchedule", ({ props: { campaignId }, given }) =>
    isUnknown(campaignId)
      ? // An unknown id may be this campaign's, unless it is the id output of another campaign.
        !others.some(({ idOutput }) => idOutput === given?.campaignId)
      : campaignId === own.id,
  );
}

async function checkSender({
  account,
  props: { sender, existingId },
  declares,
}: Program<CampaignProps>): Promise<NamedFinding[]> {
  const email = isUnknown(sender) ? undefined : sender?.email;
  // Only a create sends the sender, so the sender isn't checked for an adopted campaign.
  if (existingId !== undefined || email === undefined || isUnknown(email)) return [];
  const row = await account.senders.byKey(email);
  if (row?.status === "verified") return [];
  if (row) {
    const problem = `sender: the address is not verified in the account (status ${quoted(row.status)}), so the campaign can't be sent. Verify the address, or use another sender.`;
    return [finding("error", "campaign-sender-unverified", problem, { input: "sender.email" })];
  }
  // A Sender with an address that isn't known yet may be the sender of this campaign.
  const isDeclared = await declares(
    "Sender",
    ({ props }) => isUnknown(props.email) || isSameAddress(props.email, email),
  );
  if (isDeclared) return [];
  const ofDomain = await checkSenderDomain(account, email, "sender.email");
  if (ofDomain.length > 0) return ofDomain;
  const problem =
    "sender: the account has no sender with this address, and this program declares none. Declare a Sender with the address, or use one that getSenders() returns.";
  const none =
    "sender: the account has no sender with this address. The update fails unless this program declares a Sender with it.";
  const name = "campaign-sender-unknown";
  const input = "sender.email";
  return isDeclared === false
    ? [finding("error", name, problem, { input })]
    : [finding("info", name, none, { input })];
}

async function checkReplyTo({ account, props: { replyTo, sender } }: Step) {
  if (replyTo === undefined || isUnknown(replyTo) || isSameAddress(replyTo, sender?.email))
    return [];
  const row = await account.replyTos.byKey(replyTo);
  if (!row) {
    const problem =
      "replyTo: this is not a reply-to address of the account, so replies may not arrive. Add it in the service's web app, or use one that getReplyTos() returns.";
    return [finding("error", "reply-to-unknown", problem, { input: "replyTo" })];
  }
  if (row.status === "verified") return [];
  const problem = `replyTo: the address is not verified in the account (status ${quoted(row.status)}), so replies may not arrive. Verify the address, or use another one.`;
  return [finding("error", "reply-to-unverified", problem, { input: "replyTo" })];
}
