import { unknownName } from "../errors/nearest";
import { retiredSettings } from "./retired";
import { settingNames } from "./table";

/** A name that is used like a setting and is none: misspelt, most likely. */
export interface UnknownSetting {
  readonly name: string;
  /** What is wrong, with the setting that was most likely meant, or all of them. */
  readonly problem: string;
}

/** The names among some that are no setting's. */
export function unknownSettings(names: readonly string[]): UnknownSetting[] {
  const known: readonly string[] = [...settingNames, ...retiredSettings];
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
