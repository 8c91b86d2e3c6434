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

/** The settings that a request needs and no source has, with what to run, and where else they can be set. */
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

/** Where two sources hold different keys, and which of them is used; never a key. Undefined where no two differ. */
export function keyConflict(sources: readonly SettingsSource[]): string | undefined {
  const sentences = conflicts(sources, secretNames, "keys");
  return sentences.length === 0 ? undefined : `${sentences.join(" ")} Set a key in one place only.`;
}

/** The same of guards in the stack config and the environment, of which the stack config's hold. */
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

/** What must be right before a stack config is used, and with it the guards of the environment: misspelt, one guards nothing. */
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

/** What is wrong with the variables that are meant as one of those by which readers are protected. */
export function misspeltGuards(): string[] {
  return problemsAt("error");
}

/** What a program, which alone has the whole stack config, is warned of. */
export interface WarnedOf {
  readonly keys: readonly string[];
  readonly project: string | undefined;
  readonly read: ReadConfig;
  /** True for a setting that the selected `Provider` has as an argument. */
  readonly isOwn?: (name: SettingName) => boolean;
  /** The guards of which the selected account has the stack's; all by default. */
  readonly guards?: readonly SettingName[] | undefined;
}

/** The warnings about settings of a program; none of them is for a refresh or a destroy without it. */
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
