import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { redactSecretTexts } from "../errors/redact";
import { firstTimes } from "../plain/async";
import { omitUndefined } from "../plain/value";

/** The current call of the engine, or the current look-up of a program, for all code that runs during it. */
interface EngineStep {
  /** The URN of the resource. Empty for functions and for dynamic providers, which get no URN. */
  readonly urn: string;
  /** True if it is known that the step changes nothing in the service, as in a preview. */
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

// The messages that were already shown. The engine may check and diff a resource several times in one command.
let isFirstTime = firstTimes<string>();

/** Writes to stderr, which the engine shows for a program or a dynamic provider. A plugin has a log of its own. */
function toStandardError(level: "warning" | "info" | "debug", message: string): void {
  const shown = level === "debug" ? message : redactSecretInputs(message);
  console.warn(level === "info" ? shown : `${level}: ${shown}`);
}

let show = toStandardError;

/** Sets where this process shows messages; stderr by default. Messages that were shown before may be shown again. */
export function useLog(other = toStandardError): void {
  show = other;
  isFirstTime = firstTimes();
}

/** Shows a warning once per process. A preview and an update usually have separate processes, so each shows it. */
export function warnOnce(sentence: string): void {
  if (isFirstTime(sentence)) show("warning", sentence);
}

/** Logs an info message once per URN. */
export function infoOnce(sentence: string): void {
  if (isFirstTime(`${currentUrn()} ${sentence}`)) show("info", sentence);
}

/** Returns a function that writes the debug log to the user (`debug`) or a file (`file:PATH`); undefined for `off`. */
export function createCallLog(target: string): ((event: CallEvent) => void) | undefined {
  if (target === "off") return undefined;
  if (target === "debug") return (event) => show("debug", line(event));
  const file = target.slice("file:".length);
  return (event) => {
    try {
      // Written synchronously, because the engine may kill the process, and the last line matters most.
      appendFileSync(file, `${new Date().toISOString()} ${line(event)}\n`);
    } catch (error) {
      // Warns instead of failing, because an error could keep the result of the request out of the state.
      const { message } = error as Error;
      warnOnce(`the debug log can't be written (${message}). Nothing else depends on it.`);
    }
  };
}

function line(event: CallEvent): string {
  const { method, route, attempt, status, code, durationMs, waitMs, rateLimiter } = event;
  const facts = omitUndefined({
    try: attempt,
    status,
    error: code,
    ms: durationMs,
    wait: waitMs,
    pace: `${rateLimiter.perSecond.toFixed(1)}/s`,
    inflight: rateLimiter.inFlight,
    waiting: rateLimiter.waiting,
    paused: rateLimiter.pausedMs === 0 ? undefined : Math.ceil(rateLimiter.pausedMs),
  });
  return [`${method} ${route}`, ...Object.entries(facts).map((fact) => fact.join("="))].join(" ");
}
