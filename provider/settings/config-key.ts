import { nearest, unknownName } from "../errors/nearest";
import { folded, ownPrefix } from "./folded";
import { configKey } from "./source";
import { accountGuards, type SettingName, settingNames } from "./table";

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

/** What is wrong with keys of the stack config of a project, which keeps its own under its name. */
export function unknownConfig(
  keys: readonly string[],
  project: string | undefined,
): UnknownSetting[] {
  return keys.flatMap((key) => {
    const { namespace, name } = partsOf(key);
    if (namespace === project || folded(namespace) !== ownPrefix) return [];
    if (namespace !== ownPrefix) return inNeighbor(key, name);
    return unknownSettings([name]).map(({ problem }) => ({
      name: key,
      problem: `stack config ${key}: ${problem}`,
    }));
  });
}

/** The other keys of a namespace that only looks like ours belong to another package. */
function inNeighbor(key: string, name: string): UnknownSetting[] {
  const guard = guardLike(name);
  if (guard === undefined) return [];
  const problem = `stack config ${key}: not in the namespace of the settings, so it has no effect; did you mean ${configKey(guard)}?`;
  return [{ name: key, problem }];
}

/**
 * A warning about the keys of a project's own that have the name of a guard, while that guard isn't set; undefined without any.
 * If the project's name looks like our namespace, one that is nearly the name counts as well.
 */
export function ownConfigWarning(
  keys: readonly string[],
  project: string | undefined,
  isSet: (name: SettingName) => boolean,
): string | undefined {
  const isNeighbor = folded(project ?? "") === ownPrefix;
  const sentences = keys.flatMap((key) => {
    const { namespace, name } = partsOf(key);
    if (namespace !== project) return [];
    const guard = isNeighbor ? guardLike(name) : guardNamed(name);
    if (guard === undefined || key === configKey(guard) || isSet(guard)) return [];
    return [
      `stack config ${key}: a value of the project ${project}, so it doesn't set ${configKey(guard)}. Run: pulumi config set ${configKey(guard)} <value>. Any value there ends this warning.`,
    ];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

function partsOf(key: string) {
  const [namespace = "", ...name] = key.split(":");
  return { namespace, name: name.join(":") };
}

function guardNamed(name: string): SettingName | undefined {
  return accountGuards.find((guard) => folded(guard) === folded(name));
}

function guardLike(name: string): SettingName | undefined {
  const near = nearest(name, accountGuards);
  return guardNamed(name) ?? accountGuards.find((guard) => guard === near);
}
