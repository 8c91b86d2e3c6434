import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";

/** An object that a step of this process has come to, as it is declared. */
export interface SeenObject {
  readonly id: string;
  readonly props: Properties;
  /** What the state has of it; absent for one that this run creates or adopts. */
  readonly old?: Properties;
  /** True where the program may not declare it any more: only a refresh has come to it, or a new object takes its place. */
  readonly isGone?: boolean;
}

const seen = new Map<string, Map<string, SeenObject>>();

/** Notes an object: what one resource means may turn on another one, which the engine shows to its own steps only. */
export function noteObject(settings: Settings, kind: string, object: SeenObject): void {
  const key = keyOf(settings, kind);
  const known = seen.get(key) ?? new Map<string, SeenObject>();
  seen.set(key, known.set(object.id, object));
}

/** The objects of a kind that this process has seen in an account. */
export function seenObjects(settings: Settings, kind: string): readonly SeenObject[] {
  return [...(seen.get(keyOf(settings, kind))?.values() ?? [])];
}

/**
 * Notes that a new object takes the place of those with its name, and gives them: the engine checks an object once more that it
 * replaces, as a new one.
 */
export function noteReplacement(settings: Settings, kind: string, name: unknown): SeenObject[] {
  const replaced = seenObjects(settings, kind).filter(
    ({ old, props }) => old !== undefined && props.name === name,
  );
  for (const one of replaced) noteObject(settings, kind, { ...one, isGone: true });
  return replaced;
}

/** One of them. */
export function seenObject(settings: Settings, kind: string, id: string): SeenObject | undefined {
  return seen.get(keyOf(settings, kind))?.get(id);
}

function keyOf({ identity }: Settings, kind: string): string {
  return `${identity} ${kind}`;
}
