import { oncePer } from "../input/once";
import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";
import { hidden } from "./notice";

/** An object that a step of this process has come to, as it is declared. */
export interface SeenObject {
  readonly id: string;
  readonly props: Properties;
  /** What the state has of it; absent for one that this run creates or adopts. */
  readonly old?: Properties;
  /** True where the program may not go on to declare it. */
  readonly isGone?: boolean;
  /** Its logical name, where that is known. */
  readonly name?: string;
  /** Texts among its inputs that a sentence about another resource must not show. */
  readonly secrets?: readonly string[];
}

const seenIn = oncePer((_account: string) => new Map<string, SeenObject & { kind: string }>());

/** Notes an object: what one resource means may turn on another one, which the engine shows to its own steps only. */
export function noteObject({ identity }: Settings, kind: string, object: SeenObject): void {
  seenIn(identity).set(`${kind} ${object.id}`, { secrets: hidden(), ...object, kind });
}

export function seenObjects({ identity }: Settings, kind: string): readonly SeenObject[] {
  return [...seenIn(identity).values()].filter((one) => one.kind === kind);
}

export function seenObject(
  { identity }: Settings,
  kind: string,
  id: string,
): SeenObject | undefined {
  return seenIn(identity).get(`${kind} ${id}`);
}

/** Notes that the program may not go on to declare an object: a new one takes its place. */
export function noteGone(settings: Settings, kind: string, id: string): void {
  const one = seenObject(settings, kind, id);
  if (one) noteObject(settings, kind, { ...one, isGone: true });
}

export function noteAllGone({ identity }: Settings): void {
  const seen = seenIn(identity);
  for (const [key, one] of seen) seen.set(key, { ...one, isGone: true });
}
