import { isDeepStrictEqual } from "node:util";
import { checkInputs } from "./check";
import type { Finding } from "./finding";
import type { AnyLifecycle } from "./lifecycle";
import { holdsUnknown, unknownValue } from "./unknown";

/** Everything that the inputs of one resource show wrong by themselves. */
export function judgeInputs(lifecycle: AnyLifecycle, props: object): Finding[] {
  const findings = checkInputs(lifecycle.inputs, props);
  // Rules speak about inputs of the right form only.
  return findings.length > 0 ? findings : [...(lifecycle.rules?.(props) ?? [])];
}

/** Changes that no operation can carry out. A change that makes another object is none of them. */
export function judgeChange(
  { fixed = {}, replaceOn }: AnyLifecycle,
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): Finding[] {
  if (Object.keys(old).length === 0 || changed(replaceOn, old, props).length > 0) return [];
  return Object.entries(fixed)
    .filter(([name]) => props[name] !== unknownValue && !isDeepStrictEqual(old[name], props[name]))
    .map(([path, waysOut]) => ({
      path,
      problem: `can't be changed once the object exists: the service has no operation for it. ${String(waysOut)}`,
    }));
}

/** Keys must not lie in a resource: its inputs stand in the state, in diffs and in previews. */
export function judgeKeys(props: unknown, keys: readonly string[], path = ""): Finding[] {
  if (typeof props === "string") {
    const problem =
      "holds an API key, which would stand in the state. Give keys as settings only " +
      "(pulumi config set --secret emailmarketing:apiKey)";
    return keys.includes(props) ? [{ path, problem }] : [];
  }
  if (typeof props !== "object" || props === null) return [];
  return Object.entries(props).flatMap(([name, member]) =>
    judgeKeys(member, keys, path === "" ? name : `${path}.${name}`),
  );
}

/** The names among `names` whose values differ; a value that becomes unknown counts as changed. */
export function changed(
  names: readonly string[],
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): string[] {
  return names.filter(
    (name) => holdsUnknown(props[name]) || !isDeepStrictEqual(old[name], props[name]),
  );
}
