import { isTemporary, sentOf } from "../errors/call-error";
import type { CallFailure } from "../errors/call-failure";

/**
 * The requests that may be sent again after a temporary failure. For `read` and `idempotent`, every request. For
 * `at-most-once`, only requests that surely were not carried out, because of a 429 or because no connection could be
 * opened.
 */
export type RetryPolicy = "read" | "idempotent" | "at-most-once";

export function maySendAgain(policy: RetryPolicy, failure: CallFailure): boolean {
  return isTemporary(failure) && (policy !== "at-most-once" || sentOf(failure) === "no");
}

const firstBackoffMs = 500;
const longestBackoffMs = 30_000;

/** The wait if the service didn't ask for one: exponential with full jitter. `failures` counts earlier failures. */
export function fullJitterMs(failures: number, firstMs: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, firstMs * 2 ** failures);
}

/** The wait after `attempt` failed attempts. Not used after a 429, because then the rate limiter waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}
