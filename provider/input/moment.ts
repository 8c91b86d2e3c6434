import { instantMs, localMs } from "./time";

const hourMs = 3_600_000;
/** Clocks on earth are at most this far behind and ahead of UTC. */
const zonesBehindMs = 12 * hourMs;
const zonesAheadMs = 14 * hourMs;
/** Nothing that is past by more was ahead when a preview of the same run looked at it. */
const longMs = 24 * hourMs;

/** What time it is. Where the clocks of this machine and of the service differ, one of them is wrong. */
export interface Now {
  /** By the clock that is behind: what is past by it is past. */
  readonly earlier: number;
  /** By the clock that is ahead: what is past by it may be past. */
  readonly later: number;
  /** Both times, where they differ. */
  readonly words?: string;
}

export function ownNow(): Now {
  const now = Date.now();
  return { earlier: now, later: now };
}

export function inUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The moments that a time may mean: one only for an instant, and nearly always for a local time in a known zone. */
function momentsOf(time: string, zone: string | undefined): readonly number[] {
  const instant = instantMs(time);
  if (instant !== undefined) return [instant];
  const utc = localMs(time);
  if (utc === undefined) return [];
  if (zone === undefined) return [utc - zonesAheadMs, utc + zonesBehindMs];
  // A local time happens twice where the clocks are put back.
  const moments = inZone(time, zone).getPossibleOffsets();
  return moments.map((moment) => moment.toMillis()).sort((one, other) => one - other);
}

/** The moment of a time, in ISO 8601; undefined for a local time whose zone is not known. */
export function momentOf(time: string, zone: string | undefined): string | undefined {
  return possibleMoments(time, zone)[0];
}

/** The same; two for a local time that happens twice. */
export function possibleMoments(time: string, zone: string | undefined): string[] {
  if (zone === undefined && instantMs(time) === undefined) return [];
  return momentsOf(time, zone).map((moment) => new Date(moment).toISOString());
}

/** Whether a time is past: by the clocks of the zone, or in every zone where none is known. */
export function isPast(time: string, zone?: string, now: number = Date.now()): boolean {
  const latest = momentsOf(time, zone).at(-1);
  return latest !== undefined && latest < now;
}

export function isLongPast(time: string, zone?: string, now: number = Date.now()): boolean {
  return isPast(time, zone, now - longMs);
}

/** Whether a time may be past: in some zone where none is known, or the first time where the clocks show it twice. */
export function mayBePast(time: string, zone?: string, now: number = Date.now()): boolean {
  const earliest = momentsOf(time, zone)[0];
  return earliest !== undefined && earliest <= now;
}

/** A time by the clocks of a zone; undefined for an instant where no zone is known. */
export function localTime(time: string, zone: string | undefined): string | undefined {
  if (instantMs(time) === undefined) return time;
  return zone === undefined ? undefined : inZone(time, zone).toFormat(form);
}

export function isSameTime(one: string, other: string, zone: string | undefined): boolean {
  if (one === other) return true;
  const moment = instantMs(one);
  if (moment !== undefined && moment === instantMs(other)) return true;
  const local = localTime(one, zone);
  return local !== undefined && local === localTime(other, zone);
}

/**
 * What a change of the clocks in a zone does to a local time: put forward past it, they show `next` instead; put back, they show it
 * twice. Undefined for any other.
 */
export function clockChange(local: string, zone: string) {
  const placed = inZone(local, zone);
  const shown = placed.toFormat(form);
  if (shown !== local) return { kind: "skipped", next: shown } as const;
  return placed.getPossibleOffsets().length > 1 ? ({ kind: "repeated" } as const) : undefined;
}

const form = "yyyy-MM-dd HH:mm:ss";

function inZone(time: string, zone: string) {
  // Loaded only where a zone is set.
  const { DateTime } = require("luxon") as typeof import("luxon");
  const instant = instantMs(time);
  return instant === undefined
    ? DateTime.fromSQL(time, { zone })
    : DateTime.fromMillis(instant, { zone });
}
