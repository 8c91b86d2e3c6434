import type { DateContext } from "../../account/service-time";
import type { CampaignRow } from "../../api/campaign-list";
import { quoted } from "../../errors/redact";
import { isRecordedOnly } from "../../input/mailing-date";
import { isPast, localTime, mayBePast, type Now, ownNow } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import type { Settings } from "../../settings/settings";
import { closedWords, isClosed, isUnsent } from "../campaigns/status";
import type { CampaignScheduleProps, ScheduleState, ScheduleStep } from "./props";
import { isSameDate } from "./read";

/**
 * The decision about a date. `keep`: the service already has the date. `record`: only the state gets it. `leave`: the
 * service keeps another date, or the campaign was sent. `refuse`: the date must not be sent, because of the
 * campaign's status or of a date that may have passed.
 */
export type Decision =
  | { readonly is: "send"; readonly isShownUnsent: boolean }
  | { readonly is: "keep"; readonly why?: "paused" | "moved" }
  | { readonly is: "record"; readonly why: "long past" | "unconfirmed" }
  | { readonly is: "leave"; readonly why: "unread" | "moved" | "sent" }
  | { readonly is: "refuse"; readonly campaign?: string; readonly doubt?: string };

/** The part of a campaign's row that a decision reads. */
export type ShownDate = Pick<CampaignRow, "status" | "scheduledDate" | "report">;

/**
 * The campaign as read: its row, "missing" if a complete list lacks it, "unread" if nothing shows it, or "later" if
 * only the update reads it.
 */
export type DateReading = ShownDate | "missing" | "unread" | "later";

/** A campaign that was never scheduled. */
export const draft: ShownDate = { status: "draft", report: {} };

export interface DateChange extends ScheduleStep {
  readonly settings: Settings;
  readonly dates: Dates;
  /** The campaign as read before the first attempt; absent in that attempt. */
  readonly first?: ShownDate | undefined;
}

/** The dates that a campaign may have been sent on, as local times of the service. */
interface Dates {
  readonly declared: string;
  readonly old: string | undefined;
  /** Sent without a response. */
  readonly lost: readonly string[];
}

/** The change that a step makes, with the dates that the service may have. */
export function dateChange({ old, props }: ScheduleStep, settings: Settings): DateChange {
  const local = (time: string) => localDate(time, settings);
  const declared = local(props.scheduledAt);
  if (old === undefined) return { props, settings, dates: { declared, old: undefined, lost: [] } };
  const before = old.sentTime ?? (isUndated(old) ? undefined : local(old.scheduledAt));
  const dates = {
    declared,
    old: old.sent === false ? undefined : before,
    // An older state may lack the date, which is most likely the declared one.
    lost: old.unconfirmedTimes ?? (isUndated(old) ? [declared] : []),
  };
  return { old, props, settings, dates };
}

/** The local time in the service's zone. An instant stays unchanged if the zone isn't known. */
export function localDate(time: string, settings: Settings): string {
  return localTime(time, settings.value("timeZone")) ?? time;
}

/** The current time for an account. A check only knows this machine's clock. */
export function nowIn({ now = ownNow }: DateContext): Now {
  return now();
}

/** True if a date is only recorded, because it is long past by both clocks and `ignoreChecks` allows that. */
export function isOnlyRecorded(
  at: DateContext,
  { scheduledAt = "", ignoreChecks = [] }: Partial<CampaignScheduleProps>,
): boolean {
  const zone = at.settings.value("timeZone");
  return isRecordedOnly({ scheduledAt, ignoreChecks }, zone, nowIn(at).earlier);
}

/** True if the service may not have a date yet, which is also the case after an unconfirmed create. */
export function isUndated(old: Partial<ScheduleState> | undefined): boolean {
  return old?.scheduledAt === undefined || isUnknown(old.scheduledAt);
}

/** True if the program still declares the date that it had before somebody moved it in the service. */
export function isMovedOnly(
  { __reading }: Partial<ScheduleState> = {},
  { scheduledAt }: Partial<CampaignScheduleProps>,
): boolean {
  return scheduledAt !== undefined && __reading?.declared === scheduledAt;
}

/**
 * Decides about a date: in the check without a reading, in a preview by the shared reading, and in an update by a
 * reading right before each attempt. A date must not be sent if the campaign may have been sent, because the service
 * could send it a second time.
 */
export function decide(change: DateChange, reading: DateReading, now: Now): Decision {
  const { old, props, settings } = change;
  if (old === undefined && isRecordedOnly(props, settings.value("timeZone"), now.earlier)) {
    return { is: "record", why: "long past" };
  }
  if (reading === "later") return { is: "send", isShownUnsent: false };
  if (reading === "missing") {
    return { is: "refuse", campaign: "is missing from the service's list of campaigns" };
  }
  if (reading !== "unread") return decideByReading(change, reading, now);
  // A date that somebody has moved is only sent back if a reading right before shows the campaign.
  return isMovedOnly(old, props) ? { is: "leave", why: "unread" } : decideByDates(change, now);
}

function decideByReading(change: DateChange, row: ShownDate, now: Now): Decision {
  const { old, props, settings, dates, first = row } = change;
  const { status, scheduledDate } = row;
  const hasDate = isSameDate(row, dates.declared);
  // An earlier attempt has set the date, in any form that the service returns.
  const isSet = hasDate || first.scheduledDate !== scheduledDate;
  if (status === "scheduled") return isSet ? { is: "keep" } : decideByDates(change, now, row);
  // Somebody has paused the campaign after the date was set, perhaps in an interrupted run. It stays paused.
  if (status === "paused" && isSet) return { is: "keep", why: "paused" };
  // A date would resume a paused campaign, which the program hasn't asked for.
  if (isMovedOnly(old, props)) return { is: hasDate ? "keep" : "leave", why: "moved" };
  // A date resumes a paused campaign, so it is only sent if no one was emailed yet.
  if (isUnsent(row)) return decideByDates(change, now, row);
  const isDue = () => isPast(dates.declared, settings.value("timeZone"), now.earlier);
  if (status === "finished" && isUndated(old) && (hasDate || isDue())) {
    return { is: "leave", why: "sent" };
  }
  const isExplained = hasDate || (isUndated(old) && isClosed(row));
  const doubt = isExplained ? undefined : doubtIn(change, now);
  return { is: "refuse", campaign: closedBy(row), ...(doubt !== undefined && { doubt }) };
}

/**
 * Decides by the dates alone. Also needed right before an attempt, because a date may pass while the attempt waits.
 */
function decideByDates(change: DateChange, now: Now, row?: ShownDate): Decision {
  const { dates, props, first } = change;
  // Only the first reading counts, because a list that lags behind shows a draft even after an attempt that scheduled
  // it.
  const isShownUnsent = row !== undefined && first === undefined && isUnsent(row);
  const doubt = doubtIn(change, now, isShownUnsent);
  if (doubt === undefined) return { is: "send", isShownUnsent };
  // A campaign with another date is sent on that date, so the declared one isn't recorded.
  const hasOtherDate = row !== undefined && row.status !== "draft";
  const mayBeRecorded = dates.lost.length > 0 && props.ignoreChecks?.includes("schedule-past");
  const isPastForSure = () => doubtAt(now.earlier, change, isShownUnsent) !== undefined;
  return mayBeRecorded && !hasOtherDate && isPastForSure()
    ? { is: "record", why: "unconfirmed" }
    : { is: "refuse", doubt };
}

function closedBy({ status, report }: ShownDate): string {
  if (status !== "paused") return closedWords[status] ?? `has the status ${quoted(status)}`;
  return report.sent === undefined
    ? "is paused, and the service doesn't say whether part of it was sent"
    : `is paused, and was sent to ${report.sent} contacts already`;
}

/** The reason why no date may be sent; undefined while all dates are in the future. */
function doubtIn(change: DateChange, { later, words }: Now, isUnsentYet = false) {
  const doubt = doubtAt(later, change, isUnsentYet);
  return doubt === undefined || words === undefined ? doubt : `${doubt}. ${words}`;
}

/** The reason at a time. If a reading shows that the campaign wasn't sent, only the declared date counts. */
function doubtAt(
  now: number,
  { dates, settings }: DateChange,
  isUnsentYet: boolean,
): string | undefined {
  const zone = settings.value("timeZone");
  const { declared } = dates;
  const mayBeOver = (time: string) => mayBePast(time, zone, now);
  const isOverNow = (time: string) =>
    zone === undefined ? isPast(time, zone, now) : mayBeOver(time);
  const old = isUnsentYet ? undefined : dates.old;
  const lost = isUnsentYet ? dates.lost.filter((time) => time === declared) : dates.lost;
  if (old !== undefined && isOverNow(old)) return alreadySent;
  if (lost.some(isOverNow)) return late;
  if (isOverNow(declared)) return passed;
  if (zone !== undefined || isUnsentYet) return undefined;
  const unzoned = (which: string) =>
    `${which}may be past in the service's time zone, and a campaign with that date may have been sent already. Set timeZone. That is the time zone in which the service reads dates (${settings.place("timeZone")})`;
  if (mayBeOver(declared)) return unzoned("");
  if (old !== undefined && mayBeOver(old)) return unzoned("the old date ");
  return lost.some(mayBeOver) ? unzoned("a date that was sent without a reply ") : undefined;
}

const late =
  'a date that was sent without a reply is past, so the campaign may have been sent, and no date is sent. Look at the campaign in the service\'s web app. If it was sent, add "schedule-past" to ignoreChecks: the declared date is then recorded and not sent. If it was not, run pulumi state delete <urn> (pulumi stack --show-urns shows the URN), set a later time, and run pulumi up';

const passed = "is in the past by now, so it is not sent. Set a later time, and run pulumi up";

export const alreadySent =
  "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges";
