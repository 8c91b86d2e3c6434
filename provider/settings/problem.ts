import { quoted } from "../errors/redact";
import { editsBetween, nearest, unknownName } from "../input/nearest";
import { memoize } from "../plain/async";
import { otherVariables } from "../plain/package";
import { objectIn, type Properties, parseJson } from "../plain/value";
import {
  accountGuards,
  configKey,
  environment,
  environmentName,
  firstSetting,
  guardNames,
  protectiveNames,
  type ReadConfig,
  type Setting,
  type SettingName,
  type SettingsSource,
  settingNames,
  settingRows,
  stackConfig,
} from "./table";

/** The message about required settings that no source has. `owner` is the explicit `Provider`'s name in messages. */
export function missingSettings(names: readonly SettingName[], owner?: string): string {
  const all = (words: readonly string[]) => words.join(" and ");
  const which = `missing required setting${names.length > 1 ? "s" : ""} ${all(names.map((name) => quoted(name)))}.`;
  const argument = `argument${names.length > 1 ? "s" : ""} ${all(names)} of ${owner ?? "an explicit Provider"}`;
  if (owner !== undefined) {
    const isKey = names.some((name) => settingRows[name].isSecret);
    const why = ": it does not use a key of the stack config or the environment";
    return `${which} Set ${argument}${isKey ? why : ""}.`;
  }
  const variables = all(names.map(environmentName));
  const commands = names.map((name) =>
    settingRows[name].isSecret
      ? `pulumi config set --secret ${configKey(name)}`
      : `pulumi config set ${configKey(name)} <address>`,
  );
  return `${which} Run: ${commands.join("; ")}. Or set ${variables} in the environment, or ${argument}.`;
}

/** The message about settings that differ between two sources, without their values. Undefined if all sources agree. */
export function conflict(
  sources: readonly SettingsSource[],
  names: readonly SettingName[],
  what: "keys" | "values",
): string | undefined {
  const sentences = names.flatMap((name) => {
    const [used, other] = sources.flatMap((source) => firstSetting([source], name) ?? []);
    const meaning = ({ text }: Setting) => {
      const parsed = settingRows[name].parse(text);
      return "value" in parsed ? JSON.stringify(parsed.value) : text;
    };
    if (!used || !other || meaning(used) === meaning(other)) return [];
    return [
      `${name}: ${used.place} and ${other.place} hold different ${what}, and the one in ${used.place} is used.`,
    ];
  });
  const advice = `Set ${what === "keys" ? "a key" : "it"} in one place only.`;
  return sentences.length === 0 ? undefined : [...sentences, advice].join(" ");
}

export function plainTextApiKeyProblem(configKey: string): string {
  return `${configKey} is stored in plain text in the stack config`;
}

/** Problems that prevent using the settings, such as a misspelt guard variable, which would silently do nothing. */
export function stackProblems(clearKeys: readonly string[], unknown: readonly UnknownSetting[]) {
  return [
    ...clearKeys.map(
      (key) => `${plainTextApiKeyProblem(key)}. Run: pulumi config set --secret ${key}`,
    ),
    ...unknown.map(({ problem }) => problem),
    ...variableProblems("error"),
  ];
}

export interface WarningSources {
  readonly keys: readonly string[];
  readonly project: string | undefined;
  readonly read: ReadConfig;
  /** True if the explicit `Provider` has the setting as its own argument. Absent without such a `Provider`. */
  readonly isOwn?: (name: SettingName) => boolean;
}

/** Warnings about the settings. Shown by `doctor` and by programs, which most refreshes and destroys don't run. */
export function settingsWarnings({ keys, project, read, isOwn }: WarningSources): string[] {
  const sources = [stackConfig(read), environment];
  const isSet = (name: SettingName) =>
    isOwn?.(name) === true || firstSetting(sources, name) !== undefined;
  const guards = isOwn ? guardNames.filter((name) => !isOwn(name)) : accountGuards;
  return [
    variableProblems("warning").join(" ") || [],
    ownConfigWarning(keys, project, isSet) ?? [],
    conflict(sources, guards, "values") ?? [],
  ].flat();
}

/** The problems of this level with environment variables. "error": the name is like one of `protectiveNames`. */
function variableProblems(wanted: SuspectLevel): string[] {
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
export type UnknownSetting = ReturnType<typeof unknownConfig>[number];

/** Problems with stack config keys. Skips the project's own namespace, because its keys belong to the program. */
export function unknownConfig(keys: readonly string[], project: string | undefined) {
  return keys.flatMap((key) => {
    const { namespace, name } = keyParts(key);
    if (namespace === project || foldedName(namespace) !== ownPrefix) return [];
    const found = (problem: string) => ({ name: key, problem: `stack config ${key}: ${problem}` });
    if (namespace === ownPrefix) return unknownSettings([name]).map(found);
    // A namespace that only resembles `emailmarketing` may be another package's, so report only keys like guards.
    const guard = guardLike(name);
    if (guard === undefined) return [];
    return found(
      `not in the namespace of the settings, so it has no effect; did you mean ${configKey(guard)}?`,
    );
  });
}

/** Warns about keys in the project's own namespace that have a guard's name, if the guard itself isn't set. */
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
    // A misspelt name counts only if the project or the beginning of the key is named like `emailmarketing`.
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

/** A config's keys, also those inside an object named like `emailmarketing`, because a guard there has no effect. */
export function keysOfConfig(config: Properties): string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    if (foldedName(keyParts(key).name) !== ownPrefix) return [key];
    const members = objectIn(typeof value === "string" ? parseJson(value) : value) ?? {};
    return [key, ...Object.keys(members).map((name) => `${key}.${name}`)];
  });
}

function keyParts(key: string) {
  const [namespace = "", ...name] = key.split(":");
  return { namespace, name: name.join(":") };
}

/** A name for comparisons: lower case, without `_`, `-` and `.`, and without `pulumi` at the beginning. */
function foldedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_.]/g, "")
    .replace(/^pulumi(?=.)/, "");
}

/** The folded prefix of settings: `emailmarketing:` in the stack config, `EMAIL_MARKETING_` in the environment. */
const ownPrefix = "emailmarketing";

function guardNamed(name: string): SettingName | undefined {
  return accountGuards.find((guard) => foldedName(guard) === foldedName(name));
}

/** The guard meant by the part of a key after the prefix, even if misspelt: `sendng` in `emailmarketing.sendng`. */
function guardBehindPrefix(rest: string): SettingName | undefined {
  // Skip the end of a guard's name, such as `recipients` of `maxRecipients`. It may be the program's own setting.
  const isEnd = accountGuards.some(
    (guard) => foldedName(guard) !== rest && foldedName(guard).endsWith(rest),
  );
  return isEnd ? undefined : guardLike(rest);
}

function guardLike(name: string): SettingName | undefined {
  return guardNamed(name) ?? nearest(name, accountGuards);
}

/** The severity. A `note` may be about a variable of the program, so only the command `doctor` shows it. */
type SuspectLevel = "error" | "warning" | "note";

/** The settings that have an environment variable, by the variable's name. */
const settingsByVariable = memoize(() => {
  const names = settingNames.filter((name) => !settingRows[name].ignoresEnvironment);
  return new Map(names.map((name) => [environmentName(name), name]));
});

/** Other tools' names for our guards, such as `DRY_RUN`. Such a variable has no effect here, so report it. */
const namesElsewhere: readonly (readonly [SettingName, words: string])[] = [
  [
    "sending",
    "SEND SEND_EMAIL SEND_MAIL SEND_MODE SEND_ENABLED SENDING_MODE SENDING_ENABLED ALLOW_SEND ALLOW_SENDING ENABLE_SENDING DISABLE_SENDING NO_SEND NO_SENDING REFUSE_SENDING SCHEDULING DELIVERY DRY_RUN TEST_MODE SANDBOX_MODE",
  ],
  [
    "maxRecipients",
    "MAX_CONTACTS MAX_SUBSCRIBERS MAX_EMAILS MAX_MAILS MAX_SENDS MAX_AUDIENCE MAXIMUM_RECIPIENTS MAXIMUM_CONTACTS RECIPIENT_LIMIT RECIPIENTS_LIMIT RECIPIENTS_MAX CONTACT_LIMIT CONTACTS_LIMIT SUBSCRIBER_LIMIT SEND_LIMIT SENDING_LIMIT LIMIT",
  ],
  [
    "sendWindow",
    "WINDOW SENDING_WINDOW SCHEDULE_WINDOW DELIVERY_WINDOW SEND_HOURS SENDING_HOURS SEND_TIMES SEND_TIME_WINDOW BUSINESS_HOURS WORKING_HOURS QUIET_HOURS",
  ],
  ["accountDomain", "EXPECTED_DOMAIN REQUIRED_DOMAIN REQUIRE_DOMAIN"],
];

/** The variables that look like settings of this package, but aren't. Skips empty variables, which count as not set. */
export function suspectVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
) {
  return Object.keys(variables).flatMap((name) => {
    // On Windows, the names of variables are case-insensitive.
    const known = platform === "win32" ? name.toUpperCase() : name;
    // Check the name before reading the value, because each resource calls this, and reading a variable is slow.
    if (!mayBeMeant(name) || settingsByVariable().has(known) || known in otherVariables) return [];
    const value = variables[name]?.trim() ?? "";
    return value === "" ? [] : judgeVariable(name, value);
  });
}

function judgeVariable(name: string, value: string) {
  const letters = foldedName(name);
  if (letters === ownPrefix) return [];
  const isOwn = letters.startsWith(ownPrefix);
  // If the prefix is right, only one more letter at its end counts as a typo, as in `EMAIL_MARKETINGS_SENDING`.
  const mayHaveTypo = !isOwn || /^.[a-z][-_.]/i.test(restBehind(name, ownPrefix.length - 1));
  const meant = [0, -1, 1]
    .map((more) => ownPrefix.length + more)
    .filter((count) => mayHaveTypo && editsBetween(letters.slice(0, count), ownPrefix) === 1)
    .flatMap((count) => settingLike(restBehind(name, count)) ?? []);
  const guard = meant.find((one) => accountGuards.includes(one));
  if (guard !== undefined) return [variableResembling(name, "error", guard)];
  if (isOwn) return [judgePrefixedVariable(name, restBehind(name, ownPrefix.length), value)];
  // The prefix isn't this package's, and the setting is no guard, so the variable may belong to another tool.
  return meant.length > 0 ? [variableResembling(name, "note")] : [];
}

/** A first filter: passes every name with the prefix. One typo leaves the prefix's first or last four letters right. */
const mayBeMeant = memoize((name: string) => /^(emai|.{9,11}ting)/.test(foldedName(name)));

/** The part of a name after this number of letters, not counting separators and a leading `pulumi`. */
function restBehind(name: string, letters: number): string {
  const pattern = `^[-_.]*(?:pulumi[-_.]*)?(?:[^-_.][-_.]*){${letters}}(.*?)[-_.]*$`;
  return new RegExp(pattern, "is").exec(name)?.[1] ?? "";
}

/** The setting with this or a similar name. A longer name that contains a setting's name doesn't match. */
function settingLike(rest: string): SettingName | undefined {
  const settings = settingsByVariable();
  const equal = [...settings.values()].find((name) => foldedName(name) === foldedName(rest));
  if (equal !== undefined) return equal;
  const names = [...settings.keys()].map((name) => name.slice("EMAIL_MARKETING_".length));
  // Too many other words resemble a name of three letters: EMAIL_MARKETING_LOGO isn't a misspelt EMAIL_MARKETING_LOG.
  const long = names.filter((name) => name.length > 3);
  const near = nearest(rest, long);
  if (near === undefined || `_${rest}_`.toUpperCase().includes(`_${near}_`)) return undefined;
  return settings.get(`EMAIL_MARKETING_${near}`);
}

function judgePrefixedVariable(name: string, rest: string, value: string) {
  const setting = settingLike(rest);
  if (setting !== undefined) {
    const level = protectiveNames.includes(setting) ? "error" : "warning";
    return variableResembling(name, level, setting);
  }
  const singular = (word: string) => foldedName(word).replace(/s$/, "");
  const isNamed = (words: string) => words.split(" ").map(singular).includes(singular(rest));
  const [guard] = namesElsewhere.find(([, words]) => isNamed(words)) ?? [];
  if (guard === undefined) return variableResembling(name, "note");
  // Only the guard `sending` has the value "refuse", so a variable with it is most likely a misspelled `sending`.
  const isRefused = guard === "sending" && value.toLowerCase() === "refuse";
  return variableResembling(name, isRefused ? "error" : "warning", guard);
}

function variableResembling(name: string, level: SuspectLevel, meant?: SettingName) {
  const suggestion = meant === undefined ? "" : `; did you mean ${environmentName(meant)}?`;
  const advice = level === "error" ? " Rename it or unset it." : "";
  const problem = `environment variable ${name}: not the name of a setting, so it has no effect${suggestion}${advice}`;
  return { name, level, problem };
}
