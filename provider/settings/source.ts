import { type SettingName, settingRow } from "./table";

/** A place that settings come from; an empty string counts as absent. */
export interface SettingsSource {
  readonly kind: "stackConfig" | "environment" | "arguments";
  readonly get: (name: SettingName) => string | undefined;
  /** The explicit `Provider` whose arguments these are, in words. */
  readonly owner?: string;
  /** The place of one setting in words, such as `stack config emailmarketing:apiKey`. */
  readonly place: (name: SettingName) => string;
}

export interface Setting {
  readonly text: string;
  readonly place: string;
  /** True where `refresh` and `destroy` read what the last `up` stored. */
  readonly isStored: boolean;
}

/** Reads stack config by the whole key, such as `emailmarketing:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** The stack config as a process of the engine has it. */
export interface StackConfig {
  readonly read: ReadConfig;
  /** Its keys in the namespace of the settings; undefined if no engine has passed them. */
  readonly keys?: readonly string[];
}

/** The environment: `EMAIL_MARKETING_API_KEY` and so on. */
export const environment: SettingsSource = {
  kind: "environment",
  // Always the current value, also in a destroy, for which the engine hands over stored stack config.
  get: (name) => (settingRow(name).isDeclared ? undefined : process.env[environmentName(name)]),
  place: (name) => `environment variable ${environmentName(name)}`,
};

/** What the processes of an explicit `Provider` read from the environment themselves. */
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

/** The arguments of an explicit `Provider`; `owner` is that provider in words, and `ofStack` names those of the stack config. */
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

export function firstGiven(
  sources: readonly SettingsSource[],
  name: SettingName,
): Setting | undefined {
  for (const { kind, get, place } of sources) {
    const text = get(name)?.trim() ?? "";
    if (text !== "") return { text, place: place(name), isStored: kind !== "environment" };
  }
  return undefined;
}

/** Whether an argument of a provider counts as not set, as an empty text does in every source. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

/** An argument of a provider as a text: a list or an object as the JSON that a stack config has of it. */
export function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Provider input that stands only among the inputs of an explicit provider, whose process sees nothing else. */
export const explicitMarker = "emailmarketing:explicitProvider";

/** Provider input that names the guards among its settings that are the stack config's. */
export const inheritedMarker = "emailmarketing:ofStackConfig";
