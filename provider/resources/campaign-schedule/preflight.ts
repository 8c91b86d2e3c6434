import type { Account } from "../../account/account";
import { seenObject } from "../../account/program-record";
import { hasOtherTime, isSameTime } from "../../email/date";
import { asName, quoted } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { declaredTwice, isSameObject } from "../../lifecycle/duplicate";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/preflight-check";
import { isUnknown } from "../../plain/value";
import {
  campaignsOf,
  type ReadCampaign,
  readingOf,
  shownCampaign,
} from "../campaigns/campaign-cache";
import { hintForOther, isOtherCampaign, otherCampaign } from "../campaigns/other-campaign";
import { duplicatesOf } from "../campaigns/same-mailing";
import { campaignInWords, missingFinding } from "../campaigns/status";
import { checkAudienceAgain } from "./audience-again";
import { pauseUnchecked } from "./check";
import { type Decision, dateChange, decide, isMovedOnly, localDate } from "./decide";
import { checkDrifted, tellReading } from "./drifted-date";
import type {
  CampaignScheduleOutputs,
  CampaignScheduleProps,
  ScheduleState,
  ScheduleStep,
} from "./props";
import { hintForMove } from "./read";
import {
  campaignOf,
  checkCreatedLists,
  checkNewCampaigns,
  checkOtherLists,
  tellInProgram,
  tellInStep,
} from "./recipients";

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
  { inputs: [], ask: checkWithService },
  { inputs: [], ask: tellReading, only: "preview" },
];

/**
 * The refusal of a date if the campaign may have been sent already. Reads the campaign only if the dates alone leave
 * that open.
 */
export async function dateRefusal(step: ScheduleStep, { account }: Program): Promise<Finding[]> {
  const { settings } = account;
  const { campaignId, scheduledAt } = step.props;
  if (isUnknown(scheduledAt)) return [];
  const change = dateChange(step, settings);
  const byDates = decide(change, "unread", account.now());
  const isOpen = byDates.is === "record" && byDates.why === "unconfirmed";
  if (byDates.is !== "refuse" && byDates.is !== "leave" && !isOpen) return [];
  // A campaign that this update creates is a draft, so there is nothing to refuse.
  if (settings.isExtended && isUnknown(campaignId)) return [];
  const decision = decide(change, await readingOf(account, campaignId), account.now());
  if (decision.is !== "refuse" || decision.doubt === undefined) return [];
  return [{ path: "scheduledAt", ...ofDate, problem: decision.doubt }];
}

/**
 * Findings about a new date if the campaign was sent or already has a date. A removed schedule, for example, leaves its
 * date in the service.
 */
async function checkNew(program: Program<CampaignScheduleProps>): Promise<NamedFinding[]> {
  const { account, props } = program;
  const { campaignId, scheduledAt = "" } = props;
  if (campaignId === undefined || isUnknown(campaignId)) return [];
  const reading = await readingOf(account, campaignId);
  const step = { props: { ...props, campaignId, scheduledAt } };
  const decision = decide(dateChange(step, account.settings), reading, account.now());
  const refused = await refusedFinding(decision, { account, campaignId, reading });
  if (refused) return [refused];
  if (isUnknown(scheduledAt) || decision.is === "record") return [];
  const campaign = campaignInWords(await campaignOf(program));
  if (!account.settings.isExtended)
    return [finding("info", "schedule-pause", mayBeDated(campaign), ofDate)];
  const isScheduled = typeof reading === "object" && reading.status === "scheduled";
  if (!isScheduled || decision.is === "keep") return [];
  const problem = `scheduledAt: ${campaign} is already scheduled in the service, for ${asName(reading.scheduledDate ?? "an unknown time")}. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up.`;
  return [finding("warning", "schedule-pause", problem, ofDate)];
}

/**
 * Finds duplicates of a draft that gets a date. The checks of a new campaign have already reported all duplicates that
 * they could find without the date.
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
  return duplicatesOf({ campaign, dates }, program);
}

/**
 * Findings about a date that the campaign's status in the service doesn't allow. Every changed date reads the campaign
 * anyway, so this check adds no request.
 */
async function checkWithService(step: Step): Promise<NamedFinding[]> {
  const { account, own, props, old } = step;
  if (own.id === undefined) return [];
  const isSent = hasOtherTime(
    old as ScheduleState,
    props as CampaignScheduleProps,
    account.settings.value("timeZone"),
    account.now().earlier,
  );
  const found = isSent ? await checkChange(step) : [];
  return [...found, ...(await checkDrifted(step, isSent))];
}

/**
 * Findings about a changed date. The service changes a date only while the campaign is paused, and a changed date
 * resumes the campaign. If campaigns can't be read, `checkDate` in check.ts warns instead.
 */
async function checkChange({ account, props, old }: Step): Promise<NamedFinding[]> {
  const { campaignId, scheduledAt = "" } = props;
  const { settings } = account;
  const isKnown = campaignId !== undefined && !isUnknown(campaignId);
  if (!settings.isExtended || !isKnown) return [];
  const warning = (problem: string) => [finding("warning", "schedule-pause", problem, ofDate)];
  const listed = await readingOf(account, campaignId);
  // A campaign that this update has created may not be in the service's list yet.
  const isHidden = listed === "missing" && account.claims.isClaimed("Campaign", campaignId);
  const reading = isHidden ? "unread" : listed;
  const step = { old: old as ScheduleState, props: { ...props, campaignId, scheduledAt } };
  const decision = decide(dateChange(step, settings), reading, account.now());
  const refused = await refusedFinding(decision, { account, campaignId, reading });
  if (refused) return [refused];
  const isRow = decision.is === "send" && typeof reading === "object";
  if (isRow && isOtherCampaign(settings, reading)) return [otherFinding(campaignId)];
  // If somebody has moved the date, the declared date is only sent back if the campaign is still scheduled.
  const campaign = campaignInWords(seenObject(settings, "Campaign", campaignId));
  if (isMovedOnly(old, props)) return warning(movedDate(campaign, hintForMove(old, settings)));
  const zone = settings.value("timeZone");
  if (isUnknown(scheduledAt) || isSameTime(old.scheduledAt ?? "", scheduledAt, zone)) return [];
  const problem =
    typeof reading === "object"
      ? { scheduled: nowScheduled, paused: nowPaused }[reading.status]
      : pauseUnchecked;
  return problem === undefined || decision.is === "keep" ? [] : warning(problem(campaign));
}

/**
 * The finding about a campaign that the service's list lacks. `ignoreChecks` can't suppress it, because the update
 * would not send the date anyway.
 */
async function missing(campaignId: string, account: Account): Promise<NamedFinding> {
  const sameNamed = await campaignsOf(account).namedOnce(campaignId, 1);
  return { ...missingFinding(campaignId, sameNamed), ...ofCampaign, cannotBeIgnored: true };
}

interface Read {
  readonly account: Account;
  readonly campaignId: string;
  readonly reading: ReadCampaign;
}

/**
 * The finding if the update would refuse every date because of the campaign as read: it is missing, or contacts may have
 * got it. `dateRefusal` reports a refusal because of the dates.
 */
async function refusedFinding(
  decision: Decision,
  { account, campaignId, reading }: Read,
): Promise<NamedFinding | undefined> {
  if (decision.is !== "refuse" || decision.campaign === undefined) return undefined;
  if (reading === "missing") return missing(campaignId, account);
  const problem = `campaignId: the campaign ${decision.campaign}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule.`;
  return { ...finding("error", "campaign-closed", problem, ofCampaign), cannotBeIgnored: true };
}

function otherFinding(campaignId: string): NamedFinding {
  const problem = `campaignId: ${otherCampaign(campaignId)}, so its date will not be sent, and the update will fail. ${hintForOther}`;
  return { ...finding("error", "campaign-unknown", problem, ofCampaign), cannotBeIgnored: true };
}

const mayBeDated = (campaign: string) =>
  `scheduledAt: ${campaign} may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up.`;

const movedDate = (campaign: string, hint: string) =>
  `scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while ${campaign} is scheduled. ${hint}`;

const nowScheduled = (campaign: string) =>
  `scheduledAt: ${campaign} is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it.`;

const nowPaused = (campaign: string) =>
  `scheduledAt: ${campaign} is paused now, and the new date resumes it: it will be sent on that date.`;
