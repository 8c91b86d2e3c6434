import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { present } from "../input/plain";
import { currentUrn, redactSecrets } from "./step";

// The engine may check and compare a resource more than once in one command.
const reported = new Set<string>();

export interface Voice {
  readonly warn: (sentence: string) => void;
  readonly infoOnce: (sentence: string) => void;
  readonly debug: (line: string) => void;
}

/** What goes to stderr is shown by the engine, for a program and for its own dynamic providers. */
const standardError: Voice = {
  warn: (sentence) => console.warn(`warning: ${redactSecrets(sentence)}`),
  infoOnce: (sentence) => console.warn(redactSecrets(sentence)),
  debug: (line) => console.warn(`debug: ${line}`),
};

let voice = standardError;

/** Has this process speak another way, by which nothing was said yet; without one, to stderr. */
export function speakWith(other: Voice = standardError): void {
  voice = other;
  reported.clear();
}

/** Tells the user something once in this process, and so once a phase. */
export function warnOnce(sentence: string): void {
  if (isNews(sentence)) voice.warn(sentence);
}

/** The same of what is no warning: beside each resource that it is about. */
export function infoOnce(sentence: string): void {
  if (isNews(`${currentUrn()} ${sentence}`)) voice.infoOnce(sentence);
}

function isNews(sentence: string): boolean {
  if (reported.has(sentence)) return false;
  reported.add(sentence);
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
      warnOnce(
        `the debug log can't be written (${(error as Error).message}). Nothing else depends on it.`,
      );
    }
  };
}

function line(event: CallEvent): string {
  const { method, route, attempt, status, code, durationMs, waitMs, rateLimiter } = event;
  const facts = present({
    try: attempt,
    status,
    error: code,
    ms: durationMs,
    wait: waitMs,
    rateLimiter: `${rateLimiter.perSecond.toFixed(1)}/s`,
    inflight: rateLimiter.inFlight,
    waiting: rateLimiter.waiting,
    paused: rateLimiter.pausedMs === 0 ? undefined : Math.ceil(rateLimiter.pausedMs),
  });
  return [`${method} ${route}`, ...Object.entries(facts).map((fact) => fact.join("="))].join(" ");
}
