import { type Interface, settingsOfInterface } from "../errors/call-failure";
import { EmailMarketingError } from "../errors/error";
import { quoted } from "../errors/redact";
import { once, oncePer } from "../input/once";
import { textProblem } from "../input/output-in-text";
import { accountAt, loopbackAccount } from "./parse";
import { keyConflict, missingSettings } from "./problem";
import {
  configKey,
  environment,
  explicitMarker,
  firstGiven,
  inheritedMarker,
  liveEnvironment,
  providerArguments,
  type ReadConfig,
  type Setting,
  type SettingsSource,
  stackConfig,
} from "./source";
import {
  guardNames,
  type SettingName,
  type SettingValue,
  secretNames,
  settingNames,
  settingRow,
} from "./table";

/**
 * The settings of one account. Each is parsed when it is asked for, so that a wrong or missing one fails only what needs it, with a
 * `config` error.
 */
export interface Settings {
  value<Name extends SettingName>(name: Name): SettingValue<Name>;
  readonly isExtended: boolean;
  address(of: Interface): string;
  key(of: Interface): string;
  /** A setting as it is given, and where it comes from; undefined where no source has it. */
  origin(name: SettingName): Setting | undefined;
  /** The first place that a setting is looked for, in words: where to set it. */
  place(name: SettingName): string;
  problems(): readonly string[];
  /** Where two sources hold different keys, in a sentence without them; undefined where no two differ. */
  readonly keyConflict: string | undefined;
  readonly keys: readonly string[];
  /** How a sentence tells this account from others of the program; undefined for the one without an explicit Provider. */
  readonly label: string | undefined;
  /** The name of the account that objects live in; undefined while the address is missing or invalid. */
  readonly account: string | undefined;
  /** Whether an object whose state names this account is in the account of these settings, under whichever of its names. */
  isOwnAccount(account: unknown): boolean;
  /** Equal for settings that mean the same account, whatever else they say; holds keys, so it is never shown. */
  readonly identity: string;
  /** Equal for settings that say the same in every way; holds keys, so it is never shown. */
  readonly signature: string;
}

export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const origin = oncePer((name: SettingName) => firstGiven(sources, name));
  const parsed = oncePer((name: SettingName) => {
    const setting = origin(name);
    const { parse, default: value } = settingRow(name);
    if (setting === undefined) return { value };
    const { text, place } = setting;
    const problem = textProblem(text);
    return { ...(problem === undefined ? parse(text) : { problem }), place };
  });
  const value = <Name extends SettingName>(name: Name): SettingValue<Name> => {
    const result = parsed(name);
    if ("value" in result) return result.value as SettingValue<Name>;
    throw new EmailMarketingError("config", `${result.place}: ${result.problem}.`);
  };
  const required = (of: Interface, part: "address" | "key"): string => {
    const { address, key } = settingsOfInterface[of];
    const given = value(settingsOfInterface[of][part]);
    if (given !== undefined) return given;
    const lacking = [address, key].filter((name) => origin(name) === undefined);
    throw new EmailMarketingError("config", missingSettings(lacking, sources));
  };
  /** The text of an address that is not set or invalid is the one that is given, if any. */
  const addressIn = (name: "baseUrl" | "verifyUrl") => {
    const result = parsed(name);
    return "value" in result ? (result.value as string | undefined) : origin(name)?.text;
  };
  const isAddress = "value" in parsed("baseUrl");
  const address = addressIn("baseUrl");
  const byAddress = isAddress && address !== undefined ? accountAt(address) : undefined;
  const name = origin("account")?.text;
  const account = name ?? byAddress;
  const keys = secretNames.map((secret) => origin(secret)?.text);
  const owner = sources.find((source) => source.owner !== undefined)?.owner;
  const problem = (of: SettingName): string | undefined => {
    // Every object of an emulator has its name, which would make those of another account its own.
    if (of === "account" && name === loopbackAccount && (byAddress ?? name) !== name) {
      return `${origin(of)?.place}: must not be "loopback", the name of every emulator's account, for an address that is not loopback.`;
    }
    const result = parsed(of);
    return "problem" in result ? `${result.place}: ${result.problem}.` : undefined;
  };
  return {
    value,
    get isExtended() {
      return value("operations") === "extended";
    },
    address(of) {
      const found = required(of, "address");
      const misnamed = of === "main" ? problem("account") : undefined;
      if (misnamed !== undefined) throw new EmailMarketingError("config", misnamed);
      return found;
    },
    key: (of) => required(of, "key"),
    origin,
    place: (of) => (sources[0] ?? environment).place(of),
    problems: once(() => settingNames.flatMap((of) => problem(of) ?? [])),
    get keyConflict() {
      return keyConflict(sources);
    },
    keys: keys.filter((key) => key !== undefined),
    label: owner === undefined || name === undefined ? owner : `${owner}, account ${quoted(name)}`,
    account,
    isOwnAccount(recorded) {
      // Without an address, a state or settings say nothing about a move.
      if (typeof recorded !== "string" || account === undefined || recorded === account)
        return true;
      return account !== loopbackAccount && (value("formerAccounts")?.includes(recorded) ?? false);
    },
    // A key belongs to one account, so another key may mean another account at the same address.
    identity: JSON.stringify([address, addressIn("verifyUrl"), ...keys, account]),
    signature: JSON.stringify(settingNames.map((of) => origin(of)?.text)),
  };
}

export function defaultSettings(read: ReadConfig): Settings {
  return resolveSettings([stackConfig(read), environment]);
}

export function environmentSettings(): Settings {
  return resolveSettings([environment]);
}

/** The settings of an explicit `Provider` in the program: its arguments hold what it stores of the stack's, too. */
export function argumentSettings(given: Readonly<Record<string, string>>): Settings {
  return explicitSettings((key) => given[key], "the explicit Provider");
}

/** The settings of a provider process, which sees one config: an explicit provider's inputs, or stack config. */
export function providerSettings(read: ReadConfig): Settings {
  const provider = read(explicitMarker);
  if (provider === undefined) return defaultSettings(read);
  const get: ReadConfig = (key) =>
    read(key === inheritedMarker ? key : configKey(key as SettingName));
  return explicitSettings(get, `Provider ${quoted(provider)}`);
}

function explicitSettings(get: ReadConfig, owner: string): Settings {
  return resolveSettings([providerArguments(get, owner, get(inheritedMarker)), liveEnvironment]);
}

/** Which guards an explicit `Provider` has of the stack config, since its own arguments leave them out. */
export function inheritedGuards(
  isOwn: (name: SettingName) => boolean,
  read: ReadConfig,
): string | undefined {
  const names = guardNames.filter(
    (name) => !isOwn(name) && inheritedSetting(name, read) !== undefined,
  );
  return names.length === 0 ? undefined : names.join(",");
}

/** What an explicit `Provider` stores of the stack's settings where its arguments leave one out. */
export function inheritedSetting(name: SettingName, read: ReadConfig): string | undefined {
  const sources = {
    never: [],
    stored: [stackConfig(read), environment],
    live: [stackConfig(read)],
  }[settingRow(name).inherited];
  return firstGiven(sources, name)?.text;
}

export interface Extended<Step> {
  readonly extended: Step;
}

export function servedBy<Step extends (...given: never[]) => unknown>(
  { isExtended }: Pick<Settings, "isExtended">,
  step: Step | Extended<Step> | undefined,
): Step | undefined {
  if (step === undefined || typeof step === "function") return step;
  return isExtended ? step.extended : undefined;
}

export function requireExtended({ isExtended, place }: Settings, what: string): void {
  if (isExtended) return;
  const where = place("operations");
  const isOfStack = where === stackConfig(() => undefined).place("operations");
  const wayOut = isOfStack
    ? "Run: pulumi config set emailmarketing:operations extended"
    : `Set ${where} to extended`;
  throw new EmailMarketingError(
    "config",
    `requires emailmarketing:operations "extended", because the specified API has no operation that reads ${what}. ${wayOut}`,
  );
}
