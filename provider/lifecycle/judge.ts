import { isDeepStrictEqual } from "node:util";
import { isAsset } from "../input/asset";
import { checkInputs } from "../input/check";
import type { Advice, Finding } from "../input/finding";
import { holdsUnknown, unknownValue } from "../input/unknown";
import type { AnyLifecycle } from "./lifecycle";

/** Everything that the inputs of one resource show wrong by themselves. */
export function judgeInputs(lifecycle: AnyLifecycle, props: object): Finding[] {
  const findings = checkInputs(lifecycle.inputs, props);
  // Rules speak about inputs of the right form only.
  return findings.length > 0 ? findings : [...(lifecycle.rules?.(props) ?? [])];
}

/** Changes that no operation can carry out. A change that makes another object is none of them. */
export function judgeChange(
  { fixed = {}, lasting = {}, replaceOn }: AnyLifecycle,
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): Finding[] {
  if (Object.keys(old).length === 0 || changed(replaceOn, old, props).length > 0) return [];
  const moved = Object.entries(fixed)
    .filter(([name]) => !holdsUnknown(props[name]) && !isDeepStrictEqual(old[name], props[name]))
    .map(([path, waysOut]) => ({
      path,
      problem: `can't be changed once the object exists: the service has no operation for it. ${String(waysOut)}`,
    }));
  const back = Object.entries(lasting).flatMap(([name, waysOut]) =>
    takenBack(name, { old: old[name], now: props[name], waysOut: String(waysOut) }),
  );
  return [...moved, ...back];
}

/** What the lifecycle says of a change; the inputs must have no faults of their own. */
export function judgeBesideOld(
  lifecycle: AnyLifecycle,
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): readonly Finding[] {
  return lifecycle.changeRules?.(props, before(lifecycle, old, props)) ?? [];
}

/** What deserves a warning in a preview, but for what the resource silences. */
export function advise(
  lifecycle: AnyLifecycle,
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): readonly Advice[] {
  const silenced = Array.isArray(props.ignoreChecks) ? props.ignoreChecks : [];
  const advice = lifecycle.advice?.(props, before(lifecycle, old, props)) ?? [];
  return advice.filter(({ name }) => !silenced.includes(name));
}

/** The inputs that a change starts from; undefined where another object is to be made for sure. */
function before(
  { replaceOn }: AnyLifecycle,
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const isReplaced = changed(replaceOn, old, props).some((name) => !holdsUnknown(props[name]));
  return isReplaced || Object.keys(old).length === 0 ? undefined : old;
}

/** Findings for whatever was given before, at any depth of an object, and is not given now. */
export function takenBack(
  path: string,
  given: { readonly old: unknown; readonly now: unknown; readonly waysOut: string },
): Finding[] {
  const problem = `can't be taken back: the service keeps what it was given. ${given.waysOut}`;
  return lost(path, given.old, given.now).map((at) => ({ path: at, problem }));
}

/** Whether the state lacks something that is declared: a create that stopped halfway left it to be done. */
export function isUnfinished(
  state: Record<string, unknown>,
  props: Record<string, unknown>,
): boolean {
  return Object.entries(props).some(([name, prop]) => lost(name, prop, state[name]).length > 0);
}

/** The paths of what one value holds, at any depth of an object, and the other does not. */
function lost(path: string, one: unknown, other: unknown): string[] {
  if (one === undefined || other === unknownValue) return [];
  if (other === undefined) return [path];
  if (!isBag(one) || !isBag(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lost(`${path}.${name}`, member, other[name]),
  );
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isAsset(value);
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
