import { type Check, ofType } from "./check";

const hourMs = 3_600_000;
/** Clocks on earth are at most this far behind and ahead of UTC. */
const zonesBehindMs = 12 * hourMs;
const zonesAheadMs = 14 * hourMs;

/** A day that exists, `YYYY-MM-DD`. */
export const day: Check = ofType("string", (value: string, path) =>
  timeOf(`${value} 00:00:00`) === undefined
    ? [{ path, problem: "must be an existing date in the form YYYY-MM-DD" }]
    : [],
);

/** A time that exists, `YYYY-MM-DD HH:MM:SS`, in a zone that it does not name. */
export const localTime: Check = ofType("string", (value: string, path) =>
  timeOf(value) === undefined
    ? [{ path, problem: "must be an existing time in the form YYYY-MM-DD HH:MM:SS" }]
    : [],
);

/** Whether a local time is past in every zone. */
export function isPast(localTime: string, now: number = Date.now()): boolean {
  const time = timeOf(localTime);
  return time !== undefined && time < now - zonesBehindMs;
}

/** Whether a local time is past in some zones only. */
export function mayBePast(localTime: string, now: number = Date.now()): boolean {
  const time = timeOf(localTime);
  return time !== undefined && !isPast(localTime, now) && time <= now + zonesAheadMs;
}

/** The moment when UTC shows this local time; undefined when no clock ever does. */
function timeOf(localTime: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(localTime)) return undefined;
  const iso = `${localTime.replace(" ", "T")}.000Z`;
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) || time.toISOString() !== iso ? undefined : time.getTime();
}
