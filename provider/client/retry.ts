import { isTemporary, sentOf } from "../errors/call-error";
import type { CallFailure } from "../errors/call-failure";

/**
 * What may be sent again after a temporary failure. `read` and `idempotent`: every request. `once`: only requests
 * that surely were not carried out, which are those with a 429 and those whose connection could not be opened.
 */
export type RetryPolicy = "read" | "idempotent" | "once";

export function maySendAgain(policy: RetryPolicy, failure: CallFailure): boolean {
  return isTemporary(failure) && (policy !== "once" || sentOf(failure) === "no");
}

const firstBackoffMs = 500;
const longestBackoffMs = 30_000;

/** The wait if the service gave no advice: exponential with full jitter; `failures` is 0 the first time. */
export function fullJitterMs(failures: number, firstMs: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, firstMs * 2 ** failures);
}

/** The wait after `attempt` failed attempts. Not used after a 429, for which the rate limiter waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}
