import { AsyncLocalStorage } from "node:async_hooks";
import { concealed } from "../errors/redact";

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
export function hide(texts: readonly string[]): void {
  for (const text of texts) current.getStore()?.secrets.add(text);
}

/** The texts that the current step keeps out of what it says. */
export function hidden(): readonly string[] {
  return [...(current.getStore()?.secrets ?? [])];
}

/** A sentence of the current step as it may be shown. */
export function shown(sentence: string): string {
  return concealed(sentence, hidden());
}
