import { type CallFailure, isTemporary, sentOf } from "../errors/call-error";

/**
 * After a temporary failure, `read` and `idempotent` requests may be sent again. An `at-most-once` request may only be
 * sent again if it surely was not carried out (status 429, or no connection).
 */
export type RetryPolicy = "read" | "idempotent" | "at-most-once";

export function maySendAgain(policy: RetryPolicy, failure: CallFailure): boolean {
  return isTemporary(failure) && (policy !== "at-most-once" || sentOf(failure) === "no");
}

const firstBackoffMs = 500;
const maxBackoffMs = 30_000;

/** The wait if the service didn't ask for one: exponential with full jitter. `failures` counts earlier failures. */
export function fullJitterMs(failures: number, firstMs: number, random: () => number): number {
  return random() * Math.min(maxBackoffMs, firstMs * 2 ** failures);
}

/** The wait after `attempt` failed attempts. Not used after a 429, because then the rate limiter waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}
