import { type SettingName, settingRow } from "./table";

/** A source of settings. An empty string counts as absent. */
export interface SettingsSource {
  readonly kind: "stackConfig" | "environment" | "arguments";
  readonly get: (name: SettingName) => string | undefined;
  /** The explicit `Provider` that has these arguments, in words; absent for other sources. */
  readonly owner?: string;
  /** A phrase for the place of one setting, such as `stack config emailmarketing:apiKey`. */
  readonly place: (name: SettingName) => string;
}

export interface Setting {
  readonly text: string;
  readonly place: string;
  /** True if `refresh` and `destroy` get the value that the last `up` stored. */
  readonly isStored: boolean;
}

/** Reads a stack config value by the full key, such as `emailmarketing:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** The stack config as the engine passes it to a process. */
export interface StackConfig {
  readonly read: ReadConfig;
  /** The config keys in the namespace of the settings; undefined if no engine has passed them. */
  readonly keys?: readonly string[];
}

export const environment: SettingsSource = {
  kind: "environment",
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
    kind: "stackConfig",
    get: (name) => read(configKey(name)),
    place: (name) => `stack config ${configKey(name)}`,
  };
}

export function configKey(name: SettingName): string {
  return `emailmarketing:${name}`;
}

/**
 * The settings in the arguments of an explicit `Provider`. `owner` names the Provider in messages, and `ofStack` lists
 * the guards that it inherited from the stack config.
 */
export function providerArguments(
  get: (name: SettingName) => string | undefined,
  owner: string,
  ofStack = "",
): SettingsSource {
  const shared = ofStack.split(",");
  const { place } = stackConfig(() => undefined);
  return {
    kind: "arguments",
    owner,
    get,
    place: (name) => (shared.includes(name) ? place(name) : `argument ${name} of ${owner}`),
  };
}

export function firstSetting(
  sources: readonly SettingsSource[],
  name: SettingName,
): Setting | undefined {
  for (const { kind, get, place } of sources) {
    const text = get(name)?.trim() ?? "";
    if (text !== "") return { text, place: place(name), isStored: kind !== "environment" };
  }
  return undefined;
}

/** True if a value counts as not set, such as a blank text. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

/** An argument of a provider as text. Lists and objects become JSON, as in a stack config. */
export function argumentText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A provider input with the name of an explicit provider, because the provider's process gets only the inputs. */
export const explicitMarker = "emailmarketing:explicitProvider";

/** A provider input that lists the guards that were inherited from the stack config. */
export const inheritedMarker = "emailmarketing:ofStackConfig";

/** A name as it is compared with other names: without case, `_`, `-`, `.` and a leading `pulumi-`. */
export function foldedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_.]/g, "")
    .replace(/^pulumi(?=.)/, "");
}

/**
 * The prefix of all settings of this package, as {@link foldedName} returns it. It stands for `emailmarketing:` in the
 * stack config, and for `EMAIL_MARKETING_` in the environment.
 */
export const ownPrefix = "emailmarketing";
