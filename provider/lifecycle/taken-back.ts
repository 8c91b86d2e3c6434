import { isAsset } from "../input/asset";
import type { Finding } from "../input/finding";
import { isUnknown } from "../input/unknown";

/** Findings for what was set before, at any depth of an object, and is not set now. */
export function takenBack(
  path: string,
  given: { readonly old: unknown; readonly now: unknown; readonly waysOut: string },
): Finding[] {
  const problem = `can't be removed once set: the service has no operation for it. ${given.waysOut}`;
  return lost(path, given.old, given.now).map((at) => ({ path: at, problem }));
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
  if (!isBag(one) || !isBag(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lost(`${path}.${name}`, member, other[name]),
  );
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isAsset(value);
}
