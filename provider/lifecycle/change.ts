import { isAsset, isSameInput } from "../input/asset";
import { withInputs } from "../input/check";
import { type Finding, finding, withoutIgnored } from "../input/finding";
import { containsUnknown, isRecord, isUnknown, type Properties } from "../input/plain";
import type { Settings } from "../settings/settings";
import { withMovedInputs } from "./extra-fields";
import { requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";
import type { ObjectChange } from "./object-state";

type WaysOut = readonly (readonly [name: string, waysOut: string])[];

interface ChangeRules {
  /** A change of one of these makes another object. */
  readonly replaceOn: readonly string[];
  /** Those of them for which the old object is deleted first. */
  readonly deleteFirst: readonly string[];
  /** Inputs that no operation changes. */
  readonly fixed: WaysOut;
  /** Optional inputs that can't be removed once they were set. */
  readonly lasting: WaysOut;
}

/** What changes mean under these settings, for an object in this state; without valid settings, what turns on them is not known. */
export function changesOf(
  { fields }: AnyLifecycle,
  settings: Settings | undefined,
  old: Properties,
): ChangeRules {
  const terms = settings && { isExtended: settings.isExtended, old };
  const meanings = (of: "replaces" | "fixed" | "lasting") =>
    Object.entries(fields).flatMap(([name, { [of]: given }]) => {
      const meaning = typeof given === "function" ? terms && given(terms) : given;
      return meaning === undefined ? [] : [[name, String(meaning)] as const];
    });
  const replaces = meanings("replaces");
  return {
    replaceOn: replaces.map(([name]) => name),
    deleteFirst: replaces.flatMap(([name, how]) => (how === "deleted first" ? name : [])),
    fixed: meanings("fixed"),
    lasting: meanings("lasting"),
  };
}

/** Changes for which the service has no operation; a change that replaces the object is not among them. */
export function judgeChange(
  { fields }: Pick<AnyLifecycle, "fields">,
  { fixed, lasting, replaceOn }: ChangeRules,
  { old, props: declared }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  // A replacement is a create, which may send any value.
  if (changed(replaceOn, old, declared).length > 0) return [];
  // An input that is now sent as an extra field was not removed.
  const props = withMovedInputs(fields, old, declared);
  const moved = fixed
    .filter(([name]) => !containsUnknown(props[name]) && !isSameInput(old[name], props[name]))
    .map(([path, waysOut]) => ({
      path,
      problem: `can't be changed after creation: the service has no operation for it. ${waysOut}`,
    }));
  const back = lasting.flatMap(([name, waysOut]) =>
    lost(name, old[name], props[name]).map((path) => ({
      path,
      problem: `can't be removed once set: the service has no operation for it. ${waysOut}`,
    })),
  );
  return withInputs(fields, [...moved, ...back]);
}

/** Whether another object is certain to be created. */
export function isReplaced(
  { replaceOn }: ChangeRules,
  old: Properties,
  props: Properties,
): boolean {
  return changed(replaceOn, old, props).some((name) => !containsUnknown(props[name]));
}

/** Whether a resource says that changes of a campaign that was sent are only recorded. */
export function recordsClosed({ emailRole }: AnyLifecycle, { ignoreChecks }: Properties): boolean {
  if (emailRole !== "content") return false;
  return withoutIgnored([finding("error", "campaign-closed", "")], { ignoreChecks }).length === 0;
}

/**
 * Fails for a change that no operation makes, where the engine's check has let it pass for an object that may be closed: only
 * the state, or a reading, shows whether it is.
 */
export function requireChangeable(
  lifecycle: AnyLifecycle,
  settings: Settings,
  old: Properties,
  props: Properties,
  label?: string,
): void {
  if (!recordsClosed(lifecycle, props)) return;
  requireAllowed(
    judgeChange(lifecycle, changesOf(lifecycle, settings, old), { old, props }),
    label,
  );
}

/** The names among `names` whose values differ; a value that becomes unknown counts as changed. */
export function changed(
  names: readonly string[],
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): string[] {
  // A preview must show the replacement that an unknown value may cause; it can't show it afterwards.
  return names.filter(
    (name) => containsUnknown(props[name]) || !isSameInput(old[name], props[name]),
  );
}

/** Whether something that is declared is missing from the state: a create that failed halfway left it undone. */
export function lacksDeclared(
  state: Record<string, unknown>,
  props: Record<string, unknown>,
): boolean {
  return Object.entries(props).some(([name, prop]) => lost(name, prop, state[name]).length > 0);
}

/** The paths of what one value holds, at any depth of an object, and the other does not. */
function lost(path: string, one: unknown, other: unknown): string[] {
  if (one === undefined || isUnknown(other)) return [];
  if (other === undefined) return [path];
  if (!isRecord(one) || !isRecord(other) || isAsset(one) || isAsset(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lost(`${path}.${name}`, member, other[name]),
  );
}
