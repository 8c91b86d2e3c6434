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

/** What a state that was read shows of a campaign that somebody has paused. */
export const pausedWords = "paused when it was last read, not sent unless somebody resumes it";

/** The same as a sentence about the campaign of a schedule; undefined for one that wasn't paused. */
export function pausedOf({ status }: Pick<KnownDate, "status">): string | undefined {
  return status === "paused" ? `${pausedWords}.` : undefined;
}

/** Why the campaign of a schedule is not sent any more; undefined where it is still sent. */
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

/** What a removal says where the state knows what has become of the campaign. */
export const endings = {
  processing: "the campaign is being sent.",
  finished: "the campaign was sent.",
  aborted: "the campaign was aborted.",
  missing: "the campaign is missing from the service's list of campaigns.",
} as const satisfies Readonly<Record<string, string>>;

/** Whether a date is only recorded, because it says when a campaign of the past was sent. */
export function isRecordedOnly(
  { scheduledAt, ignoreChecks = [] }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  return ignoreChecks.includes("schedule-past") && isLongPast(scheduledAt, zone, now);
}

/** Whether the service has another time than is declared; another spelling of the same time is none. */
export function hasOtherTime(
  old: KnownDate,
  { scheduledAt }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  // An unconfirmed one differs from every time.
  if (isUnknown(old.scheduledAt)) return true;
  const [before, wanted] = [
    old.sentTime ?? localTime(old.scheduledAt, zone),
    localTime(scheduledAt, zone),
  ];
  if (before !== undefined && before === wanted) return false;
  const isSame = isSameTime(old.scheduledAt, scheduledAt, zone);
  // Another zone makes another local time of the same instant; but what is past was sent.
  const isElsewhere = old.sentTime !== undefined && wanted !== undefined;
  const isOver = [scheduledAt, before ?? scheduledAt].some((time) => mayBePast(time, zone, now));
  return !isSame || (isElsewhere && !isOver);
}
