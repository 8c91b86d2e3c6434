import { hourMs, instantMs, localMs } from "../input/time";
import { isUnknown } from "../plain/value";

/** The largest offsets of time zones, behind UTC and ahead of UTC. */
const zonesBehindMs = 12 * hourMs;
const zonesAheadMs = 14 * hourMs;
/** A date that is past by more than this was most likely past in the preview, too. */
const longPastMs = 24 * hourMs;

/** The time by this machine's clock and, if known, by the service's clock. If they differ, one of them is wrong. */
export interface Now {
  /** The earlier of the two times. A date before this time has passed by both clocks. */
  readonly earlier: number;
  /** The later of the two times. A date before this time has passed by at least one clock. */
  readonly later: number;
  /** Both times in words; absent if `earlier` and `later` are equal. */
  readonly words?: string;
}

export function ownNow(): Now {
  const now = Date.now();
  return { earlier: now, later: now };
}

export function inUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/**
 * The instants in milliseconds that a text may mean, earliest first. A local time that occurs twice has two. If no zone
 * is known, a local time has the earliest and the latest possible instant.
 */
function instantsOf(time: string, zone: string | undefined): readonly number[] {
  const instant = instantMs(time);
  if (instant !== undefined) return [instant];
  const utc = localMs(time);
  if (utc === undefined) return [];
  if (zone === undefined) return [utc - zonesAheadMs, utc + zonesBehindMs];
  // A local time occurs twice when the clocks are set back.
  const occurrences = inZone(time, zone).getPossibleOffsets();
  return occurrences.map((one) => one.toMillis()).sort((one, other) => one - other);
}

/** The instants of a time as ISO 8601, earliest first: two if it occurs twice, none for a local time without a zone. */
export function isoInstants(time: string, zone: string | undefined): string[] {
  if (zone === undefined && instantMs(time) === undefined) return [];
  return instantsOf(time, zone).map((instant) => new Date(instant).toISOString());
}

/** True if the latest instant that a time may mean is past. */
export function isPast(time: string, zone?: string, now: number = Date.now()): boolean {
  const latest = instantsOf(time, zone).at(-1);
  return latest !== undefined && latest < now;
}

export function isLongPast(time: string, zone?: string, now: number = Date.now()): boolean {
  return isPast(time, zone, now - longPastMs);
}

/** True if the earliest instant that a time may mean is past. */
export function mayBePast(time: string, zone?: string, now: number = Date.now()): boolean {
  const earliest = instantsOf(time, zone)[0];
  return earliest !== undefined && earliest <= now;
}

/** The local time in a zone; undefined for an instant if no zone is known. */
export function localTime(time: string, zone: string | undefined): string | undefined {
  if (instantMs(time) === undefined) return time;
  return zone === undefined ? undefined : inZone(time, zone).toFormat(localTimeFormat);
}

export function isSameTime(one: string, other: string, zone: string | undefined): boolean {
  const instant = instantMs(one);
  if (instant !== undefined && instant === instantMs(other)) return true;
  const local = localTime(one, zone);
  return local !== undefined && local === localTime(other, zone);
}

/** The effect of a clock change on a local time, if any. For a skipped time, `next` is what clocks show instead. */
export function clockChange(local: string, zone: string) {
  const placed = inZone(local, zone);
  const shown = placed.toFormat(localTimeFormat);
  if (shown !== local) return { kind: "skipped", next: shown } as const;
  return placed.getPossibleOffsets().length > 1 ? ({ kind: "repeated" } as const) : undefined;
}

const localTimeFormat = "yyyy-MM-dd HH:mm:ss";

function inZone(time: string, zone: string) {
  // luxon is loaded on demand, because a program without a time zone doesn't need it.
  const { DateTime } = require("luxon") as typeof import("luxon");
  const instant = instantMs(time);
  return instant === undefined
    ? DateTime.fromSQL(time, { zone })
    : DateTime.fromMillis(instant, { zone });
}

interface DeclaredDate {
  readonly scheduledAt: string;
  readonly ignoreChecks?: readonly string[];
}

interface KnownDate extends DeclaredDate {
  readonly sent?: boolean;
  readonly sentTime?: string;
  readonly status?: string;
}

export const pausedWords = "paused when it was last read, not sent unless somebody resumes it";

export function pausedSentence({ status }: Pick<KnownDate, "status">): string | undefined {
  return status === "paused" ? `${pausedWords}.` : undefined;
}

/** The reason why a campaign isn't waiting for its date. Undefined if the campaign may still be sent on that date. */
export function notSentReasonOf(
  { scheduledAt, sent, status = "" }: KnownDate,
  zone?: string,
  now?: number,
): string | undefined {
  const ending = (notSentReasons as Readonly<Record<string, string>>)[status];
  if (ending !== undefined) return ending;
  if (sent === false) return "its date was never sent to the service.";
  return isPast(scheduledAt, zone, now)
    ? "the campaign keeps its date, which is in the past."
    : undefined;
}

/** The reasons why a campaign no longer waits for its date, by the campaign's last known status. */
export const notSentReasons = {
  processing: "the campaign is being sent.",
  finished: "the campaign was sent.",
  aborted: "the campaign was aborted.",
  missing: "the campaign is missing from the service's list of campaigns.",
} as const satisfies Readonly<Record<string, string>>;

/** True if the date is long past and `ignoreChecks` has `schedule-past`. A create then stores it without sending it. */
export function isRecordedOnly(
  { scheduledAt, ignoreChecks = [] }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  return ignoreChecks.includes("schedule-past") && isLongPast(scheduledAt, zone, now);
}

/** True if the declared date is another time than the recorded one, or must be sent again after a time zone change. */
export function hasOtherTime(
  old: KnownDate,
  { scheduledAt }: DeclaredDate,
  zone: string | undefined,
  now?: number,
): boolean {
  // An unknown date in the state is unconfirmed, so it counts as different from any declared date.
  if (isUnknown(old.scheduledAt)) return true;
  const before = old.sentTime ?? localTime(old.scheduledAt, zone);
  const wanted = localTime(scheduledAt, zone);
  if (before !== undefined && before === wanted) return false;
  const isSame = isSameTime(old.scheduledAt, scheduledAt, zone);
  // In another time zone, the same instant has another local time, so a date in the future must be sent again.
  const isElsewhere = old.sentTime !== undefined && wanted !== undefined;
  const isOver = [scheduledAt, before ?? scheduledAt].some((time) => mayBePast(time, zone, now));
  return !isSame || (isElsewhere && !isOver);
}
