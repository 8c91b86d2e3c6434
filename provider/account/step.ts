import { AsyncLocalStorage } from "node:async_hooks";
import { concealed } from "../errors/redact";
import { oncePer } from "../input/once";
import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";

/** What the engine asks for at the moment, for code that speaks to the user meanwhile. */
interface EngineStep {
  /** Of the resource that it is about; empty for a function, and for a dynamic provider, which is not told. */
  readonly urn: string;
  /** True where it changes nothing itself, whatever comes after it. */
  readonly looksAhead: boolean;
  readonly secrets: Set<string>;
}

const current = new AsyncLocalStorage<EngineStep>();

/** Does the work of a step. */
export function inStep<Value>(step: Omit<EngineStep, "secrets">, work: () => Value): Value {
  return current.run({ ...step, secrets: new Set() }, work);
}

/** Does a part of the current step that changes nothing. */
export function lookingAhead<Value>(work: () => Value): Value {
  const step = current.getStore() ?? { urn: "", secrets: new Set() };
  return current.run({ ...step, looksAhead: true }, work);
}

/** Whether the current step only looks at what an update would do. */
export function looksAhead(): boolean {
  return current.getStore()?.looksAhead === true;
}

/** The URN of the resource that the current step is about; empty where there is none. */
export function currentUrn(): string {
  return current.getStore()?.urn ?? "";
}

/** Keeps texts out of all that the current step says. */
export function addSecrets(texts: readonly string[]): void {
  for (const text of texts) current.getStore()?.secrets.add(text);
}

/** The texts that the current step keeps out of what it says. */
export function stepSecrets(): readonly string[] {
  return [...(current.getStore()?.secrets ?? [])];
}

/** A sentence of the current step as it may be shown. */
export function redactSecrets(sentence: string): string {
  return concealed(sentence, stepSecrets());
}

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

/** Forgets an object that was deleted: the service may give its id to a new one. */
export function forgetObject({ identity }: Settings, kind: string, id: string): void {
  seenIn(identity).delete(`${kind} ${id}`);
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
