import { timeZone } from "../input/time";
import { mustBeOneOf } from "../input/validation";
import { invisibleCharacterProblem, isLoopback, parseUrl } from "../plain/domain";
import { isObject, parseJson } from "../plain/value";

/** Parses a trimmed, nonempty text. A problem follows the setting's name in messages and quotes no possible key. */
type Parse<Value> = (text: string) => { readonly value: Value } | { readonly problem: string };

const text: Parse<string> = (value) =>
  // Refuse a list or an object, which a stack config passes as JSON.
  isObject(parseJson(value)) ? { problem: "must be text (got a list or an object)" } : { value };

function oneOf<Word extends string>(...values: readonly Word[]): Parse<Word> {
  return (text) => {
    const value = values.find((word) => word === text);
    return value === undefined ? { problem: mustBeOneOf(values) } : { value };
  };
}

function numeric(kind: "number" | "whole number", least: number, most?: number): Parse<number> {
  const limits = most === undefined ? `, at least ${least}` : ` from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    const isWithin = value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER);
    const isKind = kind === "number" || Number.isInteger(value);
    return isWithin && isKind ? { value } : { problem: `must be a ${kind}${limits}` };
  };
}

const apiKey: Parse<string> = (value) =>
  // A line break would end the HTTP header. Spaces and non-ASCII characters are most likely copied by mistake.
  /^[\x21-\x7e]+$/.test(value)
    ? text(value)
    : { problem: "must not contain spaces, line breaks or non-ASCII characters" };

const logTarget: Parse<string> = (value) =>
  /^(off|debug|file:.+)$/s.test(value)
    ? { value }
    : { problem: mustBeOneOf(["off", "debug", "file:PATH"]) };

/** The address of an API, without a trailing slash. */
const address: Parse<string> = (text) => {
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

const domain: Parse<string> = (text) => {
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
const accountNames: Parse<readonly string[]> = (text) => {
  const list = parseJson(text);
  const entries: unknown = isObject(list) ? list : text.split(",");
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
interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const dayMinutes = 24 * 60;

const windowPattern =
  /^(?:(?<firstDay>[a-z]{3})(?: *- *(?<lastDay>[a-z]{3}))? +)?(?<begin>\d?\d:[0-5]\d) *- *(?<end>\d?\d:[0-5]\d)$/i;

/** Parses weekly days and hours. Hours without days apply to every day. */
export const sendWindow: Parse<readonly WeekSpan[]> = (text) => {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const spans = parts.map((part) => spansOf(part.trim()));
  const isWindow = spans.length > 0 && spans.every((some) => some.length > 0);
  const problem =
    'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";"';
  return isWindow ? { value: spans.flat() } : { problem };
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

interface Row<Value> {
  readonly parse: Parse<Value>;
  readonly default?: Value;
  /** True if the value must never be shown, nor be in plain text in stack config or state. */
  readonly isSecret?: true;
  /**
   * How an explicit `Provider` gets a setting that its arguments omit.
   * - `never`: not at all. For example, it must not use a key of the stack at another address.
   * - `stored`: from the stack config, or else from the environment. The value becomes an input of the Provider, so the
   *   state shows which account this is.
   * - `live`: from the stack config, as an input, or else from the environment of each process. The environment's value
   *   isn't an input, because in another environment it would change the Provider and break a saved plan.
   */
  readonly inherited: "never" | "stored" | "live";
  /** True if no environment variable sets this setting, because one left over in a pipeline would go unnoticed. */
  readonly ignoresEnvironment?: true;
}

/** The settings. Each needs an argument in `ProviderArgs`, which the compiler requires. Document the argument there. */
const settingTable = {
  apiKey: { parse: apiKey, isSecret: true, inherited: "never" },
  baseUrl: { parse: address, inherited: "stored" },
  verifyKey: { parse: apiKey, isSecret: true, inherited: "never" },
  verifyUrl: { parse: address, inherited: "stored" },
  /** By default, `Settings.account` derives the name from `baseUrl`. */
  account: { parse: text, inherited: "stored" },
  formerAccounts: { parse: accountNames, inherited: "never", ignoresEnvironment: true },
  accountDomain: { parse: domain, inherited: "never" },
  operations: { parse: oneOf("specified", "extended"), default: "specified", inherited: "live" },
  preflight: { parse: oneOf("warn", "error", "off"), default: "warn", inherited: "live" },
  /** Not inherited, because another account may have another time zone. */
  timeZone: { parse: timeZone, inherited: "never" },
  sending: { parse: oneOf("allow", "refuse"), default: "allow", inherited: "live" },
  maxRecipients: { parse: numeric("whole number", 1), inherited: "live" },
  sendWindow: { parse: sendWindow, inherited: "live" },
  audienceGapHours: { parse: numeric("whole number", 0, 8760), default: 24, inherited: "live" },
  requestsPerSecond: { parse: numeric("number", 1, 50), default: 50, inherited: "live" },
  timeoutSeconds: { parse: numeric("number", 0.01, 3600), default: 30, inherited: "live" },
  deadlineSeconds: { parse: numeric("number", 0.01, 86_400), default: 300, inherited: "live" },
  log: { parse: logTarget, default: "off", inherited: "live" },
} as const satisfies Readonly<Record<string, Row<unknown>>>;

type Table = typeof settingTable;

/** A setting, as in `emailmarketing:<name>` and `EMAIL_MARKETING_<NAME>`. */
export type SettingName = keyof Table;

/** The type of a setting's parsed value. Includes undefined only if the setting has no default. */
export type SettingValue<Name extends SettingName> =
  | Extract<ReturnType<Table[Name]["parse"]>, { readonly value: unknown }>["value"]
  | (Table[Name] extends { readonly default: unknown } ? never : undefined);

export const settingRows: Readonly<Record<SettingName, Row<unknown>>> = settingTable;

export const settingNames = Object.keys(settingTable) as SettingName[];

/** The settings that can refuse a step that would send email. */
export const guardNames = ["sending", "sendWindow", "maxRecipients"] as const;

/** The settings that can stop an update even if `preflight` is "off". `accountDomain` stops it in a wrong account. */
export const accountGuards: readonly SettingName[] = [...guardNames, "accountDomain"];

/**
 * The settings that decide whom an update may email, when, and in which account. A misspelt environment variable for
 * one of them is an error if its prefix is right.
 */
export const protectiveNames: readonly SettingName[] = [
  ...accountGuards,
  "audienceGapHours",
  "preflight",
  "operations",
  "timeZone",
  "account",
];

export const secretNames = settingNames.filter((name) => settingRows[name].isSecret);

/** A source of settings. A blank text counts as absent. */
export interface SettingsSource {
  /** True if `refresh` and `destroy` get the values that the last `up` stored. */
  readonly isStored: boolean;
  readonly get: (name: SettingName) => string | undefined;
  /** The name in messages of the explicit `Provider` that has these arguments. Absent for other sources. */
  readonly owner?: string;
  /** A phrase for the place of one setting, such as `stack config emailmarketing:apiKey`. */
  readonly place: (name: SettingName) => string;
}

/** Reads a stack config value by the full key, such as `emailmarketing:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

export const environment: SettingsSource = {
  isStored: false,
  // Reads the current environment even in a destroy, which gets its stack config from the state.
  get: (name) =>
    settingRows[name].ignoresEnvironment ? undefined : process.env[environmentName(name)],
  place: (name) => `environment variable ${environmentName(name)}`,
};

/** The settings that the processes of an explicit `Provider` read from their own environment. */
export const liveEnvironment: SettingsSource = {
  ...environment,
  get: (name) => (settingRows[name].inherited === "live" ? environment.get(name) : undefined),
};

export function environmentName(name: SettingName): string {
  return `EMAIL_MARKETING_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

export function stackConfig(read: ReadConfig): SettingsSource {
  return {
    isStored: true,
    get: (name) => read(configKey(name)),
    place: (name) => `stack config ${configKey(name)}`,
  };
}

export function configKey(name: SettingName): string {
  return `emailmarketing:${name}`;
}

/** The arguments of an explicit `Provider`. Messages call it `owner`. `ofStack`: its guards from the stack config. */
export function providerArguments(
  get: (name: SettingName) => string | undefined,
  owner: string,
  ofStack = "",
): SettingsSource {
  const shared = ofStack.split(",");
  const { place } = stackConfig(() => undefined);
  return {
    isStored: true,
    owner,
    get,
    place: (name) => (shared.includes(name) ? place(name) : `argument ${name} of ${owner}`),
  };
}

export type Setting = NonNullable<ReturnType<typeof firstSetting>>;

export function firstSetting(sources: readonly SettingsSource[], name: SettingName) {
  for (const { isStored, get, place } of sources) {
    const text = get(name)?.trim() ?? "";
    if (text !== "") return { text, place: place(name), isStored };
  }
  return undefined;
}

/** True if a value counts as not set, such as a blank text. */
export function isBlank(value: unknown): boolean {
  return typeof value === "string" ? value.trim() === "" : value === undefined || value === null;
}

/** An argument of a provider as text. Lists and objects become JSON, as in a stack config. */
export function argumentText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The provider input for the name of an explicit provider, because the provider's process gets only the inputs. */
export const explicitMarker = "emailmarketing:explicitProvider";

/** A provider input that lists the guards that were inherited from the stack config. */
export const inheritedMarker = "emailmarketing:ofStackConfig";
