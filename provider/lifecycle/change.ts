import { isAsset, isSameInput } from "../input/asset";
import { type Finding, isIgnored } from "../input/finding";
import { withInputs } from "../input/validation";
import { containsUnknown, isRecord, isUnknown, type Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import { withMovedInputs } from "./extra-fields";
import { requireAllowed } from "./failure";
import type { AnyLifecycle } from "./lifecycle";
import type { ObjectChange } from "./object-state";

type ChangeRules = ReturnType<typeof changesOf>;

/** Groups the inputs by a change's effect. Without `settings`, leaves out computed effects, which may need them. */
export function changesOf(
  { fields }: AnyLifecycle,
  settings: Settings | undefined,
  { old, props }: Pick<ObjectChange, "old" | "props">,
) {
  const terms = settings && { isExtended: settings.isExtended, old, props };
  const meanings = (of: "replaces" | "immutable" | "notRemovable") =>
    Object.entries(fields).flatMap(([name, { [of]: given }]) => {
      const meaning = typeof given === "function" ? terms && given(terms) : given;
      return meaning === undefined ? [] : [[name, String(meaning)] as const];
    });
  const replaces = meanings("replaces");
  return {
    replaceOn: replaces.map(([name]) => name),
    /** The inputs in `replaceOn` for which the old object is deleted first. */
    deleteFirst: replaces.flatMap(([name, how]) => (how === "deleted first" ? name : [])),
    /** Inputs that can't be changed after creation, with advice. */
    get immutable() {
      return meanings("immutable");
    },
    /** Optional inputs that can't be removed once set, with advice. */
    get notRemovable() {
      return meanings("notRemovable");
    },
  };
}

/** Findings about changes for which the service has no operation; empty if the object is or may be replaced. */
export function judgeChange(
  { fields }: Pick<AnyLifecycle, "fields">,
  { immutable, notRemovable, replaceOn }: ChangeRules,
  { old, props: declared }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  // A replacement is a create, which can send any value.
  if (changedNames(replaceOn, old, declared).length > 0) return [];
  // An input that moved to `extraFields` counts as kept, not as removed.
  const props = withMovedInputs(fields, old, declared);
  const moved = immutable
    .filter(([name]) => !containsUnknown(props[name]) && !isSameInput(old[name], props[name]))
    .map(([path, hint]) => ({
      path,
      problem: `can't be changed after creation: the service has no operation for it. ${hint}`,
    }));
  const back = notRemovable.flatMap(([name, hint]) =>
    lostPaths(name, old[name], props[name]).map((path) => ({
      path,
      problem: `can't be removed once set: the service has no operation for it. ${hint}`,
    })),
  );
  return withInputs(fields, [...moved, ...back]);
}

/** True if the replacement is certain. An unknown value may turn out to equal the old one. */
export function isReplaced({ replaceOn }: ChangeRules, old: Properties, props: Properties) {
  return changedNames(replaceOn, old, props).some((name) => !containsUnknown(props[name]));
}

/** True for a campaign with `campaign-closed` in `ignoreChecks`. Once it is sent, changes only go to the state. */
export function recordsClosed({ emailRole }: AnyLifecycle, props: Properties): boolean {
  return emailRole === "content" && isIgnored("campaign-closed", props);
}

/** Fails if the service has no operation for a change that the engine's check skipped because of `recordsClosed`. */
export function requireChangeable(
  lifecycle: AnyLifecycle,
  settings: Settings,
  old: Properties,
  props: Properties,
  label?: string,
): void {
  if (!recordsClosed(lifecycle, props)) return;
  const change = { old, props };
  requireAllowed(judgeChange(lifecycle, changesOf(lifecycle, settings, change), change), label);
}

/** The names of the inputs whose values differ or are unknown. */
export function changedNames(names: readonly string[], old: Properties, props: Properties) {
  // An unknown value counts as a change, so that a preview shows a replacement that it may cause.
  return names.filter(
    (name) => containsUnknown(props[name]) || !isSameInput(old[name], props[name]),
  );
}

/** True if the state lacks a declared value, for example after a create that failed halfway. */
export function lacksDeclared(state: Record<string, unknown>, props: Record<string, unknown>) {
  return lostPaths("", props, state).length > 0;
}

/** The paths of the values that `one` has and `other` lacks, at any depth of nested objects. */
function lostPaths(path: string, one: unknown, other: unknown): string[] {
  if (one === undefined || isUnknown(other)) return [];
  if (other === undefined) return [path];
  if (!isRecord(one) || !isRecord(other) || isAsset(one) || isAsset(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lostPaths(`${path}.${name}`, member, other[name]),
  );
}
