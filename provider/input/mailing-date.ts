import { isLongPast, isPast, isSameTime, localTime, mayBePast } from "./moment";
import { isUnknown } from "./plain";

interface DeclaredDate {
  readonly scheduledAt: string;
  readonly ignoreChecks?: readonly string[];
}

interface KnownDate extends DeclaredDate {
  readonly sent?: boolean;
  readonly sentTime?: string;
  readonly status?: string;
}

/** The words about a campaign that was paused in the service according to the state. */
export const pausedWords = "paused when it was last read, not sent unless somebody resumes it";

/** A sentence about the paused campaign of a schedule; undefined if it wasn't paused. */
export function pausedOf({ status }: Pick<KnownDate, "status">): string | undefined {
  return status === "paused" ? `${pausedWords}.` : undefined;
}

/** The reason why the campaign of a schedule won't be sent any more. Undefined if the campaign will still be sent. */
export function endingOf(
  { scheduledAt, sent, status = "" }: KnownDate,
  zone?: string,
  now?: number,
): string | undefined {
  const ending = (endings as Readonly<Record<string, string>>)[status];
  if (ending !== undefined) return ending;
  if (sent === false) return "its date was never sent to the service.";
  return isPast(scheduledAt, zone, now)
    ? "the campaign keeps its date, which is in the past."
    : undefined;
}

/** The sentences about the delete of a campaign's schedule, by the campaign's last known status. */
export const endings = {
  processing: "the campaign is being sent.",
  finished: "the campaign was sent.",
  aborted: "the campaign was aborted.",
  missing: "the campaign is missing from the service's list of campaigns.",
} as const satisfies Readonly<Record<string, string>>;

/**
 * True if the date is recorded in the state but never sent to the service, because the campaign was sent in the past.
 */
export function isRecordedOnly(
  { scheduledAt, ignoreChecks = [] }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  return ignoreChecks.includes("schedule-past") && isLongPast(scheduledAt, zone, now);
}

/** True if the service's date differs from the declared one. Another spelling of the same time doesn't count. */
export function hasOtherTime(
  old: KnownDate,
  { scheduledAt }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  // An unknown date in the state means an unconfirmed one. An unconfirmed date counts as different from any declared
  // date.
  if (isUnknown(old.scheduledAt)) return true;
  const [before, wanted] = [
    old.sentTime ?? localTime(old.scheduledAt, zone),
    localTime(scheduledAt, zone),
  ];
  if (before !== undefined && before === wanted) return false;
  const isSame = isSameTime(old.scheduledAt, scheduledAt, zone);
  // In another time zone, the same instant has another local time. So after a change of the time zone, a date in the
  // future must be sent again.
  const isElsewhere = old.sentTime !== undefined && wanted !== undefined;
  const isOver = [scheduledAt, before ?? scheduledAt].some((time) => mayBePast(time, zone, now));
  return !isSame || (isElsewhere && !isOver);
}
