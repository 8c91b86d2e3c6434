import { nearest, unknownName } from "../input/nearest";
import { folded, ownPrefix } from "./folded";
import { configKey } from "./source";
import { accountGuards, type SettingName, settingNames } from "./table";

/** A config key whose name is no setting's, most likely because it is misspelt. */
export interface UnknownSetting {
  readonly name: string;
  /** The problem, with the most similar setting, or with all settings if none is similar. */
  readonly problem: string;
}

export function unknownSettings(names: readonly string[]): UnknownSetting[] {
  const known: readonly string[] = settingNames;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, problem: unknownName("setting", name, known) }));
}

/** Problems of stack config keys. Keys in the project's own namespace belong to the program and are skipped. */
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

/**
 * Reports misspelt guards in a namespace that resembles `emailmarketing`. Other keys there belong to another package.
 */
function inNeighbor(key: string, name: string): UnknownSetting[] {
  const guard = guardLike(name);
  if (guard === undefined) return [];
  const problem = `stack config ${key}: not in the namespace of the settings, so it has no effect; did you mean ${configKey(guard)}?`;
  return [{ name: key, problem }];
}

/**
 * A warning about a key in the project's own namespace that has a guard's name while the guard itself isn't set. If the
 * project's name resembles `emailmarketing`, misspelt names count, too. Undefined if there is nothing to warn about.
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
