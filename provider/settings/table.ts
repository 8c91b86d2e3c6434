import { timeZone } from "../input/time";
import {
  accountNames,
  address,
  apiKey,
  domain,
  logTarget,
  numberFrom,
  oneOf,
  type Parse,
  sendWindow,
  text,
  wholeNumber,
} from "./parse";

/**
 * How an explicit `Provider` gets a setting that its arguments omit.
 * - `never`: not at all. For example, it must not use a key of the stack at another address.
 * - `stored`: from the stack config, or else from the environment. The value becomes an input of the Provider, so the
 *   state shows which account this is.
 * - `live`: from the stack config, as an input, or else from the environment that each process has. A value of the
 *   environment is no input, because in another environment it would change the Provider and break a saved plan.
 */
type Inheritance = "never" | "stored" | "live";

interface Row<Value> {
  readonly parse: Parse<Value>;
  readonly default?: Value;
  /** True if the value must never be shown, nor be in plain text in stack config or state. */
  readonly isSecret?: true;
  readonly inherited: Inheritance;
  /** True if no environment variable sets this setting, because a variable left over in a pipeline goes unnoticed. */
  readonly ignoresEnvironment?: true;
}

/** The settings. Each needs an argument in `ProviderArgs`, which the compiler requires. Document the argument there. */
export const settingTable = {
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
  maxRecipients: { parse: wholeNumber(1), inherited: "live" },
  sendWindow: { parse: sendWindow, inherited: "live" },
  audienceGapHours: { parse: wholeNumber(0, 8760), default: 24, inherited: "live" },
  requestsPerSecond: { parse: numberFrom(1, 50), default: 50, inherited: "live" },
  timeoutSeconds: { parse: numberFrom(0.01, 3600), default: 30, inherited: "live" },
  deadlineSeconds: { parse: numberFrom(0.01, 86_400), default: 300, inherited: "live" },
  log: { parse: logTarget, default: "off", inherited: "live" },
} as const satisfies Readonly<Record<string, Row<unknown>>>;

type Table = typeof settingTable;

/** A setting, as in `emailmarketing:<name>` and `EMAIL_MARKETING_<NAME>`. */
export type SettingName = keyof Table;

/** The type of a setting's parsed value. Includes undefined only if the setting has no default. */
export type SettingValue<Name extends SettingName> =
  | Extract<ReturnType<Table[Name]["parse"]>, { readonly value: unknown }>["value"]
  | (Table[Name] extends { readonly default: unknown } ? never : undefined);

export function settingRow(name: SettingName): Row<unknown> {
  return settingTable[name];
}

export const settingNames = Object.keys(settingTable) as SettingName[];

/** The settings that can refuse a step that would send email. */
export const guardNames = ["sending", "sendWindow", "maxRecipients"] as const;

/** The settings that can stop an update whatever `preflight` is. `accountDomain` stops it in the wrong account. */
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

export const secretNames = settingNames.filter((name) => settingRow(name).isSecret);

/** A source of settings. A blank text counts as absent. */
export interface SettingsSource {
  /** True if `refresh` and `destroy` get the values that the last `up` stored. */
  readonly isStored: boolean;
  readonly get: (name: SettingName) => string | undefined;
  /** The explicit `Provider` that has these arguments, in words; absent for other sources. */
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
    settingRow(name).ignoresEnvironment ? undefined : process.env[environmentName(name)],
  place: (name) => `environment variable ${environmentName(name)}`,
};

/** The settings that the processes of an explicit `Provider` read from their own environment. */
export const liveEnvironment: SettingsSource = {
  ...environment,
  get: (name) => (settingRow(name).inherited === "live" ? environment.get(name) : undefined),
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

/** The arguments of an explicit `Provider`, named `owner` in messages. `ofStack` lists guards from the stack config. */
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
