import { appendFileSync } from "node:fs";
import type { CallEvent } from "../client/call";
import { firstTimes } from "../plain/async";
import { omitUndefined } from "../plain/value";
import { currentUrn, redactSecretInputs } from "./step";

// The messages that were already shown. The engine may check and diff a resource several times in one command.
let isFirstTime = firstTimes<string>();

/** The output for a program and for a dynamic provider, whose stderr the engine shows. */
const standardError = {
  warn: (sentence: string) => console.warn(`warning: ${redactSecretInputs(sentence)}`),
  infoOnce: (sentence: string) => console.warn(redactSecretInputs(sentence)),
  debug: (line: string) => console.warn(`debug: ${line}`),
};

let userLog = standardError;

/** Sets where this process shows messages; stderr by default. Messages that were shown before may be shown again. */
export function useLog(other = standardError): void {
  userLog = other;
  isFirstTime = firstTimes();
}

/** Shows a warning once per process. A preview and an update usually have separate processes, so each shows it. */
export function warnOnce(sentence: string): void {
  if (isFirstTime(sentence)) userLog.warn(sentence);
}

/** Logs an info message once per URN. */
export function infoOnce(sentence: string): void {
  if (isFirstTime(`${currentUrn()} ${sentence}`)) userLog.infoOnce(sentence);
}

/** Writes the debug log to the user (`debug`) or to a file (`file:PATH`). */
export function createCallLog(target: string): (event: CallEvent) => void {
  if (target === "debug") return (event) => userLog.debug(line(event));
  const file = target.slice("file:".length);
  return (event) => {
    try {
      // Written synchronously, because the engine may kill the process, and the last line matters most.
      appendFileSync(file, `${new Date().toISOString()} ${line(event)}\n`);
    } catch (error) {
      // Warns instead of failing, because an error would keep the result of the request out of the state.
      warnOnce(
        `the debug log can't be written (${(error as Error).message}). Nothing else depends on it.`,
      );
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
