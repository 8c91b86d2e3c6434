import { setTimeout as sleep } from "node:timers/promises";
import { mayPass, sentOf } from "../errors/call-error";
import type { CallFailure } from "../errors/call-failure";

/**
 * What may be sent again after a failure that may pass. `read` and `repeatable`: all of it. `once`: only what surely did not
 * happen, a refusal (429) and a connection that never came about.
 */
export type RetryPolicy = "read" | "repeatable" | "once";

export function maySendAgain(policy: RetryPolicy, failure: CallFailure): boolean {
  return mayPass(failure) && (policy !== "once" || sentOf(failure) === "no");
}

const firstBackoffMs = 500;
const longestBackoffMs = 30_000;

/** A wait without advice of the service: exponential with full jitter; `failures` is 0 the first time. */
export function fullJitterMs(failures: number, firstMs: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, firstMs * 2 ** failures);
}

/** The wait after `attempt` tries that failed for another reason than a refusal. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}

/** The wait that a `Retry-After` asks for, seconds or an HTTP date; `now` is the time of the reply by the clock that made the date. */
export function retryAfterMs(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const value = header.trim();
  // The standard has whole seconds only, but a fraction has only one meaning.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Every HTTP date has letters in it; Date.parse would take bare digits for a year.
  const at = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Time as waits see it; a simulation gives its own. */
export interface Clock {
  /** Milliseconds since any moment; they never go back. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Acts once after some milliseconds; what it gives takes that back. */
  readonly after: (ms: number, act: () => void) => () => void;
}

export const monotonicClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
