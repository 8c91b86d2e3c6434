import type { Account } from "../../account/account";
import { type ProgramResource, recordOf } from "../../account/program-record";
import { stepSecrets } from "../../account/step";
import type { CampaignRow } from "../../api/campaign";
import { isSameTime } from "../../email/date";
import { type CampaignFacts, readNote } from "../../email/recipients";
import { asName, quoted } from "../../errors/redact";
import { isSameContent } from "../../input/asset";
import {
  type FindingName,
  finding,
  isIgnored,
  type Level,
  type NamedFinding,
} from "../../input/finding";
import { declaredTwice, isSameObject } from "../../lifecycle/found-object";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/lifecycle";
import { isUnknown, omitUndefined } from "../../plain/value";
import {
  campaignsOf,
  listedCampaign,
  type ReadCampaign,
  readIfExtended,
  unreadIfNew,
} from "../campaign-shared/campaign-cache";
import { driftedInputs, factsOf } from "../campaign-shared/drift";
import { duplicatesOf, hintForOther, otherCampaignProblem } from "../campaign-shared/same-mailing";
import {
  campaignInWords,
  hasDate,
  hintForMissing,
  isClosed,
  missingFinding,
} from "../campaign-shared/status";
import {
  campaignOf,
  checkAudienceGap,
  checkCreatedLists,
  checkExistingCampaign,
  checkNewCampaigns,
  reportAudienceInProgram,
  reportAudienceInStep,
} from "./audience";
import {
  dateChange,
  decide,
  ifDateChanges,
  isMovedOnly,
  isOnlyRecorded,
  isOtherTime,
  isUndated,
  localDate,
  pauseFirst,
} from "./decide";
import type {
  CampaignScheduleOutputs,
  CampaignScheduleProps,
  ScheduleState,
  ScheduleStep,
} from "./props";
import { compareDate, hintForMove } from "./read";

type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

const dateTag = { input: "scheduledAt" } as const;
const campaignTag = { input: "campaignId", cannotBeIgnored: true } as const;

export const campaignSchedulePreflight: readonly PreflightCheck<
  CampaignScheduleProps,
  CampaignScheduleOutputs
>[] = [
  declaredTwice<CampaignScheduleProps>({
    input: "campaignId",
    name: "schedule-duplicate",
    isSame: (one, other) => isSameObject(one, other, "campaignId"),
    problem: (other) =>
      `CampaignSchedule ${quoted(other)} in this program schedules the same campaign, so the service may keep either date. Declare only one of them.`,
  }),
  { inputs: [], atEnd: reportAudienceInProgram, isAskedIfOff: true },
  { inputs: ["campaignId", "scheduledAt"], ask: reportAudienceInStep, only: "preview" },
  { inputs: [], atEnd: checkNewCampaigns },
  { inputs: [], ask: checkExistingCampaign, only: "preview" },
  { inputs: [], atEnd: checkCreatedLists },
  { inputs: [], atEnd: checkAudienceGap },
  { inputs: ["scheduledAt"], atEnd: checkNew },
  { inputs: ["campaignId", "scheduledAt"], atEnd: findDuplicates },
  { inputs: ["campaignId", "scheduledAt"], atEnd: checkDriftedUnsent },
  { inputs: [], ask: checkWithService, only: "existing" },
  { inputs: [], ask: reportCampaignFacts, only: "preview" },
];

/** The refusal if a date of the campaign may have passed. Reads the campaign only if the dates don't allow sending. */
export async function dateRefusal(step: ScheduleStep, { account }: CheckedStep) {
  const { settings } = account;
  const { campaignId } = step.props;
  const change = dateChange(step, settings);
  if (decide(change, "unread", account.now()).is === "send") return [];
  // A campaign whose id isn't known yet is usually new, and a new campaign wasn't sent on any date, so don't refuse.
  if (settings.isExtended && isUnknown(campaignId)) return [];
  const decision = decide(change, await readIfExtended(account, campaignId), account.now());
  if (decision.is !== "refuse" || decision.doubt === undefined) return [];
  return [{ path: "scheduledAt", ...dateTag, problem: decision.doubt }];
}

/** Findings if the campaign can't get a date or may already have one, for example from a removed schedule. */
async function checkNew(program: Program<CampaignScheduleProps>): Promise<NamedFinding[]> {
  const { account, props } = program;
  const { campaignId, scheduledAt = "" } = props;
  const declared = await campaignOf(program);
  // While the id of a campaign to adopt is unknown, `existingId` shows which campaign it is.
  const adopting = isUnknown(campaignId) ? declared?.props : undefined;
  const id = adopting ? adopting.existingId : campaignId;
  if (typeof id !== "string" || isUnknown(id)) return [];
  const reading = await readIfExtended(account, id);
  const step = { props: { ...props, campaignId: id, scheduledAt } };
  const { decision, refused } = await decideInPreview(account, step, reading);
  if (refused) return adopting && isReported(reading, adopting) ? [] : [refused];
  if (isUnknown(scheduledAt) || decision.is === "record") return [];
  const campaign = campaignInWords(declared);
  if (!account.settings.isExtended) {
    const problem = `scheduledAt: ${campaign} may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up.`;
    return [finding("info", "schedule-pause", problem, dateTag)];
  }
  const isScheduled = typeof reading === "object" && reading.status === "scheduled";
  // The campaign is paused and already has this date, for example because the schedule is replaced. So it stays paused.
  if (decision.is === "keep" && decision.why === "paused") return [readNote({ status: "paused" })];
  if (!isScheduled || decision.is === "keep") return [];
  const problem = `scheduledAt: ${campaign} is already scheduled in the service, for ${asName(reading.scheduledDate ?? "an unknown time")}. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem, dateTag)];
}

/** True if the Campaign that adopts the campaign already reports that the campaign is missing or closed. */
function isReported(reading: ReadCampaign, adopting: ProgramResource["props"]): boolean {
  if (typeof reading === "string") return reading === "missing";
  return isClosed(reading) && !isIgnored("campaign-closed", adopting);
}

/** Finds duplicates of a campaign that gets a date. With dynamic resources, the check of a new Campaign does this. */
async function findDuplicates(program: Program<CampaignScheduleProps>): Promise<NamedFinding[]> {
  const { account, props } = program;
  const { scheduledAt = "" } = props;
  const campaign = await campaignOf(program);
  if (campaign === undefined || isIgnored("campaign-exists", campaign.props)) return [];
  const { id, given, props: declared } = campaign;
  const isTold = id === undefined && (given ?? declared.existingId) !== undefined;
  if (isTold || isUnknown(scheduledAt)) return [];
  if (id !== undefined && (await listedCampaign(account, id))?.status !== "draft") return [];
  const dates = [localDate(scheduledAt, account.settings)];
  return duplicatesOf({ campaign, dates }, program);
}

/** Findings about a date that the service may not accept, and about changes that somebody made in the service. */
async function checkWithService(step: Step): Promise<NamedFinding[]> {
  const { account, props, old } = step;
  const isSent = isOtherTime(account, old as ScheduleState, props as CampaignScheduleProps);
  const changed = isSent ? await checkChange(step) : [];
  const found = isUnknown(props.scheduledAt) ? changed.map(ifDateChanges) : changed;
  return [...found, ...(await checkDrifted(step, isSent))];
}

/** Findings about a changed date. The service changes only a paused campaign's date, and then resumes the campaign. */
async function checkChange({ account, props, old }: Step): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt = "" } = props;
  const { settings } = account;
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  // Without the extended operations, the campaign can't be read, so `checkDate` gives the warning.
  if (!settings.isExtended || !isKnown) return [];
  const reading = unreadIfNew(account, campaignId, await readIfExtended(account, campaignId));
  const step = { old: old as ScheduleState, props: { ...props, campaignId, scheduledAt } };
  const { decision, refused } = await decideInPreview(account, step, reading);
  if (refused) return [refused];
  const row = typeof reading === "object" ? reading : undefined;
  const other = decision.is === "send" && row ? otherCampaignProblem(settings, row) : undefined;
  if (other !== undefined) return [refusalFinding("campaign-unknown", other, hintForOther)];
  const campaign = campaignInWords(recordOf(settings).object("Campaign", campaignId));
  if (isMovedOnly(old, props)) {
    const problem = `scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while ${campaign} is scheduled. ${hintForMove(old, settings)}`;
    return [finding("warning", "schedule-pause", problem, dateTag)];
  }
  const isSame = isSameTime(old.scheduledAt ?? "", scheduledAt, settings.value("timeZone"));
  if (isSame || decision.is === "keep") return [];
  if (row === undefined) return [pauseFirst(settings, campaignId)];
  const problem = {
    scheduled: `scheduledAt: ${campaign} is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it.`,
    paused: `scheduledAt: ${campaign} is paused now, and the new date resumes it: it will be sent on that date.`,
  }[row.status];
  return problem === undefined ? [] : [finding("warning", "schedule-pause", problem, dateTag)];
}

/** Decides about a date. `refused` is about the campaign only. If a date may be past, `dateRefusal` reports it. */
async function decideInPreview(account: Account, step: ScheduleStep, reading: ReadCampaign) {
  const { campaignId } = step.props;
  const decision = decide(dateChange(step, account.settings), reading, account.now());
  if (decision.is !== "refuse" || decision.campaign === undefined) return { decision };
  if (reading === "missing") {
    const sameNamed = await campaignsOf(account).readByNameOnce(campaignId, 1);
    return { decision, refused: { ...missingFinding(campaignId, sameNamed), ...campaignTag } };
  }
  const hint = "For another mailing, declare another Campaign with its own CampaignSchedule.";
  const words = `the campaign ${decision.campaign}`;
  return { decision, refused: refusalFinding("campaign-closed", words, hint) };
}

/** A finding that `ignoreChecks` can't suppress, because the update would not send the date anyway. */
function refusalFinding(name: FindingName, words: string, hint: string): NamedFinding {
  const problem = `campaignId: ${words}, so its date will not be sent, and the update will fail. ${hint}`;
  return { ...finding("error", name, problem), ...campaignTag };
}

/** Findings about a campaign changed or deleted in the service. These include its date, which only a schedule knows. */
async function checkDrifted(step: Step, isSent: boolean) {
  const { account, props, old } = step;
  const read = alreadyReadCampaign(step);
  if (read === undefined) return [];
  const { row, state, campaign } = read;
  const isDateSent = isSent && !isMovedOnly(old, props);
  const isCampaignSent = campaign !== undefined && sendsChangedInputs(campaign);
  const level = isDateSent || isCampaignSent ? undefined : "info";
  const drifted = (own: Level, words: string | undefined) => {
    if (words === undefined) return [];
    return [finding(level ?? own, "campaign-drifted", `${campaignInWords(campaign)} ${words}`)];
  };
  if (row === "missing") {
    // If the update sends a date, another check reports the missing campaign.
    if (isSent || !hasDate(state.status)) return [];
    const words = `is missing from the service's list of campaigns: it was deleted there, or the list doesn't show it. ${hintForMissing}`;
    return drifted("warning", words);
  }
  // If the update changes the campaign, the campaign's own preflight check reports its inputs.
  const inputs = isCampaignSent ? [] : await driftOf(campaign, row, account, level);
  const moved = movedDate(row, state, account);
  const zone = account.settings.value("timeZone");
  const isOther = moved !== undefined && !isSameTime(moved, props.scheduledAt ?? "", zone);
  return [
    ...inputs,
    ...drifted("error", isOther ? movedWords(moved, state, isDateSent) : undefined),
    ...drifted("warning", statusNow(state.status, row)),
  ];
}

/**
 * Findings for a new schedule, if somebody has changed its campaign in the service. `checkNew` reads the same campaign,
 * so this sends no further request. If the update changes the Campaign, the check of the Campaign reports the findings.
 */
async function checkDriftedUnsent(program: Program<CampaignScheduleProps>) {
  const { account, own } = program;
  const campaign = await campaignOf(program);
  if (campaign?.id === undefined || isOnlyRecorded(account, own.props)) return [];
  const { id, props, recorded, isChanged } = campaign;
  const shown = isChanged || recorded === undefined ? undefined : { ...props, ...recorded };
  const old = recordOf(account.settings).object("Campaign", id)?.old ?? shown;
  if (old === undefined || sendsChangedInputs({ old, props })) return [];
  return driftOf({ ...campaign, old }, await listedCampaign(account, id), account);
}

/** Findings about inputs of an unsent campaign that somebody has changed in the service. */
async function driftOf(
  campaign: ProgramResource | undefined,
  row: CampaignRow | undefined,
  account: Account,
  level?: Level,
): Promise<NamedFinding[]> {
  if (campaign?.old === undefined || row === undefined || isClosed(row)) return [];
  const sides = { ...campaign, old: campaign.old };
  return driftedInputs(row, sides, account, { level, of: campaignInWords(campaign) });
}

/** The campaign as read, for the pull request comment. A changed Campaign's check reports subject and recipients. */
async function reportCampaignFacts(step: Step): Promise<NamedFinding[]> {
  const read = alreadyReadCampaign(step);
  if (read === undefined) return [];
  const { row, state, campaign } = read;
  if (row === "missing") return [readNote({ status: row })];
  const moved = movedDate(row, state, step.account);
  // If the declared date may be secret, the service's date must stay hidden, too.
  const date = stepSecrets().length > 0 ? undefined : moved;
  const isMoved = moved === undefined ? undefined : true;
  const facts = await factsOfUnchanged(campaign, row, step.account);
  return [readNote(omitUndefined({ status: row.status, ...facts, isMoved, date }))];
}

async function factsOfUnchanged(
  campaign: ProgramResource | undefined,
  row: CampaignRow,
  account: Account,
): Promise<Partial<CampaignFacts>> {
  // A Campaign left out by `--target` or `--exclude` may have a secret subject or lists, so returns only `contacts`.
  if (campaign === undefined) return omitUndefined({ contacts: row.contacts });
  const { old } = campaign;
  if (old === undefined || sendsChangedInputs(campaign)) return {};
  return factsOf(row, { ...campaign, old }, account);
}

/** The campaign of an existing schedule as read earlier in this run; undefined if it wasn't read. */
function alreadyReadCampaign({ account, old, own }: Step) {
  const { campaignId } = old;
  if (own.id === undefined || campaignId === undefined || isUnknown(campaignId)) return undefined;
  const row = isUndated(old) ? undefined : campaignsOf(account).cachedReading(campaignId);
  if (row === undefined || row === "unread") return undefined;
  const campaign = recordOf(account.settings).object("Campaign", campaignId);
  return { row, state: old as ScheduleState, campaign };
}

/** The date to which somebody has moved the campaign since the last reading. Undefined if the campaign is closed. */
function movedDate(row: CampaignRow, state: ScheduleState, account: Account): string | undefined {
  if (isClosed(row)) return undefined;
  const { scheduledAt } = compareDate(row, state, account);
  return scheduledAt === state.scheduledAt ? undefined : scheduledAt;
}

function sendsChangedInputs({ old, props }: Pick<ProgramResource, "old" | "props">): boolean {
  if (old === undefined) return false;
  const names = Object.keys({ ...old, ...props }).filter((name) => !inputsNotSent.includes(name));
  return names.some((name) => !isSameContent(old[name], props[name]));
}

const inputsNotSent = ["status", "scheduledDate", "__reading", "existingId", "ignoreChecks"];

function statusNow(before: string | undefined, { status }: CampaignRow): string | undefined {
  if (before === "paused" && status === "scheduled") {
    return "was paused when it was last read, and somebody has resumed it in the service's web app: it will be sent on its date.";
  }
  if (!hasDate(before) || status !== "draft") return undefined;
  return "is a draft in the service now, so it isn't sent. To have it sent, schedule it in the service's web app.";
}

function movedWords(moved: string, { scheduledAt }: ScheduleState, isDateSent: boolean): string {
  const isHidden = stepSecrets().length > 0;
  const dates = isHidden ? "to another date" : `from ${scheduledAt} to ${moved}`;
  const effect = isDateSent
    ? "This update sends the declared date."
    : "This update sends no date, so what it changes is sent on that date. To keep it, declare it. To get the declared date, move it back in the service's web app.";
  return `was moved ${dates} in the service's web app. ${effect}`;
}
