import { AsyncLocalStorage } from "node:async_hooks";
import { redactTexts } from "../errors/redact";
import { oncePer } from "../input/once";
import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";

/** The engine's current call, for code that logs messages during the call. */
interface EngineStep {
  /** The URN of the resource. Empty for a function, and for a dynamic provider, which doesn't get one. */
  readonly urn: string;
  /** True if the call itself changes nothing, such as a check or a diff. */
  readonly looksAhead: boolean;
  readonly secrets: Set<string>;
}

const current = new AsyncLocalStorage<EngineStep>();

/** Runs the work of a step. */
export function inStep<Value>(step: Omit<EngineStep, "secrets">, work: () => Value): Value {
  return current.run({ ...step, secrets: new Set() }, work);
}

/** Runs a part of the current step that changes nothing. */
export function lookingAhead<Value>(work: () => Value): Value {
  const step = current.getStore() ?? { urn: "", secrets: new Set() };
  return current.run({ ...step, looksAhead: true }, work);
}

/** True if the current step only previews an update. */
export function looksAhead(): boolean {
  return current.getStore()?.looksAhead === true;
}

/** The URN of the current step's resource; empty if there is none. */
export function currentUrn(): string {
  return current.getStore()?.urn ?? "";
}

/** Adds secret texts to remove from all messages of the current step. */
export function addSecrets(texts: readonly string[]): void {
  for (const text of texts) current.getStore()?.secrets.add(text);
}

/** The secret texts of the current step. */
export function stepSecrets(): readonly string[] {
  return [...(current.getStore()?.secrets ?? [])];
}

/** Removes the secret texts of the current step from a message. */
export function redactSecrets(sentence: string): string {
  return redactTexts(sentence, stepSecrets());
}

/** An object that a step of this process has handled, with its declared inputs. */
export interface SeenObject {
  readonly id: string;
  readonly props: Properties;
  /** Its state; absent if this run creates or adopts the object. */
  readonly old?: Properties;
  /** True if the program may no longer declare it. */
  readonly isGone?: boolean;
  /** Its logical name, if known. */
  readonly name?: string;
  /** Secret texts among its inputs, to remove from messages about other resources. */
  readonly secrets?: readonly string[];
}

const seenIn = oncePer((_account: string) => new Map<string, SeenObject & { kind: string }>());

/** Records an object for the steps of other resources, because the engine shows a resource only to its own steps. */
export function noteObject({ identity }: Settings, kind: string, object: SeenObject): void {
  seenIn(identity).set(`${kind} ${object.id}`, { secrets: stepSecrets(), ...object, kind });
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

/** Forgets a deleted object, because the service may give its id to a new one. */
export function forgetObject({ identity }: Settings, kind: string, id: string): void {
  seenIn(identity).delete(`${kind} ${id}`);
}

/** Records that the program may no longer declare an object, because a new one replaces it. */
export function noteGone(settings: Settings, kind: string, id: string): void {
  const one = seenObject(settings, kind, id);
  if (one) noteObject(settings, kind, { ...one, isGone: true });
}

export function noteAllGone({ identity }: Settings): void {
  const seen = seenIn(identity);
  for (const [key, one] of seen) seen.set(key, { ...one, isGone: true });
}
