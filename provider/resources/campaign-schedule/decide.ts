import type { DateContext } from "../../account/account";
import { recordOf } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import {
  clockChange,
  hasOtherTime,
  inUtc,
  isLongPast,
  isPast,
  isRecordedOnly,
  isSameTime,
  localTime,
  mayBePast,
  type Now,
  ownNow,
} from "../../email/date";
import { quoted } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import { localMs } from "../../input/time";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { isUnknown } from "../../plain/value";
import type { Settings } from "../../settings/settings";
import { campaignInWords, closedWords, isClosed, isUnsent } from "../campaign-shared/status";
import type { CampaignScheduleProps, ScheduleState, ScheduleStep } from "./props";
import { isSameDate } from "./read";

export type Decision =
  | { readonly is: "send"; readonly isShownUnsent: boolean }
  // The service already has the declared date. `why` selects the warning, if one is needed.
  | { readonly is: "keep"; readonly why?: "paused" | "moved" }
  // Only the state gets the date.
  | { readonly is: "record"; readonly why: "long past" | "unconfirmed" }
  // No request is made. "sent": the campaign was emailed. "moved": its date was moved in the service, and the campaign
  // isn't scheduled. "unread": its date was moved, and the campaign can't be read.
  | { readonly is: "leave"; readonly why: "unread" | "moved" | "sent" }
  // The date must not be sent, because the campaign can't get one (`campaign`) or a date may have passed (`doubt`).
  | { readonly is: "refuse"; readonly campaign?: string; readonly doubt?: string };

export type ShownDate = Pick<CampaignRow, "status" | "scheduledDate" | "report">;

/** The listed campaign, "missing" if the list lacks it, or "unread" if neither is certain. */
export type DateReading = ShownDate | "missing" | "unread";

export interface DateChange extends ScheduleStep {
  readonly settings: Settings;
  /** The declared date and the dates that the campaign may already have in the service, in the form of `localDate`. */
  readonly dates: {
    readonly declared: string;
    readonly old: string | undefined;
    /** Dates that the campaign may have because a request with a date got no response. */
    readonly lost: readonly string[];
  };
  /** The campaign as read before the first attempt; "unread" if it couldn't be read. Only set in later attempts. */
  readonly first?: ShownDate | "unread" | undefined;
}

export function dateChange({ old, props }: ScheduleStep, settings: Settings): DateChange {
  const local = (time: string) => localDate(time, settings);
  const declared = local(props.scheduledAt);
  if (old === undefined) return { props, settings, dates: { declared, old: undefined, lost: [] } };
  const before = old.sentTime ?? (isUndated(old) ? undefined : local(old.scheduledAt));
  const dates = {
    declared,
    old: old.sent === false ? undefined : before,
    // Earlier provider versions didn't record a date whose response was lost, so the declared date may have been sent.
    lost: old.unconfirmedTimes ?? (isUndated(old) ? [declared] : []),
  };
  return { old, props, settings, dates };
}

/** The date as local time in the service's time zone. An instant stays unchanged if the time zone isn't known. */
export function localDate(time: string, settings: Settings): string {
  return localTime(time, settings.value("timeZone")) ?? time;
}

/** True if a create only records the date in the state, because it is long past and `ignoreChecks` allows this. */
export function isOnlyRecorded(
  at: DateContext,
  { scheduledAt = "", ignoreChecks = [] }: Partial<CampaignScheduleProps>,
): boolean {
  const zone = at.settings.value("timeZone");
  return isRecordedOnly({ scheduledAt, ignoreChecks }, zone, at.now().earlier);
}

/** True if an update may send the declared date, because the state has another date or the time zone has changed. */
export function isOtherTime(at: DateContext, old: ScheduleState, props: CampaignScheduleProps) {
  return hasOtherTime(old, props, at.settings.value("timeZone"), at.now().earlier);
}

/** True if the state has no confirmed date, for example after an unconfirmed create. */
export function isUndated(old: Partial<ScheduleState> | undefined): boolean {
  return old?.scheduledAt === undefined || isUnknown(old.scheduledAt);
}

/** True if somebody has moved the date in the service, and the program still declares the previous date. */
export function isMovedOnly(
  { __reading }: Partial<ScheduleState> = {},
  { scheduledAt }: Partial<CampaignScheduleProps>,
): boolean {
  return scheduledAt !== undefined && __reading?.declared === scheduledAt;
}

/** Decides whether to send a date. A campaign that may have been sent gets none, because it could be sent twice. */
export function decide(change: DateChange, reading: DateReading, now: Now): Decision {
  const { old, props, settings } = change;
  if (old === undefined && isRecordedOnly(props, settings.value("timeZone"), now.earlier)) {
    return { is: "record", why: "long past" };
  }
  if (reading === "missing") {
    return { is: "refuse", campaign: "is missing from the service's list of campaigns" };
  }
  if (reading !== "unread") return decideByReading(change, reading, now);
  // Without a reading, a moved date isn't changed back, because a date would resume the campaign if it is paused.
  return isMovedOnly(old, props) ? { is: "leave", why: "unread" } : decideByDates(change, now);
}

function decideByReading(change: DateChange, row: ShownDate, now: Now): Decision {
  const { old, props, settings, dates, first = row } = change;
  const { status, scheduledDate } = row;
  const hasDate = isSameDate(row, dates.declared);
  // If the date has changed since the first attempt, an attempt most likely set it, and the service reformatted it.
  const isSet = hasDate || (first !== "unread" && first.scheduledDate !== scheduledDate);
  if (status === "scheduled") return isSet ? { is: "keep" } : decideByDates(change, now, row);
  // Somebody has most likely paused the campaign after its date was set. So the campaign stays paused.
  if (status === "paused" && isSet) return { is: "keep", why: "paused" };
  // Sending a date would resume a paused campaign, so a moved date is changed back only on a scheduled campaign.
  if (isMovedOnly(old, props)) return { is: hasDate ? "keep" : "leave", why: "moved" };
  // Sending a date also resumes a paused campaign. So a paused campaign gets a date only if no contact was emailed yet.
  if (isUnsent(row)) return decideByDates(change, now, row);
  const isDue = () => isPast(dates.declared, settings.value("timeZone"), now.earlier);
  if (status === "finished" && isUndated(old) && (hasDate || isDue())) {
    return { is: "leave", why: "sent" };
  }
  const isExplained = hasDate || (isUndated(old) && isClosed(row));
  const doubt = isExplained ? undefined : passedDateReason(change, now);
  return { is: "refuse", campaign: closedReason(row), ...(doubt !== undefined && { doubt }) };
}

/** Decides by the clock and the dates the service may have. Each attempt decides again, because a date may pass. */
function decideByDates(change: DateChange, now: Now, row?: ShownDate): Decision {
  const { dates, props, first } = change;
  // Later attempts don't trust the status, because the list may lag behind an earlier attempt that set the date.
  const isShownUnsent = row !== undefined && first === undefined && isUnsent(row);
  const doubt = passedDateReason(change, now, isShownUnsent);
  if (doubt === undefined) return { is: "send", isShownUnsent };
  // A campaign that isn't a draft may have another date and be sent on that date, so the declared date isn't recorded.
  const hasOtherDate = row !== undefined && row.status !== "draft";
  const mayBeRecorded = dates.lost.length > 0 && props.ignoreChecks?.includes("schedule-past");
  const isPastForSure = () => passedDateReasonAt(now.earlier, change, isShownUnsent) !== undefined;
  return mayBeRecorded && !hasOtherDate && isPastForSure()
    ? { is: "record", why: "unconfirmed" }
    : { is: "refuse", doubt };
}

function closedReason({ status, report }: ShownDate): string {
  if (status !== "paused") return closedWords[status] ?? `has the status ${quoted(status)}`;
  return report.sent === undefined
    ? "is paused, and the service doesn't say whether part of it was sent"
    : `is paused, and was sent to ${report.sent} contacts already`;
}

/** Returns the reason to refuse a date if one of the campaign's dates may have passed. */
function passedDateReason(change: DateChange, { later, words }: Now, isUnsentYet = false) {
  const doubt = passedDateReasonAt(later, change, isUnsentYet);
  return doubt === undefined || words === undefined ? doubt : `${doubt}. ${words}`;
}

/** The reason to refuse a date at the time `now`. If the campaign is surely unsent, only the declared date counts. */
function passedDateReasonAt(now: number, { dates, settings }: DateChange, isUnsentYet: boolean) {
  const zone = settings.value("timeZone");
  const { declared } = dates;
  const mayBeOver = (time: string) => mayBePast(time, zone, now);
  const isOverNow = (time: string) =>
    zone === undefined ? isPast(time, zone, now) : mayBeOver(time);
  const old = isUnsentYet ? undefined : dates.old;
  const lost = isUnsentYet ? dates.lost.filter((time) => time === declared) : dates.lost;
  if (old !== undefined && isOverNow(old)) return alreadySentProblem;
  if (lost.some(isOverNow)) return passedUnconfirmedProblem;
  if (isOverNow(declared)) return pastDateProblem;
  if (zone !== undefined || isUnsentYet) return undefined;
  const unzoned = (which: string) =>
    `${which}may be past in the service's time zone, and a campaign with that date may have been sent already. Set timeZone. That is the time zone in which the service reads dates (${settings.place("timeZone")})`;
  if (mayBeOver(declared)) return unzoned("");
  if (old !== undefined && mayBeOver(old)) return unzoned("the old date ");
  return lost.some(mayBeOver) ? unzoned("a date that was sent without a reply ") : undefined;
}

const passedUnconfirmedProblem =
  'a date that was sent without a reply is past, so the campaign may have been sent, and no date is sent. Look at the campaign in the service\'s web app. If it was sent, add "schedule-past" to ignoreChecks: the declared date is then recorded and not sent. If it was not, run pulumi state delete <urn> (pulumi stack --show-urns shows the URN), set a later time, and run pulumi up';

const pastDateProblem =
  "is in the past by now, so it is not sent. Set a later time, and run pulumi up";

const alreadySentProblem =
  "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges";

const path = "scheduledAt";

/** Findings about a new or changed date, without reading the campaign from the service. */
export function checkDate(
  props: Partial<CampaignScheduleProps>,
  context?: CheckContext<CampaignScheduleProps>,
): readonly Finding[] {
  const settings = context?.settings;
  const { scheduledAt, campaignId = "" } = props;
  if (!settings || scheduledAt === undefined) return [];
  const zone = settings.value("timeZone");
  const old = context.old?.scheduledAt === undefined ? undefined : context.old;
  // With the extended operations, a preflight check reads whether the campaign is paused, and warns if needed.
  const mustPause = old !== undefined && !settings.isExtended;
  if (isUnknown(scheduledAt)) {
    return mustPause && !isPast(old.scheduledAt, zone)
      ? [ifDateChanges(pauseFirst(settings, campaignId))]
      : [];
  }
  if (old !== undefined && isSameTime(old.scheduledAt, scheduledAt, zone)) return [];
  const local = localTime(scheduledAt, zone);
  // With sending "refuse", a missing time zone isn't reported, because the date is refused anyway.
  const isRefused = settings.value("sending") === "refuse";
  if (local === undefined) return isRefused ? [] : [{ path, problem: zoneNeeded(settings) }];
  if (localMs(local) === undefined) {
    const problem = `${scheduledAt} is not in the years 0000 to 9999 by the clocks of ${zone ?? ""}. Set another time`;
    return [{ path, problem }];
  }
  const change = dateChange({ old, props: { ...props, campaignId, scheduledAt } }, settings);
  // With the extended operations, a later step reads the campaign, and then decides about the date.
  const decision = settings.isExtended ? undefined : decide(change, "unread", ownNow());
  const doubt = decision?.is === "refuse" ? decision.doubt : undefined;
  if (doubt === alreadySentProblem) return [{ path, problem: doubt }];
  if (isPast(scheduledAt, zone)) return [pastDate(change)];
  const found = zone === undefined ? [] : judgeClock(scheduledAt, { local, zone });
  if (doubt !== undefined) found.unshift({ path, problem: doubt });
  if (mustPause) found.push(pauseFirst(settings, campaignId));
  return found;
}

/** The warning about a changed date if it isn't known whether the campaign is paused. */
export function pauseFirst(settings: Settings, campaignId: string): NamedFinding {
  const campaign = campaignInWords(recordOf(settings).object("Campaign", campaignId));
  const problem = `scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause ${campaign} in the service's web app before you run pulumi up.`;
  return finding("warning", "schedule-pause", problem, { input: path });
}

/** Turns a finding about a changed date into a warning, because the preview can't know whether the date changes. */
export function ifDateChanges(found: NamedFinding): NamedFinding {
  const input = `${found.input}: `;
  const [start, words] = found.problem.startsWith(input)
    ? [input, found.problem.slice(input.length)]
    : ["", found.problem];
  const problem = `${start}only the update knows whether the date changes. If it does: ${words}`;
  return { ...found, level: "warning", problem };
}

export function zoneNeeded(settings: Settings): string {
  return (
    "a time with an offset needs the setting timeZone, the time zone in which the service reads dates. Set " +
    `${settings.place("timeZone")} to it, such as America/New_York, or use the form YYYY-MM-DD HH:MM:SS`
  );
}

function pastDate({ old, props, settings }: DateChange): Finding {
  const { scheduledAt } = props;
  const zone = settings.value("timeZone");
  const since = `${scheduledAt} is in the past${zone === undefined ? " in every time zone" : ""}`;
  const isLong = isLongPast(scheduledAt, zone);
  // `ignoreChecks` allows only a new, long past date. After a change, the service may still send on the old date.
  if (old !== undefined || !isLong) {
    // The message shows this machine's time, because this clock may be wrong, and a check has no other clock.
    const clock = isLong ? "" : `. This machine's clock shows ${inUtc(Date.now())}`;
    return { path, problem: `${since}. Set a later time${clock}` };
  }
  if (isOnlyRecorded({ settings, now: ownNow }, props)) {
    const problem = `${since}, so the date is recorded in the state and not sent to the service`;
    return { path, problem, level: "warning" };
  }
  const problem = `${since}. Set a later time. If this campaign was sent, add "schedule-past" to ignoreChecks: the date is then recorded and not sent`;
  return { path, problem, level: "error", name: "schedule-past" };
}

/** Findings about local times that a clock change skips or repeats, because the service only accepts local times. */
function judgeClock(
  scheduledAt: string,
  { local, zone }: { readonly local: string; readonly zone: string },
): Finding[] {
  const change = clockChange(local, zone);
  if (change?.kind === "skipped") {
    const problem = `${local} does not exist in ${zone}: the clocks go forward and skip it. Set another time, such as ${change.next}`;
    return [{ path, problem, level: "error", name: "schedule-time-skipped" }];
  }
  if (change === undefined) return [];
  const sent = scheduledAt === local ? "" : `is sent as ${local}, which `;
  const problem = `scheduledAt: ${scheduledAt} ${sent}happens twice in ${zone}: the clocks go back and repeat this hour. The service may use either time. Set a time outside this hour.`;
  return [finding("warning", "schedule-time-repeated", problem, { input: path })];
}
