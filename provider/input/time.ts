import { type Check, ofType } from "./check";

/** A day that exists, `YYYY-MM-DD`. */
export const day: Check = ofType("string", (value: string, path) =>
  localMs(`${value} 00:00:00`) === undefined
    ? [{ path, problem: "must be an existing date in the form YYYY-MM-DD" }]
    : [],
);

/** A time that exists: `YYYY-MM-DD HH:MM:SS` in a zone that it does not name, or an instant, which names its offset. */
export const time: Check = ofType("string", (value: string, path) =>
  localMs(value) === undefined && instantMs(value) === undefined
    ? [
        {
          path,
          problem:
            "must be an existing time in the form YYYY-MM-DD HH:MM:SS, or with an offset, such as 2027-03-01T09:00:00-05:00",
        },
      ]
    : [],
);

/** The moment when UTC shows this local time; undefined for what no clock ever shows. */
export function localMs(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  // JavaScript takes February 30 for a day in March, so the date is written again and compared.
  const iso = `${text.replace(" ", "T")}.000Z`;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) || date.toISOString() !== iso ? undefined : date.getTime();
}

/** The moment of an instant in ISO 8601, without parts of a second, which the service does not know. */
export function instantMs(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (!parts) return undefined;
  const [, date = "", minute = "", second = "00", offset = ""] = parts;
  // A day that does not exist would be taken for the first of the next month.
  if (localMs(`${date} ${minute}:${second}`) === undefined) return undefined;
  const ms = Date.parse(`${date}T${minute}:${second}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** A date of JavaScript as an instant; one that is invalid is refused by the checks. */
export function instantOf(date: Date): string {
  const isValid = !Number.isNaN(date.getTime());
  return isValid ? date.toISOString().replace(/\.\d+Z$/, "Z") : "an invalid Date";
}

/** No zone is further from UTC. */
const widestOffsetMs = 14 * 3_600_000;

/**
 * A declared time, moved by as much as the same time in another form and zone was moved; where those two can't be read,
 * the text of the second.
 */
export function moved(
  declared: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const [start, end, time] = [from, to, declared].map(momentOf);
  if (start === undefined || end === undefined || time === undefined) return to;
  // A zone that only one of the two names is the whole difference, as far as anybody can tell.
  const isOtherForm = hasZone(from) !== hasZone(to);
  if (isOtherForm && Math.abs(end - start) <= widestOffsetMs) return declared;
  const moment = new Date(time + end - start).toISOString();
  return localMs(declared) === undefined ? moment : moment.slice(0, 19).replace("T", " ");
}

/** Two clocks on earth differ by at most this much. */
const widestSpanMs = 26 * 3_600_000;

/** Whether a date is off by more than zones can explain; one whose form doesn't begin with the year can't be judged. */
export function isFarFrom(declared: string, read: string): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(read)) return false;
  const [one, other] = [momentOf(declared), momentOf(read)];
  return one !== undefined && other !== undefined && Math.abs(other - one) > widestSpanMs;
}

/** The moment of a text in any form, read as UTC where it names no zone. */
function momentOf(text: string): number | undefined {
  const moment = Date.parse(hasZone(text) ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

function hasZone(text: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(text);
}
