import { type ApiName, settingsOfApi } from "../errors/call-error";
import { EmailMarketingError } from "../errors/error";
import { quoted } from "../errors/redact";
import { textProblem } from "../input/text-mistakes";
import { memoize } from "../plain/async";
import { conflict, missingSettings } from "./problem";
import {
  accountAt,
  configKey,
  environment,
  explicitMarker,
  firstSetting,
  guardNames,
  inheritedMarker,
  liveEnvironment,
  loopbackAccount,
  providerArguments,
  type ReadConfig,
  type SettingName,
  type SettingsSource,
  type SettingValue,
  secretNames,
  settingNames,
  settingRows,
  stackConfig,
} from "./table";

/** The settings of one account. An invalid setting throws a `config` error only if read, so other steps can run. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

export function resolveSettings(sources: readonly [SettingsSource, ...SettingsSource[]]) {
  const [{ owner, place, isStored }] = sources;
  const origin = memoize((name: SettingName) => firstSetting(sources, name));
  const parsed = memoize((name: SettingName): { value?: unknown; problem?: string } => {
    const setting = origin(name);
    const { parse, default: value } = settingRows[name];
    if (setting === undefined) return { value };
    const { text } = setting;
    const problem = textProblem(text) ?? (name === "account" ? emulatorProblem(text) : undefined);
    const result = problem === undefined ? parse(text) : { problem };
    return "value" in result ? result : { problem: `${setting.place}: ${result.problem}.` };
  });
  const value = <Name extends SettingName>(name: Name): SettingValue<Name> => {
    const result = parsed(name);
    if (result.problem === undefined) return result.value as SettingValue<Name>;
    throw new EmailMarketingError("config", result.problem);
  };
  const { value: address } = parsed("baseUrl");
  const byAddress = typeof address === "string" ? accountAt(address) : undefined;
  // All emulators are named `loopback`. An account elsewhere with this name would seem to own their objects.
  const emulatorProblem = (of: string) =>
    of === loopbackAccount && (byAddress ?? of) !== of
      ? 'must not be "loopback", the name of every emulator\'s account, for an address that is not loopback'
      : undefined;
  const name = origin("account")?.text;
  const account = name ?? byAddress;
  const keys = secretNames.map((secret) => origin(secret)?.text ?? []);
  return {
    value,
    get isExtended() {
      return value("operations") === "extended";
    },
    /** The address or the key of an API. Fails if it isn't set; for the main API, also if `account` is invalid. */
    required(of: ApiName, part: "address" | "key"): string {
      const names = settingsOfApi[of];
      const given = value(names[part]);
      if (given === undefined) {
        const lacking = Object.values(names).filter((name) => origin(name) === undefined);
        throw new EmailMarketingError("config", missingSettings(lacking, owner));
      }
      if (of === "main") value("account");
      return given;
    },
    /** The unparsed setting and its source; undefined if no source has the setting. */
    origin,
    /** Where to set a setting, for messages: its place in the first source. */
    place,
    /** True if the first source is the stack config, so not for an explicit Provider or a script. */
    isOfStack: isStored && owner === undefined,
    /** Where a setting is set, or else where to set it, for messages. */
    placeInUse: (of: SettingName) => origin(of)?.place ?? place(of),
    problems: memoize(() => settingNames.flatMap((of) => parsed(of).problem ?? [])),
    apiKeyConflict: memoize(() => conflict(sources, secretNames, "keys")),
    keys: keys.flat(),
    /** The explicit Provider's name in messages, with its account's name if set. Undefined without such a Provider. */
    label: owner === undefined || name === undefined ? owner : `${owner}, account ${quoted(name)}`,
    /** The setting `account`, or else the default name at a valid `baseUrl`. Undefined if there is neither. */
    account,
    /** True unless a state's account is known to be another. `formerAccounts` count as own, except in an emulator. */
    isOwnAccount(recorded: unknown): boolean {
      // If the state or the settings have no account name, nothing shows that the account has changed.
      if (typeof recorded !== "string" || account === undefined || recorded === account)
        return true;
      return account !== loopbackAccount && (value("formerAccounts")?.includes(recorded) ?? false);
    },
    /** A text for comparing accounts. Has the keys, because accounts may differ only in these, so it is never shown. */
    identity: JSON.stringify([parsed("baseUrl"), parsed("verifyUrl"), ...keys, account]),
    /** A text for comparing settings: it differs if any setting differs. Contains keys, so it is never shown. */
    fingerprint: JSON.stringify(settingNames.map((of) => origin(of)?.text)),
  };
}

export function defaultSettings(read: ReadConfig): Settings {
  return resolveSettings([stackConfig(read), environment]);
}

export function environmentSettings(): Settings {
  return resolveSettings([environment]);
}

/** Settings of an explicit Provider in the program. `given` includes the settings that the Provider inherits. */
export function argumentSettings(given: Readonly<Record<string, string>>): Settings {
  const owner = "the explicit Provider";
  const own = providerArguments((name) => given[name], owner, given[inheritedMarker]);
  return resolveSettings([own, liveEnvironment]);
}

/** Settings from the config that a provider process receives: inputs of an explicit Provider, or the stack config. */
export function providerSettings(read: ReadConfig): Settings {
  const provider = read(explicitMarker);
  if (provider === undefined) return defaultSettings(read);
  const owner = `Provider ${quoted(provider)}`;
  const own = providerArguments((name) => read(configKey(name)), owner, read(inheritedMarker));
  return resolveSettings([own, liveEnvironment]);
}

/** The guards that an explicit `Provider` inherits from the stack config, separated by commas. */
export function inheritedGuards(isOwn: (name: SettingName) => boolean, read: ReadConfig) {
  const names = guardNames.filter(
    (name) => !isOwn(name) && inheritedSetting(name, read) !== undefined,
  );
  return names.length === 0 ? undefined : names.join(",");
}

/** The value that a `Provider` without the setting inherits, from the stack config or, if `stored`, the environment. */
export function inheritedSetting(name: SettingName, read: ReadConfig): string | undefined {
  const sources = {
    never: [],
    stored: [stackConfig(read), environment],
    live: [stackConfig(read)],
  }[settingRows[name].inherited];
  return firstSetting(sources, name)?.text;
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

export function requireExtended(settings: Settings, what: string): void {
  if (settings.isExtended) return;
  const hint = settings.isOfStack
    ? "Run: pulumi config set emailmarketing:operations extended"
    : `Set ${settings.place("operations")} to extended`;
  const sentence = `requires emailmarketing:operations "extended", because the specified API has no operation that reads ${what}. ${hint}`;
  throw new EmailMarketingError("config", sentence);
}
