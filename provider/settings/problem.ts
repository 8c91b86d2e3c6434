import { quoted } from "../errors/redact";
import { ownConfigWarning, type UnknownSetting } from "./config-key";
import {
  configKey,
  environment,
  environmentName,
  firstGiven,
  type ReadConfig,
  type Setting,
  type SettingsSource,
  stackConfig,
} from "./source";
import { accountGuards, type SettingName, secretNames, settingRow } from "./table";
import { type StrangeVariable, strangeVariables } from "./variable";

/** The message about required settings that no source has, with the command to run and the other places to set them. */
export function missingSettings(
  names: readonly SettingName[],
  sources: readonly SettingsSource[],
): string {
  const own = sources.find(({ kind }) => kind === "arguments");
  const { owner = "an explicit Provider" } = own ?? {};
  const all = (words: readonly string[]) => words.join(" and ");
  const which = `missing required setting${names.length > 1 ? "s" : ""} ${all(names.map((name) => quoted(name)))}.`;
  const argument = `argument${names.length > 1 ? "s" : ""} ${all(names)} of ${owner}`;
  if (own) {
    const isKey = names.some((name) => settingRow(name).isSecret);
    const why = ": it does not use a key of the stack config or the environment";
    return `${which} Set ${argument}${isKey ? why : ""}.`;
  }
  const variables = all(names.map(environmentName));
  const commands = names.map((name) =>
    settingRow(name).isSecret
      ? `pulumi config set --secret ${configKey(name)}`
      : `pulumi config set ${configKey(name)} <address>`,
  );
  return `${which} Run: ${commands.join("; ")}. Or set ${variables} in the environment, or ${argument}.`;
}

/**
 * The message about two sources with different API keys, and which source is used. Never contains a key. Undefined if
 * all sources agree.
 */
export function keyConflict(sources: readonly SettingsSource[]): string | undefined {
  const sentences = conflicts(sources, secretNames, "keys");
  return sentences.length === 0 ? undefined : `${sentences.join(" ")} Set a key in one place only.`;
}

/** The message about guards that differ between stack config and environment. The stack config takes precedence. */
export function guardConflict(
  read: ReadConfig,
  names: readonly SettingName[] = accountGuards,
): string | undefined {
  const sentences = conflicts([stackConfig(read), environment], names, "values");
  return sentences.length === 0 ? undefined : `${sentences.join(" ")} Set it in one place only.`;
}

function conflicts(
  sources: readonly SettingsSource[],
  names: readonly SettingName[],
  what: string,
): string[] {
  return names.flatMap((name) => {
    const given = sources.flatMap((source) => firstGiven([source], name) ?? []);
    const meaning = ({ text }: Setting) => {
      const parsed = settingRow(name).parse(text);
      return "value" in parsed ? JSON.stringify(parsed.value) : text;
    };
    const [used, ...rest] = given;
    const other = rest.find((one) => used !== undefined && meaning(one) !== meaning(used));
    if (used === undefined || other === undefined) return [];
    return [
      `${name}: ${used.place} and ${other.place} hold different ${what}, and the one in ${used.place} is used.`,
    ];
  });
}

export function plainTextKeyProblem(configKey: string): string {
  return `${configKey} is stored in plain text in the stack config`;
}

/**
 * Problems that prevent the use of a stack config. A misspelt guard in the environment counts, because it would
 * silently have no effect.
 */
export function stackProblems(
  clearKeys: readonly string[],
  unknown: readonly UnknownSetting[],
): string[] {
  return [
    ...clearKeys.map(
      (key) => `${plainTextKeyProblem(key)}. Run: pulumi config set --secret ${key}`,
    ),
    ...unknown.map(({ problem }) => problem),
    ...misspeltGuards(),
  ];
}

/** Problems of environment variables that seem to be misspelt guards. */
export function misspeltGuards(): string[] {
  return problemsAt("error");
}

/** The values from which warnings about settings are derived. Only a program has the complete stack config. */
export interface WarnedOf {
  readonly keys: readonly string[];
  readonly project: string | undefined;
  readonly read: ReadConfig;
  /** True for a setting that is an argument of the selected `Provider`. */
  readonly isOwn?: (name: SettingName) => boolean;
  /** The guards that the selected account takes from the stack config; all by default. */
  readonly guards?: readonly SettingName[] | undefined;
}

/**
 * Warnings about the settings, shown when a program runs. A refresh or a destroy that doesn't run the program shows
 * none of them.
 */
export function settingsWarnings({
  keys,
  project,
  read,
  isOwn = () => false,
  guards,
}: WarnedOf): string[] {
  const sources = [stackConfig(read), environment];
  const isSet = (name: SettingName) => isOwn(name) || firstGiven(sources, name) !== undefined;
  const variables = problemsAt("warning");
  return [
    variables.length === 0 ? undefined : variables.join(" "),
    ownConfigWarning(keys, project, isSet),
    guardConflict(read, guards),
  ].filter((sentence) => sentence !== undefined);
}

function problemsAt(wanted: StrangeVariable["level"]): string[] {
  return strangeVariables().flatMap(({ level, problem }) => (level === wanted ? [problem] : []));
}
