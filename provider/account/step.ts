import { AsyncLocalStorage } from "node:async_hooks";
import { redactSecretTexts } from "../errors/redact";

/** The engine's current call, for all code that runs during the call. */
interface EngineStep {
  /** The URN of the resource. Empty for functions and for dynamic providers, which get no URN. */
  readonly urn: string;
  /** True for the preview of a create or an update, and in the parts of a call that `readOnly` runs. */
  readonly isReadOnly: boolean;
  readonly secrets: Set<string>;
}

const current = new AsyncLocalStorage<EngineStep>();

export function inStep<Value>(step: Omit<EngineStep, "secrets">, work: () => Value): Value {
  return current.run({ ...step, secrets: new Set() }, work);
}

/** Runs a part of the current step that changes nothing in the service. */
export function readOnly<Value>(work: () => Value): Value {
  const step = current.getStore() ?? { urn: "", secrets: new Set() };
  return current.run({ ...step, isReadOnly: true }, work);
}

/** True if it is known that the current call, or this part of it, changes nothing in the service. */
export function isReadOnly(): boolean {
  return current.getStore()?.isReadOnly === true;
}

export function currentUrn(): string {
  return current.getStore()?.urn ?? "";
}

/** Adds secret texts to remove from all messages of the current step. */
export function addSecrets(texts: readonly string[]): void {
  for (const text of texts) current.getStore()?.secrets.add(text);
}

export function stepSecrets(): readonly string[] {
  return [...(current.getStore()?.secrets ?? [])];
}

/** Removes the secret texts of the current step from a message. */
export function redactSecretInputs(sentence: string): string {
  return redactSecretTexts(sentence, stepSecrets());
}
