import { unknownName } from "../errors/nearest";
import { configKey, environment, firstGiven, type SettingsSource } from "./source";
import { type SettingName, secretNames, settingNames, settingRow } from "./table";

/** The settings that a request needs and no source has, with what to run, and where else they can be set. */
export function missingSettings(
  names: readonly SettingName[],
  sources: readonly SettingsSource[],
): string {
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

/** The names among some that are no setting's. */
export function unknownSettings(names: readonly string[]): UnknownSetting[] {
  const known: readonly string[] = settingNames;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      name,
      problem: unknownName({ what: "setting", given: name, names: settingNames }),
    }));
}

/**
 * The same for the keys of a stack config, of which only those of this package count. A project of its name keeps its own
 * there.
 */
export function unknownConfig(
  keys: readonly string[],
  project: string | undefined,
): UnknownSetting[] {
  if (project === "emailmarketing") return [];
  return unknownSettings(keys.flatMap((key) => /^emailmarketing:(.+)$/s.exec(key)?.[1] ?? [])).map(
    ({ name, problem }) => ({ name: `emailmarketing:${name}`, problem }),
  );
}

/** What is wrong with such a key, in a sentence that names the place. */
export function unknownConfigProblem({ name, problem }: UnknownSetting): string {
  return `stack config ${name}: ${problem}`;
}
