import { isSameContent } from "../../../provider/input/asset";
import type { Resource } from "../../engine/resource";
import type { PreviewStep } from "./input";
import { containsHidden } from "./input";

/**
 * The names of inputs that the engine reports as changed. With `isCompared`, also names of inputs whose old and new
 * values differ.
 */
export function changedInputs(step: PreviewStep, isCompared: boolean): string[] {
  const { oldState, newState } = step;
  // If the `diff` of a dynamic resource itself reports a change, for example an added input, the engine names no
  // changed inputs, so compare the values.
  const differing = isCompared && newState ? differingInputs(oldState, newState) : [];
  return [...new Set([...namedInputs(step), ...differing])];
}

/** The names of the top-level inputs in paths such as `rules.limit` and `listIds[0]`. */
function namedInputs({ diffReasons = [], detailedDiff = {} }: PreviewStep): string[] {
  const paths = [...diffReasons, ...Object.keys(detailedDiff)];
  const names = paths.map((path) => /^[\w$-]+/.exec(path)?.[0] ?? "");
  return names.filter((name) => name !== "" && !isInternal(name));
}

/** Names of secret inputs that may have changed: their values are masked, and the engine named no changed input. */
export function possiblyChangedSecrets(steps: readonly PreviewStep[]): string[] {
  const [{ oldState, newState } = {}] = steps;
  if (steps.some((step) => namedInputs(step).length > 0)) return [];
  const { inputs: before = {} } = oldState ?? {};
  return Object.entries(newState?.inputs ?? {})
    .filter(([name, value]) => containsHidden(value) && containsHidden(before[name]))
    .map(([name]) => name);
}

/** The names of inputs with different values. Secrets are masked, so two different secrets count as equal. */
export function differingInputs(before: Resource | undefined, after: Resource | undefined) {
  if (before === undefined) return [];
  const [{ inputs: one = {} }, { inputs: other = {} }] = [before, after ?? {}];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isInternal(name) && !isSameContent(one[name], other[name]));
}

/** True for an input that the program doesn't set, such as `__provider`, which names the code of a dynamic provider. */
function isInternal(name: string): boolean {
  return name.startsWith("__");
}
