import type { Account } from "../../account/account";
import { seenObject } from "../../account/step";
import type { CampaignRow } from "../../api/campaign-list";
import { asName, quoted } from "../../errors/redact";
import { isSameContent } from "../../input/asset";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { isPast, isSameTime } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import { declaredTwice, isSameObject } from "../../lifecycle/duplicate";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/preflight-check";
import { campaignsOf, readingOf, shownCampaign } from "../campaigns/campaign-cache";
import { twinsOf } from "../campaigns/same-mailing";
import { closedWords, isOver, isUnsent, missingFinding } from "../campaigns/status";
import { campaignOf, tellInProgram, tellInStep } from "./audience";
import { checkAudienceAgain } from "./audience-again";
import {
  datesOf,
  doubtOf,
  inWords,
  isMovedOnly,
  isNew,
  isOnlyRecorded,
  localDate,
  paused,
} from "./date-rule";
import { checkDrifted, tellReading } from "./drifted-date";
import { checkCreatedLists, checkNewCampaigns, checkOtherLists } from "./empty-lists";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleStep } from "./props";
import { isSameDate, wayOutOfMove } from "./read";

type Step = CheckedStep<CampaignScheduleProps, CampaignScheduleOutputs>;

const ofDate = { input: "scheduledAt" } as const;
const ofCampaign = { input: "campaignId" } as const;

export const campaignSchedulePreflight: readonly PreflightCheck<
  CampaignScheduleProps,
  CampaignScheduleOutputs
>[] = [
  declaredTwice<CampaignScheduleProps>(["campaignId"], {
    kind: "CampaignSchedule",
    name: "schedule-duplicate",
    isSame: (one, other) => isSameObject(one, other, "campaignId"),
    problem: (other) =>
      `CampaignSchedule ${quoted(other)} in this program schedules the same campaign, so the service may keep either date. Declare only one of them.`,
  }),
  { inputs: [], atEnd: tellInProgram, isAskedIfOff: true },
  { inputs: ["campaignId", "scheduledAt"], ask: tellInStep, only: "preview" },
  { inputs: [], atEnd: checkNewCampaigns },
  { inputs: [], ask: checkOtherLists, only: "preview" },
  { inputs: [], atEnd: checkCreatedLists },
  { inputs: [], atEnd: checkAudienceAgain },
  { inputs: ["scheduledAt"], atEnd: checkNew },
  { inputs: ["campaignId", "scheduledAt"], atEnd: findDuplicates },
  { inputs: [], ask: checkDate },
  { inputs: [], ask: tellReading, only: "preview" },
];

/** Why the date of a step must not be sent; only a reading of the campaign can show that it was not sent yet. */
export async function refusalOf(step: ScheduleStep, { account }: Program): Promise<Finding[]> {
  const { settings } = account;
  const { campaignId, scheduledAt } = step.props;
  if (isUnknown(scheduledAt) || isMovedOnly(step.old, step.props)) return [];
  const dates = datesOf(step, settings);
  const doubt = doubtOf(dates, account);
  if (doubt === undefined) return [];
  const refusal = [{ path: "scheduledAt", ...ofDate, problem: doubt }];
  if (!settings.isExtended) return refusal;
  const row = isUnknown(campaignId) ? "missing" : await campaignsOf(account).readOnce(campaignId);
  // One that this update creates is a draft, and of one that is missing a question says so.
  if (row === "missing") return [];
  if (row === "unread") return refusal;
  if (isUnsent(row)) return doubtOf(dates, account, true) === undefined ? [] : refusal;
  const isKept = isSameDate(row, dates.declared) || (isNew(step.old) && isOver(row));
  return isKept ? [] : refusal;
}

/**
 * Findings about a new date for a campaign that was sent, or that already has a date, for example from a schedule
 * that was removed.
 */
async function checkNew(program: Program<CampaignScheduleProps>): Promise<NamedFinding[]> {
  const { account, props } = program;
  const { campaignId, scheduledAt = "" } = props;
  const { settings } = account;
  if (campaignId === undefined || isUnknown(campaignId)) return [];
  const reading = await readingOf(account, campaignId);
  const row = typeof reading === "object" ? reading : undefined;
  const closed = row && closedFinding(row, { scheduledAt, isNew: true }, account);
  if (closed) return [closed];
  if (isUnknown(scheduledAt) || isOnlyRecorded(account, props)) return [];
  const campaign = inWords(await campaignOf(program));
  if (!settings.isExtended)
    return [finding("info", "schedule-pause", mayBeDated(campaign), ofDate)];
  if (reading === "missing") return [await missing(campaignId, account)];
  if (row?.status !== "scheduled") return [];
  if (isSameDate(row, localDate(scheduledAt, settings))) return [];
  const problem = `scheduledAt: ${campaign} is already scheduled in the service, for ${asName(row.scheduledDate ?? "an unknown time")}. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem, ofDate)];
}

/**
 * Finds duplicates of a draft that gets a date. The checks of a new campaign have already reported them, except those
 * that only the date reveals.
 */
async function findDuplicates(program: Program<CampaignScheduleProps>): Promise<NamedFinding[]> {
  const { account, props } = program;
  const { scheduledAt = "" } = props;
  const campaign = await campaignOf(program);
  const { id, props: { existingId, ignoreChecks } = {} } = campaign ?? {};
  const isLetPass = Array.isArray(ignoreChecks) && ignoreChecks.includes("campaign-exists");
  const isTold = id === undefined && (campaign?.given !== undefined || existingId !== undefined);
  if (campaign === undefined || isLetPass || isTold || isUnknown(scheduledAt)) return [];
  if (id !== undefined && (await shownCampaign(account, id))?.status !== "draft") return [];
  const dates = [localDate(scheduledAt, account.settings)];
  return twinsOf({ campaign, dates }, program);
}

/** Compares a date with what the service has of its campaign, if that was read: by the change of the date, at the latest. */
async function checkDate(step: Step): Promise<NamedFinding[]> {
  const { own, props, old } = step;
  if (own.id === undefined) return [];
  const isSent = !isSameContent(old.scheduledAt, props.scheduledAt);
  const found = isSent ? await checkChange(step) : [];
  return [...found, ...(await checkDrifted(step))];
}

/**
 * Findings about a changed date. The service accepts one only while the campaign is paused, and the date resumes it.
 * If campaigns can't be read, `judgeSchedule` warns instead.
 */
async function checkChange({ account, props, old }: Step): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt = "" } = props;
  const { settings } = account;
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  if (!settings.isExtended || !isKnown) return [];
  const warning = (problem: string) => [finding("warning", "schedule-pause", problem, ofDate)];
  // It is sent to a campaign that is still scheduled.
  const campaign = inWords(seenObject(settings, "Campaign", campaignId));
  if (isMovedOnly(old, props)) return warning(movedDate(campaign, wayOutOfMove(old, settings)));
  const reading = await readingOf(account, campaignId);
  const row = typeof reading === "object" ? reading : undefined;
  const closed = row && closedFinding(row, { scheduledAt, isNew: isNew(old) }, account);
  if (closed) return [closed];
  const zone = settings.value("timeZone");
  const isOpen = [scheduledAt, old.scheduledAt].some(isUnknown);
  if (isOpen || isSameTime(old.scheduledAt ?? "", scheduledAt, zone)) return [];
  // A campaign that this update created may not be listed yet.
  if (reading === "missing" && !account.claims.isClaimed("Campaign", campaignId)) {
    return [await missing(campaignId, account)];
  }
  const problem = row ? { scheduled: nowScheduled, paused: nowPaused }[row.status] : paused;
  return problem === undefined ? [] : warning(problem(campaign));
}

/**
 * The finding about a campaign that the list lacks. It can't be suppressed, because no date is sent to such a
 * campaign.
 */
async function missing(campaignId: string, account: Account): Promise<NamedFinding> {
  const sameNamed = await campaignsOf(account).namedOnce(campaignId, 1);
  return { ...missingFinding(campaignId, sameNamed), ...ofCampaign, cannotBeIgnored: true };
}

/** A date is never sent to a campaign that is being sent, was sent or was stopped; one that says when it was sent is recorded. */
function closedFinding(
  row: CampaignRow,
  { scheduledAt, isNew: isNewDate }: { readonly scheduledAt: string; readonly isNew: boolean },
  { settings, now }: Account,
): NamedFinding | undefined {
  const zone = settings.value("timeZone");
  if (!isOver(row)) return undefined;
  const hadDate = () =>
    isPast(scheduledAt, zone, now().earlier) || isSameDate(row, localDate(scheduledAt, settings));
  if (isNewDate && row.status === "finished" && hadDate()) return undefined;
  const problem = `campaignId: the campaign ${closedWords[row.status] ?? ""}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule.`;
  return { ...finding("error", "campaign-closed", problem, ofCampaign), cannotBeIgnored: true };
}

const mayBeDated = (campaign: string) =>
  `scheduledAt: ${campaign} may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up.`;

const movedDate = (campaign: string, hint: string) =>
  `scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while ${campaign} is scheduled. ${hint}`;

const nowScheduled = (campaign: string) =>
  `scheduledAt: ${campaign} is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it.`;

const nowPaused = (campaign: string) =>
  `scheduledAt: ${campaign} is paused now, and the new date resumes it: it will be sent on that date.`;
