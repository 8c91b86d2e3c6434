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

/** The wait after `attempt` tries that failed for another reason than a refusal (429), for which the pace waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}
