import { type Interface, settingsOfInterface } from "../errors/call";
import { EmailMarketingError } from "../errors/error";
import { once, oncePer } from "../runtime/once";
import { accountAt, loopbackAccount } from "./account-name";
import { configKey, environment, firstGiven, type Setting, type SettingsSource } from "./source";
import {
  type SettingName,
  type SettingValue,
  secretNames,
  settingNames,
  settingRow,
} from "./table";

/** The settings of one account. Each is parsed when it is asked for, so that a wrong one fails only what needs it. */
export interface Settings {
  /** A setting, or its default; throws a `config` error when it is invalid. */
  value<Name extends SettingName>(name: Name): SettingValue<Name>;
  /** Whether the extended operations are used; throws a `config` error when the setting is invalid. */
  readonly isExtended: boolean;
  /** The address of an interface; throws a `config` error when it is invalid or missing. */
  address(of: Interface): string;
  /** The key of an interface; throws a `config` error when it is invalid or missing. */
  key(of: Interface): string;
  /** A setting as it is given, and where it comes from; undefined where no source has it. */
  origin(name: SettingName): Setting | undefined;
  /** The first place that a setting is looked for, in words: where to set it. */
  place(name: SettingName): string;
  /** What is wrong with the settings that are given, each in one sentence. */
  problems(): readonly string[];
  /** Where two sources hold different keys, in a sentence without them; undefined where no two differ. */
  readonly twoKeys: string | undefined;
  /** Both keys, as far as they are given. */
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

/** The first source that has a setting gives it, setting by setting. */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const origin = oncePer((name: SettingName) => firstGiven(sources, name));
  const parsed = oncePer((name: SettingName) => {
    const setting = origin(name);
    const { parse, default: value } = settingRow(name);
    return setting ? { ...parse(setting.text), place: setting.place } : { value };
  });
  /** Every object of an emulator has its name, which would make those of another account its own. */
  const isNotLoopback = once(() => {
    const address = parsed("baseUrl");
    const at = "value" in address && typeof address.value === "string" ? address.value : undefined;
    const isNamed = origin("account")?.text === loopbackAccount;
    return isNamed && at !== undefined && accountAt(at) !== loopbackAccount;
  });
  const problem = (name: SettingName): string | undefined => {
    const result = parsed(name);
    if (name === "account" && isNotLoopback()) {
      return `${origin(name)?.place}: must not be "loopback", the name of every emulator's account, for an address that is not loopback.`;
    }
    return "problem" in result ? `${result.place}: ${result.problem}.` : undefined;
  };
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
    throw new EmailMarketingError("config", missing(lacking, sources));
  };
  const account = once(() => {
    const named = origin("account");
    if (named) return named.text;
    const address = parsed("baseUrl");
    // An address that is not set or invalid has no text.
    return "value" in address && typeof address.value === "string"
      ? accountAt(address.value)
      : undefined;
  });
  const isOwnAccount = (recorded: unknown): boolean => {
    const ours = account();
    // A state from before the output existed, or settings without an address, say nothing about a move.
    if (typeof recorded !== "string" || ours === undefined || recorded === ours) return true;
    return ours !== loopbackAccount && (value("formerAccounts")?.includes(recorded) ?? false);
  };
  const identity = once(() => {
    const addresses = (["baseUrl", "verifyUrl"] as const).map((name) => {
      const result = parsed(name);
      return "value" in result ? result.value : origin(name)?.text;
    });
    // A key belongs to one account, so another key may mean another account at the same address.
    const keys = secretNames.map((name) => origin(name)?.text);
    return JSON.stringify([...addresses, ...keys, account()]);
  });
  const label = once(() => {
    const owner = sources.find((source) => source.owner !== undefined)?.owner;
    const name = origin("account")?.text;
    return owner === undefined || name === undefined ? owner : `${owner}, account "${name}"`;
  });
  const conflict = once(() => twoKeys(sources));
  const signature = once(() => JSON.stringify(settingNames.map((name) => origin(name)?.text)));
  return {
    value,
    get isExtended() {
      return value("operations") === "extended";
    },
    address(of) {
      const address = required(of, "address");
      const misnamed = of === "main" ? problem("account") : undefined;
      if (misnamed !== undefined) throw new EmailMarketingError("config", misnamed);
      return address;
    },
    key: (of) => required(of, "key"),
    origin,
    place: (name) => (sources[0] ?? environment).place(name),
    problems: once(() => settingNames.flatMap((name) => problem(name) ?? [])),
    get twoKeys() {
      return conflict();
    },
    get keys() {
      return secretNames.flatMap((name) => origin(name)?.text ?? []);
    },
    get label() {
      return label();
    },
    get account() {
      return account();
    },
    isOwnAccount,
    get identity() {
      return identity();
    },
    get signature() {
      return signature();
    },
  };
}

/** The settings that a request needs and no source has, with what to run, and where else they can be set. */
function missing(names: readonly SettingName[], sources: readonly SettingsSource[]): string {
  const own = sources.find(({ kind }) => kind === "arguments");
  const { owner = "an explicit Provider" } = own ?? {};
  const all = (words: readonly string[]) => words.join(" and ");
  const which = `missing required setting${names.length > 1 ? "s" : ""} ${all(names.map((name) => `"${name}"`))}.`;
  // An explicit Provider does not inherit every setting.
  const [owned, shared] = [true, false].map((is) =>
    names.filter((name) => (own !== undefined && settingRow(name).inherited === "never") === is),
  ) as [SettingName[], SettingName[]];
  const argumentOf = (some: readonly SettingName[]) =>
    `argument${some.length > 1 ? "s" : ""} ${all(some)} of ${owner}`;
  const variables = all(shared.map((name) => environment.place(name).replace(/^.* /, "")));
  const commands = shared.map((name) =>
    settingRow(name).isSecret
      ? `pulumi config set --secret ${configKey(name)}`
      : `pulumi config set ${configKey(name)} <address>`,
  );
  return [
    which,
    ...(owned.length > 0
      ? [
          `Set ${argumentOf(owned)}: an explicit Provider does not use the ${all(owned)} of the stack config or the environment.`,
        ]
      : []),
    ...(shared.length > 0
      ? [
          `Run: ${commands.join("; ")}. Or set ${variables} in the environment, or ${argumentOf(shared)}.`,
        ]
      : []),
  ].join(" ");
}

/** Where two sources hold different keys, and which of them is used; never a key. Undefined where no two differ. */
export function twoKeys(sources: readonly SettingsSource[]): string | undefined {
  const sentences = secretNames.flatMap((name) => {
    const given = sources.flatMap((source) => firstGiven([source], name) ?? []);
    const [used, ...rest] = given;
    const other = rest.find(({ text }) => text !== used?.text);
    if (used === undefined || other === undefined) return [];
    return [
      `${name}: ${used.place} and ${other.place} hold different keys, and the one in ${used.place} is used.`,
    ];
  });
  return sentences.length === 0 ? undefined : `${sentences.join(" ")} Set a key in one place only.`;
}
