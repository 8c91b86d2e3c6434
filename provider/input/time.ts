import { quoted } from "../errors/redact";
import type { Finding } from "./finding";
import { didYouMean } from "./nearest";
import { type Check, ofType } from "./validation";

/** Checks for an existing day, `YYYY-MM-DD`. */
export const day: Check = ofType("string", (value: string) =>
  localMs(`${value} 00:00:00`) === undefined
    ? `must be an existing date in the form YYYY-MM-DD${quotedIfDate(value)}`
    : undefined,
);

export function disorderedDays<First extends string, Last extends string>(
  args: { readonly [Name in First | Last]?: string },
  first: First,
  last: Last,
): readonly Finding[] {
  const [from, to] = [args[first], args[last]];
  if (from === undefined || to === undefined || to >= from) return [];
  return [{ path: last, problem: `${to} is before ${first}, ${from}` }];
}

/** Checks for a local time (`YYYY-MM-DD HH:MM:SS`) or an instant, which has an offset, a zone (RFC 9557), or both. */
export const time: Check = (value, path) => {
  if (typeof value !== "number") return timeText(value, path);
  const problem =
    "must be a time as a string, such as 2027-03-01T09:00:00-05:00 (got a number, which says neither its unit nor a time zone)";
  return [{ path, problem }];
};

const timeText = ofType("string", (value: string) => {
  const read = readInstant(value);
  if (localMs(value) !== undefined || typeof read === "number") return undefined;
  const problem =
    "must be an existing time in the form YYYY-MM-DD HH:MM:SS, or with an offset or a time zone, such as 2027-03-01T09:00:00-05:00 or 2027-03-01T09:00:00[America/New_York]";
  return read ?? problem + quotedIfDate(value);
});

/** Quotes a value only if it looks like a date. Another value may be an email address or a key, set by mistake. */
function quotedIfDate(value: string): string {
  const isDate =
    /^[\d\s:.,/TZ+-]{1,40}$/.test(value) ||
    (value.length <= 40 &&
      value
        .split(/,? /)
        .every((word) => /^([a-z]{1,9}|\d{1,4}[a-z]{0,2}|[\d:.]{1,8})$/i.test(word)));
  return isDate ? ` (got ${quoted(value)})` : "";
}

/** The milliseconds since 1970 of a local `YYYY-MM-DD hh:mm:ss`, as if it were UTC. Undefined for another text. */
export function localMs(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  // JavaScript reads February 30 as a day in March, so the date is formatted again and compared.
  const iso = `${text.replace(" ", "T")}.000Z`;
  return new Date(iso).toJSON() === iso ? Date.parse(iso) : undefined;
}

/** An instant in ISO 8601 or RFC 9557, in milliseconds since 1970. Undefined for other texts. */
export function instantMs(text: string): number | undefined {
  const read = readInstant(text);
  return typeof read === "number" ? read : undefined;
}

/** An instant in milliseconds since 1970, or the problem with it. Undefined for a text that is no instant. */
function readInstant(text: string): number | string | undefined {
  // Drops fractions of a second, because the service doesn't support them.
  const [, date = "", minute = "", second = "00", offset, zone] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?(?:\[!?([^\]=]+)\])?$/.exec(
      text,
    ) ?? [];
  // Checks the date here, because Date.parse reads a day that doesn't exist as a day of the next month.
  if (localMs(`${date} ${minute}:${second}`) === undefined) return undefined;
  const wrong = impossibleOffset(offset) ?? impossibleOffset(zone);
  if (wrong !== undefined) {
    return `the offset ${wrong} is that of no place: offsets are from -12:00 to +14:00`;
  }
  const local = `${date}T${minute}:${second}`;
  if (zone !== undefined) return instantInZone(local, zone, offset);
  return offset === undefined ? undefined : Date.parse(`${local}${offset}`);
}

/** An offset from UTC that no place has. Undefined for other offsets, and for other texts, such as a zone's name. */
function impossibleOffset(text = ""): string | undefined {
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  const longest = (sign === "-" ? 12 : 14) * 60;
  const isPossible = Number(minutes) < 60 && Number(hours) * 60 + Number(minutes) <= longest;
  return isPossible ? undefined : `${sign}${hours}:${minutes}`;
}

function instantInZone(local: string, zone: string, offset: string | undefined) {
  const at = inWrittenZone(local, zone);
  if (at === undefined) {
    return `the time zone ${quoted(zone)} is not known${similarZones(zone)}. Use an IANA name, such as Europe/Berlin`;
  }
  const utc = Date.parse(`${local}Z`);
  if (offset === "Z") return utc;
  if (at.toFormat("yyyy-MM-dd'T'HH:mm:ss") !== local) {
    const around = [at.plus({ days: 1 }), at.minus({ days: 1 })];
    const instants = around.map((day) => instantOf(new Date(utc - day.offset * 60_000)));
    return `does not exist in ${zone}: the clocks go forward and skip it. Set another time; by the clocks before and after the change, it would be one of ${instants.join(" and ")}`;
  }
  const shown = at.getPossibleOffsets();
  const offsetOf = (one: typeof at) => one.toFormat("ZZ");
  const [only, another] = shown.filter((one) => offset === undefined || offsetOf(one) === offset);
  if (only === undefined) {
    return `the offset ${offset ?? ""} is not that of ${zone} at this time, ${shown.map(offsetOf).join(" and ")}. Correct or remove it`;
  }
  if (another === undefined) return only.toMillis();
  const instants = shown.map((one) => instantOf(one.toJSDate())).join(" and ");
  // Suggests no offset, because the service gets only the local time, which is the same at both instants.
  return `happens twice in ${zone}, at ${instants}: the clocks go back and repeat this hour. Set a time outside this hour`;
}

/** Suggests similar zone names. The name of a city may be enough, because most zone names contain one. */
function similarZones(given: string): string {
  return didYouMean(given, Intl.supportedValuesOf("timeZone"));
}

function inWrittenZone(local: string, zone: string) {
  // Loaded on demand, because most times have no zone name.
  const { DateTime, IANAZone } = require("luxon") as typeof import("luxon");
  const fixed = /^([+-]\d\d):?(\d\d)$/.exec(zone);
  if (fixed) return DateTime.fromISO(local, { zone: `UTC${fixed[1]}:${fixed[2]}` });
  // Creates the zone to check its name, because IANAZone caches zones. Luxon's isValidZone would ask Intl each time.
  const known = IANAZone.create(zone);
  return known.isValid ? DateTime.fromISO(local, { zone: known }) : undefined;
}

/** Formats a JavaScript Date as an instant. For an invalid Date, returns a text that the checks refuse. */
export function instantOf(date: Date): string {
  const isValid = !Number.isNaN(date.getTime());
  return isValid ? date.toISOString().replace(/\.\d+Z$/, "Z") : "an invalid Date";
}

export const hourMs = 3_600_000;

const maxZoneDifferenceMs = 26 * hourMs;

/** True if two dates differ by more than any time zones can explain. False if the format of `read` is unknown. */
export function isFarFrom(declared: string, read: string): boolean {
  const apart = Math.abs(utcMs(declared) - utcMs(read));
  return /^\d{4}-\d\d-\d\d/.test(read) && apart > maxZoneDifferenceMs;
}

/** True if dates in unknown zones may be the same time. False about a day apart, as the dates of a daily email are. */
export function mayBeSameTime(declared: string, read: string): boolean {
  const apart = Math.abs(utcMs(declared) - utcMs(read));
  return apart <= maxZoneDifferenceMs && Math.abs(apart - 24 * hourMs) > hourMs;
}

/** A date in milliseconds since 1970, read as UTC if without a zone. NaN if unreadable, so comparisons are false. */
function utcMs(text: string): number {
  const hasZone = /(Z|[+-]\d\d:?\d\d|\])$/i.test(text);
  return instantMs(text) ?? Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`);
}

export function timeZone(text: string): { readonly value: string } | { readonly problem: string } {
  const problem = "must be the name of a time zone, such as America/New_York or UTC";
  // Accept only names. Newer versions of Node.js also accept an offset, but an offset has no daylight saving time.
  if (!/^[a-z]/i.test(text)) return { problem };
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions();
    return { value: timeZone };
  } catch {
    return { problem: problem + similarZones(text) };
  }
}
