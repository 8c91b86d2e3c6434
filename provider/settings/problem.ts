import { quoted } from "../errors/redact";
import { nearest, unknownName } from "../input/nearest";
import { objectIn, type Properties } from "../plain/value";
import { structureIn } from "./parse";
import {
  configKey,
  environment,
  environmentName,
  firstSetting,
  foldedName,
  ownPrefix,
  type ReadConfig,
  type Setting,
  type SettingsSource,
  stackConfig,
} from "./source";
import { accountGuards, type SettingName, secretNames, settingNames, settingRow } from "./table";
import { type SuspectVariable, suspectVariables } from "./variable";

/** The message about required settings that no source has, with the places to set them. */
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
export function apiKeyConflict(sources: readonly SettingsSource[]): string | undefined {
  return conflict(sources, secretNames, { what: "keys", advice: "Set a key in one place only." });
}

/** The message about guards that differ between stack config and environment. The stack config takes precedence. */
export function guardConflict(
  read: ReadConfig,
  names: readonly SettingName[] = accountGuards,
): string | undefined {
  const words = { what: "values", advice: "Set it in one place only." };
  return conflict([stackConfig(read), environment], names, words);
}

function conflict(
  sources: readonly SettingsSource[],
  names: readonly SettingName[],
  { what, advice }: { readonly what: string; readonly advice: string },
): string | undefined {
  const sentences = names.flatMap((name) => {
    const given = sources.flatMap((source) => firstSetting([source], name) ?? []);
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
  return sentences.length === 0 ? undefined : [...sentences, advice].join(" ");
}

export function plainTextApiKeyProblem(configKey: string): string {
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
      (key) => `${plainTextApiKeyProblem(key)}. Run: pulumi config set --secret ${key}`,
    ),
    ...unknown.map(({ problem }) => problem),
    ...variableProblems("error"),
  ];
}

/**
 * The values from which warnings about settings are derived. Only a program and this package's command surely know all
 * keys of the stack config.
 */
export interface WarningSources {
  readonly keys: readonly string[];
  readonly project: string | undefined;
  readonly read: ReadConfig;
  /** True for a setting that is an argument of the selected `Provider`. */
  readonly isOwn?: (name: SettingName) => boolean;
  /** The guards that the selected account takes from the stack config; all by default. */
  readonly guards?: readonly SettingName[] | undefined;
}

/**
 * Warnings about the settings, shown by `doctor` and when a program runs. A refresh or a destroy that doesn't run the
 * program shows none of them.
 */
export function settingsWarnings({
  keys,
  project,
  read,
  isOwn = () => false,
  guards,
}: WarningSources): string[] {
  const sources = [stackConfig(read), environment];
  const isSet = (name: SettingName) => isOwn(name) || firstSetting(sources, name) !== undefined;
  const variables = variableProblems("warning");
  return [
    variables.length === 0 ? undefined : variables.join(" "),
    ownConfigWarning(keys, project, isSet),
    guardConflict(read, guards),
  ].filter((sentence) => sentence !== undefined);
}

/** Problems with environment variables of this level. An error is a name that seems to be one of `protectiveNames`. */
export function variableProblems(wanted: SuspectVariable["level"]): string[] {
  return suspectVariables().flatMap(({ level, problem }) => (level === wanted ? [problem] : []));
}

/** Problems with unknown names. Each suggests the most similar setting, or lists all settings if none is similar. */
export function unknownSettings(names: readonly string[]): string[] {
  const known: readonly string[] = settingNames;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => unknownName("setting", name, known));
}

/** A config key that isn't a setting, most likely because its name or its namespace is misspelt. */
export interface UnknownSetting {
  readonly name: string;
  readonly problem: string;
}

/** Problems with stack config keys. Skips the project's own namespace, because its keys belong to the program. */
export function unknownConfig(
  keys: readonly string[],
  project: string | undefined,
): UnknownSetting[] {
  return keys.flatMap((key) => {
    const { namespace, name } = keyParts(key);
    if (namespace === project || foldedName(namespace) !== ownPrefix) return [];
    const problems =
      namespace === ownPrefix ? unknownSettings([name]) : guardsInSimilarNamespace(name);
    return problems.map((problem) => ({ name: key, problem: `stack config ${key}: ${problem}` }));
  });
}

/**
 * Reports a guard, even if misspelt, in a namespace that only resembles `emailmarketing`. Other keys there belong to
 * another package.
 */
function guardsInSimilarNamespace(name: string): string[] {
  const guard = guardLike(name);
  if (guard === undefined) return [];
  return [
    `not in the namespace of the settings, so it has no effect; did you mean ${configKey(guard)}?`,
  ];
}

/**
 * Warns about keys in the project's own namespace that have a guard's name, if the guard itself isn't set. A misspelt
 * name counts only if the project or the beginning of the key is named like `emailmarketing`.
 */
export function ownConfigWarning(
  keys: readonly string[],
  project: string | undefined,
  isSet: (name: SettingName) => boolean,
): string | undefined {
  const isNeighbor = foldedName(project ?? "") === ownPrefix;
  const sentences = keys.flatMap((key) => {
    const { namespace, name } = keyParts(key);
    if (namespace !== project) return [];
    const letters = foldedName(name);
    const guard = letters.startsWith(ownPrefix)
      ? guardBehindPrefix(letters.slice(ownPrefix.length))
      : (isNeighbor ? guardLike : guardNamed)(name);
    if (guard === undefined || key === configKey(guard) || isSet(guard)) return [];
    return [
      `stack config ${key}: a value of the project ${project}, so it doesn't set ${configKey(guard)}. Run: pulumi config set ${configKey(guard)} <value>. Any value there ends this warning.`,
    ];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

/**
 * The keys of a stack config, including the members of an object named like `emailmarketing`. A guard in this object
 * looks like a setting, but has no effect.
 */
export function keysOfConfig(config: Properties): string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    if (foldedName(keyParts(key).name) !== ownPrefix) return [key];
    const members = objectIn(typeof value === "string" ? structureIn(value) : value) ?? {};
    return [key, ...Object.keys(members).map((name) => `${key}.${name}`)];
  });
}

function keyParts(key: string) {
  const [namespace = "", ...name] = key.split(":");
  return { namespace, name: name.join(":") };
}

function guardNamed(name: string): SettingName | undefined {
  return accountGuards.find((guard) => foldedName(guard) === foldedName(name));
}

/**
 * The guard that a name behind the prefix means, even if misspelt, such as `sendng` in `emailmarketing.sendng`. The end
 * of a guard's name doesn't count, such as `recipients` of `maxRecipients`, because it may be the program's own
 * setting.
 */
function guardBehindPrefix(rest: string): SettingName | undefined {
  const isEnd = accountGuards.some(
    (guard) => foldedName(guard) !== rest && foldedName(guard).endsWith(rest),
  );
  return isEnd ? undefined : guardLike(rest);
}

function guardLike(name: string): SettingName | undefined {
  const near = nearest(name, accountGuards);
  return guardNamed(name) ?? accountGuards.find((guard) => guard === near);
}
