import { isSameContent } from "../../../provider/input/asset";
import type { Resource } from "../../engine/resource";
import type { PreviewStep } from "./input";
import { containsHidden } from "./input";

/** The names of the inputs that the engine says a step changes, and of those of which it shows two values. */
export function changedInputs(step: PreviewStep, isCompared: boolean): string[] {
  const { oldState, newState } = step;
  // Of an input that is added to a dynamic resource, and of all others beside it, the engine says nothing.
  const differing = isCompared && newState ? differingInputs(oldState, newState) : [];
  return [...new Set([...namedInputs(step), ...differing])];
}

/** The inputs that paths such as `rules.limit` and `listIds[0]` lie in. */
function namedInputs({ diffReasons = [], detailedDiff = {} }: PreviewStep): string[] {
  const paths = [...diffReasons, ...Object.keys(detailedDiff)];
  const names = paths.map((path) => /^[\w$-]+/.exec(path)?.[0] ?? "");
  return names.filter((name) => name !== "" && !isInternal(name));
}

/** The names of secret inputs of which only the engine would know whether they differ, where it says nothing. */
export function unsaidInputs(steps: readonly PreviewStep[]): string[] {
  const [{ oldState, newState } = {}] = steps;
  if (steps.some((step) => namedInputs(step).length > 0)) return [];
  const { inputs: before = {} } = oldState ?? {};
  return Object.entries(newState?.inputs ?? {})
    .filter(([name, value]) => containsHidden(value) && containsHidden(before[name]))
    .map(([name]) => name);
}

/** The names of inputs whose values differ; two different secrets look the same. */
export function differingInputs(before: Resource | undefined, after: Resource | undefined) {
  if (before === undefined) return [];
  const [{ inputs: one = {} }, { inputs: other = {} }] = [before, after ?? {}];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isInternal(name) && !isSameContent(one[name], other[name]));
}

/** Whether an input is one that this package adds to those of the program, such as the code of a dynamic provider. */
function isInternal(name: string): boolean {
  return name.startsWith("__");
}
