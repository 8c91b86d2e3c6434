import { mustBeOneOf, wholeNumber as wholeNumberInput } from "../input/validation";
import { invisibleCharacterProblem, isLoopback, parseUrl } from "../plain/domain";
import { isObject, parseJson } from "../plain/value";

/** The value of a setting, or the problem, worded to follow its name. The wording quotes no text that may be a key. */
type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

/** Parses the trimmed text of a setting, which is not empty. */
export type Parse<Value> = (text: string) => Parsed<Value>;

export const text: Parse<string> = (value) =>
  structureIn(value) === undefined
    ? { value }
    : { problem: "must be text (got a list or an object)" };

/** Parses the JSON of a list or an object, as a stack config passes them. Undefined for any other text. */
export function structureIn(text: string): object | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export function oneOf<Word extends string>(...values: readonly Word[]): Parse<Word> {
  return (text) => {
    const value = values.find((word) => word === text);
    return value === undefined ? { problem: mustBeOneOf(values) } : { value };
  };
}

export function numberFrom(least: number, most: number): Parse<number> {
  const problem = `must be a number from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    return value >= least && value <= most ? { value } : { problem };
  };
}

export function wholeNumber(least: number, most?: number): Parse<number> {
  const check = wholeNumberInput(least, most);
  return (text) => {
    const value = Number(text);
    const [found] = check(value, "");
    return found === undefined ? { value } : { problem: found.problem };
  };
}

export const apiKey: Parse<string> = (value) =>
  // A line break would end the HTTP header. Spaces and non-ASCII characters are most likely copied by mistake.
  /^[\x21-\x7e]+$/.test(value)
    ? text(value)
    : { problem: "must not contain spaces, line breaks or non-ASCII characters" };

export const logTarget: Parse<string> = (value) =>
  /^(off|debug|file:.+)$/s.test(value)
    ? { value }
    : { problem: mustBeOneOf(["off", "debug", "file:PATH"]) };

/** The address of an API, without a trailing slash. */
export const address: Parse<string> = (text) => {
  const url = parseUrl(text);
  if (url === undefined) return { problem: "must be a URL such as https://host/v1" };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { problem: "must be an https URL" };
  // Every request carries the key, which http would transmit in plain text.
  if (url.protocol === "http:" && !isLoopback(url)) {
    const problem = `must use https: over http, the key would be sent to ${url.hostname} in plain text. http is allowed for loopback hosts only`;
    return { problem };
  }
  // Refused, because request paths are appended to the address, and messages show the address.
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return { problem: "must not contain credentials, a query or a fragment" };
  }
  return { value: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}` };
};

export const domain: Parse<string> = (text) => {
  const invisible = invisibleCharacterProblem(text);
  if (invisible !== undefined) return { problem: invisible };
  const name = "[\\p{L}\\p{M}\\p{N}\u200c\u200d-]+";
  return new RegExp(`^${name}(\\.${name})+\\.?$`, "u").test(text)
    ? { value: text }
    : { problem: "must be a domain such as mail.example.com" };
};

/** The default name of every account on this machine, such as that of an emulator. */
export const loopbackAccount = "loopback";

/** The default name of the account at an address. */
export function accountAt(address: string): string {
  const url = new URL(address);
  return isLoopback(url) ? loopbackAccount : url.origin;
}

/** Account names, as a list or separated by commas. An address means the default name of the account there. */
export const accountNames: Parse<readonly string[]> = (text) => {
  const entries: unknown = structureIn(text) ?? text.split(",");
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "string")) {
    return { problem: "must be names of accounts, as a list of texts or separated by commas" };
  }
  const names = entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => (/^https?:/i.test(entry) && parseUrl(entry) ? accountAt(entry) : entry));
  // Refuse the name that all emulators share, because every emulator's objects would then count as this account's.
  const problem =
    'must not contain "loopback": the objects of an emulator can\'t belong to another account';
  return names.includes(loopbackAccount) ? { problem } : { value: names };
};

/** A weekly time span, in minutes since Monday 00:00, including both ends; `to` may lie in the next week. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const dayMinutes = 24 * 60;

const windowPattern =
  /^(?:(?<firstDay>[a-z]{3})(?: *- *(?<lastDay>[a-z]{3}))? +)?(?<begin>\d?\d:[0-5]\d) *- *(?<end>\d?\d:[0-5]\d)$/i;

const windowProblem =
  'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";"';

/** Parses weekly days and hours. Hours without days apply to every day. */
export const sendWindow: Parse<readonly WeekSpan[]> = (text) => {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const spans = parts.map((part) => spansOf(part.trim()));
  const isWindow = spans.length > 0 && spans.every((some) => some.length > 0);
  return isWindow ? { value: spans.flat() } : { problem: windowProblem };
};

/** One span for each day; empty if the text isn't valid. */
function spansOf(text: string): WeekSpan[] {
  const parts = windowPattern.exec(text)?.groups;
  if (!parts) return [];
  const { firstDay = "mon", lastDay = parts.firstDay ?? "sun", begin = "", end = "" } = parts;
  const [first = -1, last = -1] = [firstDay, lastDay].map((day) => days.indexOf(day.toLowerCase()));
  const [from, to] = [minuteOf(begin), minuteOf(end)];
  // Equal times are refused, because they could mean one minute or a whole day.
  const isClock = from < dayMinutes && to <= dayMinutes && from !== to;
  if (first === -1 || last === -1 || !isClock) return [];
  const count = ((last - first + days.length) % days.length) + 1;
  return Array.from({ length: count }, (_, at) => {
    const start = ((first + at) % days.length) * dayMinutes;
    return { from: start + from, to: start + (to < from ? to + dayMinutes : to) };
  });
}

/** Minutes since midnight. The caller refuses times after 24:00. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
