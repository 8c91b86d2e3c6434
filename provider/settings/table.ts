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
 * The values that an explicit `Provider` takes from the stack for a setting that its own arguments omit.
 * - `never`: none. A key of the stack must never reach the address of an explicit `Provider`.
 * - `stored`: the stack config's value, else the environment's. It becomes an input of the Provider, so the state shows
 *   which account this is.
 * - `live`: the stack config's value, which becomes an input. Otherwise each process reads its own environment. The
 *   environment's value is no input, because another environment would change the Provider and break a saved plan.
 */
type Inheritance = "never" | "stored" | "live";

interface Row<Value> {
  readonly parse: Parse<Value>;
  readonly default: Value | undefined;
  /** True if the value must never be shown, nor be in plain text in stack config or state. */
  readonly isSecret?: true;
  readonly inherited: Inheritance;
  /**
   * True if no environment variable can set this setting, because a variable left over in a pipeline would go
   * unnoticed.
   */
  readonly ignoresEnvironment?: true;
}

/**
 * The settings, one entry each. Each also needs an argument in `ProviderArgs`, or the compiler reports an error.
 * Document the argument there.
 */
export const settingTable = {
  /** The key of the main API, sent as is in `Authorization`. */
  apiKey: { parse: apiKey, default: undefined, isSecret: true, inherited: "never" },
  /** Address of the main API with its version; https unless the host is loopback. */
  baseUrl: { parse: address, default: undefined, inherited: "stored" },
  /** The key of the verification API, sent as `Authorization: Bearer`. */
  verifyKey: { parse: apiKey, default: undefined, isSecret: true, inherited: "never" },
  /** Address of the verification API; https unless the host is loopback. */
  verifyUrl: { parse: address, default: undefined, inherited: "stored" },
  /** The name of the account; by default, `Settings.account` derives it from `baseUrl`. */
  account: { parse: text, default: undefined, inherited: "stored" },
  /** Former names of the account. An object whose state has a former name belongs to this account. */
  formerAccounts: {
    parse: accountNames,
    default: undefined,
    inherited: "never",
    ignoresEnvironment: true,
  },
  /** A sending domain that the account must have before anything is written. */
  accountDomain: { parse: domain, default: undefined, inherited: "never" },
  /** Whether to use operations that only public clients document. */
  operations: { parse: oneOf("specified", "extended"), default: "specified", inherited: "live" },
  preflight: { parse: oneOf("warn", "error", "off"), default: "warn", inherited: "live" },
  /**
   * The time zone in which the service reads `scheduled_at`. Not inherited, because another account may have another
   * zone.
   */
  timeZone: { parse: timeZone, default: undefined, inherited: "never" },
  /** Whether a step may cause the service to send email. */
  sending: { parse: oneOf("allow", "refuse"), default: "allow", inherited: "live" },
  maxRecipients: { parse: wholeNumber(1), default: undefined, inherited: "live" },
  /** The days and hours in which campaigns can be scheduled, in the time zone in which the service reads dates. */
  sendWindow: { parse: sendWindow, default: undefined, inherited: "live" },
  /** Two emails to the same list within this many hours are a finding; 0 turns this off. */
  audienceGapHours: { parse: wholeNumber(0, 8760), default: 24, inherited: "live" },
  requestsPerSecond: { parse: numberFrom(1, 50), default: 50, inherited: "live" },
  timeoutSeconds: { parse: numberFrom(0.01, 3600), default: 30, inherited: "live" },
  deadlineSeconds: { parse: numberFrom(0.01, 86_400), default: 300, inherited: "live" },
  /** The debug log: `off`, `debug` or `file:PATH`. */
  log: { parse: logTarget, default: "off", inherited: "live" },
} as const satisfies Readonly<Record<string, Row<unknown>>>;

type Table = typeof settingTable;

/** A setting, as in `emailmarketing:<name>` and `EMAIL_MARKETING_<NAME>`. */
export type SettingName = keyof Table;

/** The type of a setting's parsed value. Includes undefined only if the setting has no default. */
export type SettingValue<Name extends SettingName> =
  | (ReturnType<Table[Name]["parse"]> extends infer Result
      ? Result extends { readonly value: infer Value }
        ? Value
        : never
      : never)
  | Extract<Table[Name]["default"], undefined>;

export function settingRow(name: SettingName): Row<unknown> {
  return settingTable[name];
}

export const settingNames = Object.keys(settingTable) as SettingName[];

/** The settings that can refuse a step that would send email. */
export const guardNames = [
  "sending",
  "sendWindow",
  "maxRecipients",
] as const satisfies SettingName[];

/**
 * The settings that can stop an update whatever the value of `preflight`. `accountDomain` prevents updates of the wrong
 * account.
 */
export const accountGuards: readonly SettingName[] = [...guardNames, "accountDomain"];

/**
 * The settings that determine whom an update emails, or that can stop an update. A misspelt environment variable for
 * one of them is an error.
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
