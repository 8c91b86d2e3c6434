import { nearest, unknownName } from "../errors/nearest";
import { otherVariables } from "../errors/package";
import { quoted } from "../errors/redact";
import { configKey, environmentName, firstGiven, isBlank, type SettingsSource } from "./source";
import { protectiveNames, type SettingName, secretNames, settingNames, settingRow } from "./table";

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

/** A name that is used like a setting and is none: misspelt, most likely. */
export interface UnknownSetting {
  readonly name: string;
  /** What is wrong, with the setting that was most likely meant, or all of them. */
  readonly problem: string;
}

export function unknownSettings(names: readonly string[]): UnknownSetting[] {
  const known: readonly string[] = settingNames;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, problem: unknownName("setting", name, known) }));
}

/** The same for the keys of a stack config, among which a project of this name keeps its own. */
export function unknownConfig(
  keys: readonly string[],
  project: string | undefined,
): UnknownSetting[] {
  if (project === "emailmarketing") return [];
  return unknownSettings(keys.flatMap((key) => /^emailmarketing:(.+)$/s.exec(key)?.[1] ?? [])).map(
    ({ name, problem }) => ({
      name: `emailmarketing:${name}`,
      problem: `stack config emailmarketing:${name}: ${problem}`,
    }),
  );
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

const prefix = "EMAIL_MARKETING_";
const behindPrefix = (name: SettingName) => environmentName(name).slice(prefix.length);

/** What is wrong with variables that are nearly a setting's; an error where that one would protect readers: nothing does in its place. */
export function misspeltVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
) {
  const known = [...settingNames.map(environmentName), ...Object.keys(otherVariables)];
  const readNames = settingNames.filter((name) => !settingRow(name).isDeclared);
  return Object.entries(variables).flatMap(([name, value]) => {
    if (!name.startsWith(prefix) || isBlank(value) || known.includes(name)) return [];
    const near = nearest(name.slice(prefix.length), readNames.map(behindPrefix));
    const setting = readNames.find((one) => behindPrefix(one) === near);
    if (setting === undefined) return [];
    const isError = protectiveNames.includes(setting);
    const problem = `environment variable ${name}: not the name of a setting, so it has no effect; did you mean ${environmentName(setting)}?${isError ? " Rename it or unset it." : ""}`;
    return [{ problem, isError }];
  });
}

/** What is wrong with the variables that are nearly one of those by which readers are protected. */
export function misspeltGuards(): string[] {
  return misspeltVariables().flatMap(({ isError, problem }) => (isError ? [problem] : []));
}

/** The same of the others, in one warning; undefined where there are none. */
export function misspeltOthers(): string | undefined {
  const problems = misspeltVariables().flatMap((one) => (one.isError ? [] : [one.problem]));
  return problems.length === 0 ? undefined : problems.join(" ");
}
