import { EmailMarketingError } from "../errors/error";
import { type Interface, settingsOfInterface } from "../errors/interface";

/** The settings by name, as in `emailmarketing:<name>` and `EMAIL_MARKETING_<NAME>`. */
export const settingNames = [
  "apiKey",
  "baseUrl",
  "verifyKey",
  "verifyUrl",
  "account",
  "operations",
  "preflight",
  "requestsPerSecond",
  "timeoutSeconds",
  "deadlineSeconds",
  "log",
] as const;

export type SettingName = (typeof settingNames)[number];

/** The names among some that are no setting's: misspelt, most likely. */
export function oddSettings(names: readonly string[]): string[] {
  const known: readonly string[] = settingNames;
  return names.filter((name) => !known.includes(name));
}

/** The keys of a stack config that stand among the settings and are none. */
export function oddConfig(keys: readonly string[]): string[] {
  const names = keys.flatMap((key) => /^emailmarketing:(.+)$/s.exec(key)?.[1] ?? []);
  return oddSettings(names).map((name) => `emailmarketing:${name}`);
}

/** A place that settings come from; an empty string counts as absent. */
export interface SettingsSource {
  readonly get: (name: SettingName) => string | undefined;
  /** The place of one setting in words, such as `stack config emailmarketing:apiKey`. */
  readonly place: (name: SettingName) => string;
  /** True where `refresh` and `destroy` read what the last `up` stored. */
  readonly isStored: boolean;
}

/** The settings of one account, resolved but not judged: each is judged when it is asked for. */
export interface Settings {
  /** Address of an interface, judged; throws a `config` error that names the places when it is missing or unfit. */
  address(of: Interface): string;
  /** The key of an interface; throws a `config` error that names all the places when it is missing. */
  key(of: Interface): string;
  /** Where a setting comes from; undefined where it is not set. */
  origin(name: SettingName): Setting | undefined;
  /** Both keys, as far as they are known. */
  readonly keys: readonly string[];
  /** The name of the account that objects live in; undefined while the address is missing or unfit. */
  readonly account: string | undefined;
  readonly operations: "specified" | "extended";
  readonly preflight: "warn" | "error" | "off";
  /** Upper bound of the pace. */
  readonly requestsPerSecond: number;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** `off`, `debug` or `file:PATH`. */
  readonly log: string;
  /** Equal for settings that mean the same account and the same ways; holds keys, so it is never shown. */
  readonly identity: string;
  /** What is wrong with the settings that are there, each in one sentence. */
  faults(): string[];
}

/** The environment: `EMAIL_MARKETING_API_KEY` and so on. */
export const environment: SettingsSource = {
  get: (name) => process.env[environmentName(name)],
  place: (name) => `environment variable ${environmentName(name)}`,
  isStored: false,
};

function environmentName(name: SettingName): string {
  return `EMAIL_MARKETING_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** Stack config, read by a function that takes the whole key. */
export function stackConfig(read: (key: string) => string | undefined): SettingsSource {
  return {
    get: (name) => read(`emailmarketing:${name}`),
    place: (name) => `stack config emailmarketing:${name}`,
    isStored: true,
  };
}

/** A setting as one of the sources has it. */
export interface Setting {
  readonly value: string;
  /** The source in words, such as `stack config emailmarketing:apiKey`. */
  readonly place: string;
  /** True where `refresh` and `destroy` read what the last `up` stored. */
  readonly isStored: boolean;
}

/** The first source that has a setting gives it, setting by setting. */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const known = new Map<SettingName, Setting | undefined>();
  const found = (name: SettingName): Setting | undefined => {
    if (!known.has(name)) known.set(name, firstGiven(sources, name));
    return known.get(name);
  };
  const places = (name: SettingName) => sources.map((source) => source.place(name)).join(" or ");
  const required = (name: SettingName) => {
    const setting = found(name);
    if (setting) return setting;
    throw new EmailMarketingError("config", `${name} is not set. Give it as ${places(name)}.`);
  };
  const addresses = {
    main: lazily(() => judgedAddress(required(settingsOfInterface.main.address))),
    verification: lazily(() => judgedAddress(required(settingsOfInterface.verification.address))),
  };
  const address = (of: Interface) => addresses[of]();
  const account = lazily(() => {
    const named = found("account");
    if (named) return named.value;
    return found("baseUrl") && nameOf(attempt(() => address("main")));
  });
  const identity = lazily(() => JSON.stringify(settingNames.map((name) => found(name)?.value)));
  const givenKeys = () =>
    [found(settingsOfInterface.main.key), found(settingsOfInterface.verification.key)].filter(
      (key) => key !== undefined,
    );
  const choice = <Value extends string>(name: SettingName, allowed: readonly Value[]): Value => {
    const setting = found(name);
    if (!setting) return allowed[0] as Value;
    const value = allowed.find((one) => one === setting.value);
    if (value) return value;
    throw unfit(setting.place, `is none of ${allowed.join(", ")}`);
  };
  const amount = (
    name: SettingName,
    fallback: number,
    [least, most]: readonly [number, number],
  ) => {
    const setting = found(name);
    if (!setting) return fallback;
    const value = Number(setting.value);
    if (value >= least && value <= most) return value;
    throw unfit(setting.place, `is not a number from ${least} to ${most}`);
  };
  const settings: Settings = {
    address,
    key: (of) => judgedKey(required(settingsOfInterface[of].key)),
    origin: found,
    get keys() {
      return givenKeys().map(({ value }) => value);
    },
    get account() {
      return account();
    },
    get operations() {
      return choice("operations", ["specified", "extended"]);
    },
    get preflight() {
      return choice("preflight", ["warn", "error", "off"]);
    },
    get requestsPerSecond() {
      return amount("requestsPerSecond", 50, [1, 50]);
    },
    get timeoutMs() {
      return amount("timeoutSeconds", 30, [0.01, 3600]) * 1000;
    },
    get deadlineMs() {
      return amount("deadlineSeconds", 300, [0.01, 86_400]) * 1000;
    },
    get log() {
      const setting = found("log");
      if (!setting || /^(off|debug|file:.+)$/s.test(setting.value)) return setting?.value ?? "off";
      throw unfit(setting.place, "is none of off, debug, file:PATH");
    },
    get identity() {
      return identity();
    },
    faults: lazily(() => {
      const parts: (() => unknown)[] = [
        () => found("baseUrl") && address("main"),
        () => found("verifyUrl") && address("verification"),
        ...givenKeys().map((key) => () => judgedKey(key)),
        () => settings.operations,
        () => settings.preflight,
        () => settings.requestsPerSecond,
        () => settings.timeoutMs,
        () => settings.deadlineMs,
        () => settings.log,
      ];
      return parts.flatMap((part) => {
        const outcome = attempt(part);
        return outcome instanceof EmailMarketingError ? [outcome.message] : [];
      });
    }),
  };
  return settings;
}

function firstGiven(sources: readonly SettingsSource[], name: SettingName): Setting | undefined {
  return sources
    .map((source) => {
      const value = source.get(name)?.trim() ?? "";
      return { value, place: source.place(name), isStored: source.isStored };
    })
    .find(({ value }) => value !== "");
}

/** Every resource asks, and the answer stays the same. */
function lazily<Value>(get: () => Value): () => Value {
  let got: { readonly value: Value } | undefined;
  return () => {
    got ??= { value: get() };
    return got.value;
  };
}

function attempt<Value>(get: () => Value): Value | EmailMarketingError {
  try {
    return get();
  } catch (error) {
    if (error instanceof EmailMarketingError) return error;
    throw error;
  }
}

/** Never with the value: it may hold a key. */
function unfit(place: string, why: string): EmailMarketingError {
  return new EmailMarketingError("config", `${place} ${why}.`);
}

function judgedKey({ value, place }: { value: string; place: string }): string {
  // A line break within would end the header; anything beyond ASCII came in by mistake.
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw unfit(place, "holds a space, a line break or another character that no key has");
}

function judgedAddress({ value, place }: { value: string; place: string }): string {
  if (!URL.canParse(value)) throw unfit(place, "is not an address such as https://host/v1");
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw unfit(place, "is not an https address");
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw unfit(
      place,
      `names the host ${url.hostname} over http: a key would travel in clear. Use https; http is for loopback hosts only`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw unfit(place, "holds more than an address: leave out credentials, query and fragment");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

function nameOf(address: string | EmailMarketingError): string | undefined {
  if (typeof address !== "string") return undefined;
  const url = new URL(address);
  return isLoopback(url) ? "loopback" : url.origin;
}
