import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { concealed } from "../errors/redact";
import { present } from "../input/plain";

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

// The engine may check and compare a resource more than once in one command.
const told = new Set<string>();

export interface Voice {
  readonly warn: (sentence: string) => void;
  readonly inform: (sentence: string) => void;
  readonly debug: (line: string) => void;
}

/** What goes to stderr is shown by the engine, for a program and for its own dynamic providers. */
const standardError: Voice = {
  warn: (sentence) => console.warn(`warning: ${shown(sentence)}`),
  inform: (sentence) => console.warn(shown(sentence)),
  debug: (line) => console.warn(`debug: ${line}`),
};

let voice = standardError;

/** Has this process speak another way, by which nothing was said yet; without one, to stderr. */
export function speakWith(other: Voice = standardError): void {
  voice = other;
  told.clear();
}

/** Tells the user something once in this process, and so once a phase. */
export function notice(sentence: string): void {
  if (isNews(sentence)) voice.warn(sentence);
}

/** The same of what is no warning: beside each resource that it is about. */
export function inform(sentence: string): void {
  if (isNews(`${currentUrn()} ${sentence}`)) voice.inform(sentence);
}

function isNews(sentence: string): boolean {
  if (told.has(sentence)) return false;
  told.add(sentence);
  return true;
}

/** Writes the debug log to the user (`debug`) or to a file (`file:PATH`). */
export function createCallLog(target: string): (event: CallEvent) => void {
  if (target === "debug") return (event) => voice.debug(line(event));
  const file = target.slice("file:".length);
  return (event) => {
    try {
      // Synchronous, because the engine may kill the process, and then the last line is the interesting one.
      appendFileSync(file, `${new Date().toISOString()} ${line(event)}\n`);
    } catch (error) {
      // What came of the request must reach the state all the same.
      notice(
        `the debug log can't be written (${(error as Error).message}). Nothing else depends on it.`,
      );
    }
  };
}

function line(event: CallEvent): string {
  const { method, route, attempt, status, code, durationMs, waitMs, pace } = event;
  const facts = present({
    try: attempt,
    status,
    error: code,
    ms: durationMs,
    wait: waitMs,
    pace: `${pace.perSecond.toFixed(1)}/s`,
    inflight: pace.inFlight,
    waiting: pace.waiting,
    paused: pace.pausedMs === 0 ? undefined : Math.ceil(pace.pausedMs),
  });
  return [`${method} ${route}`, ...Object.entries(facts).map((fact) => fact.join("="))].join(" ");
}
