import { address, key, logTarget, numberFrom, oneOf, type Parse, text } from "./parse";

/** A kind of place from which an explicit `Provider` may inherit. */
export type InheritedSource = "stackConfig" | "environment";

/** What the package knows of one setting. */
interface Row<Value> {
  readonly parse: Parse<Value>;
  /** What holds where no source has the setting. */
  readonly default: Value | undefined;
  /** True for what is never shown, and must not stand in clear in stack config or state. */
  readonly isSecret?: true;
  /** Where an explicit `Provider` takes the setting from when its own arguments leave it out. */
  readonly inheritedFrom: readonly InheritedSource[];
}

const everywhere = ["stackConfig", "environment"] as const;
/** A key of the stack must never reach the address of an explicit `Provider`. */
const nowhere = [] as const;

/**
 * Every setting, a row each. A new one needs its row, and an argument with its documentation in `ProviderArgs`, which
 * the compiler asks for.
 */
export const settingTable = {
  /** The key of the main interface, sent as is in `Authorization`. */
  apiKey: { parse: key, default: undefined, isSecret: true, inheritedFrom: nowhere },
  /** Address of the main interface with its version; https unless the host is loopback. */
  baseUrl: { parse: address, default: undefined, inheritedFrom: everywhere },
  /** The key of the verification interface, sent as `Authorization: Bearer`. */
  verifyKey: { parse: key, default: undefined, isSecret: true, inheritedFrom: nowhere },
  /** Address of the verification interface; https unless the host is loopback. */
  verifyUrl: { parse: address, default: undefined, inheritedFrom: everywhere },
  /** Names the account that objects live in; without it `Settings.account` makes a name of `baseUrl`. */
  account: { parse: text, default: undefined, inheritedFrom: everywhere },
  /** Whether operations are used that only public clients show. */
  operations: {
    parse: oneOf("specified", "extended"),
    default: "specified",
    inheritedFrom: everywhere,
  },
  /** What a finding of a preview is. */
  preflight: {
    parse: oneOf("warn", "error", "off"),
    default: "warn",
    inheritedFrom: everywhere,
  },
  /** Upper bound of the pace. */
  requestsPerSecond: { parse: numberFrom(1, 50), default: 50, inheritedFrom: everywhere },
  /** Longest time of one try. */
  timeoutSeconds: { parse: numberFrom(0.01, 3600), default: 30, inheritedFrom: everywhere },
  /** Longest time of a call with its retries. */
  deadlineSeconds: { parse: numberFrom(0.01, 86_400), default: 300, inheritedFrom: everywhere },
  /** The debug log: `off`, `debug` or `file:PATH`. */
  log: { parse: logTarget, default: "off", inheritedFrom: everywhere },
} as const satisfies Readonly<Record<string, Row<unknown>>>;

type Table = typeof settingTable;

/** A setting, as in `emailmarketing:<name>` and `EMAIL_MARKETING_<NAME>`. */
export type SettingName = keyof Table;

/** What a setting is once it is parsed; undefined only where it has no default. */
export type SettingValue<Name extends SettingName> =
  | (ReturnType<Table[Name]["parse"]> extends infer Result
      ? Result extends { readonly value: infer Value }
        ? Value
        : never
      : never)
  | Extract<Table[Name]["default"], undefined>;

/** The row of a setting, whichever it is. */
export function settingRow(name: SettingName): Row<unknown> {
  return settingTable[name];
}

/** The settings by name, in the order of the table. */
export const settingNames = Object.keys(settingTable) as SettingName[];

/** The settings that are never shown. */
export const secretNames = settingNames.filter((name) => settingRow(name).isSecret);
