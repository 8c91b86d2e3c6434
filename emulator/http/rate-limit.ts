import type { Clock } from "../account/clock";
import { amount, type Field, type ObjectOf, objectSchema, optional } from "../account/field";
import { settingCheck } from "../input/json-schema";
import type { FaultEffect } from "./fault";

const perSecond: Field<number> = { type: "number" };
const limitFields = {
  /** Requests per second on average. */
  perSecond,
  /** Requests accepted at once after a pause; default: `perSecond`. */
  burst: optional(amount),
  /** How long every request is refused once the limit is exceeded; default: 0. */
  penaltyMs: optional(amount),
  /** `true` sends the seconds to wait as `Retry-After`, rounded up; a string is sent as it is. */
  retryAfter: optional<boolean | string>({ type: ["boolean", "string"] }),
};

/** A rate limit, and the response to requests above the limit. */
export type RateLimit = ObjectOf<typeof limitFields>;

export type Limiter = ReturnType<typeof createLimiter>;

const check = settingCheck(objectSchema(limitFields));

/** Creates a token bucket that is filled according to the clock's `wireMs`. Without a limit, no request is refused. */
export function createLimiter(limit: number | RateLimit | undefined, clock: Clock) {
  if (limit === undefined) return { refuses: () => undefined, reset: () => undefined };
  const given: RateLimit = typeof limit === "number" ? { perSecond: limit } : limit;
  check("rateLimit", given);
  const { perSecond, penaltyMs = 0, retryAfter, ...rest } = given;
  if (!(typeof perSecond === "number" && perSecond > 0)) {
    throw new Error(`rateLimit: perSecond must be greater than 0 (got ${String(perSecond)})`);
  }
  const burst = Math.max(1, rest.burst ?? perSecond);
  let tokens = burst;
  let at = clock.wireMs();
  let blockedUntil = Number.NEGATIVE_INFINITY;

  function headers(now: number): Record<string, string> {
    if (retryAfter === undefined || retryAfter === false) return {};
    if (typeof retryAfter === "string") return { "retry-after": retryAfter };
    const waitMs = Math.max(blockedUntil - now, ((1 - tokens) / perSecond) * 1000);
    return { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) };
  }

  return {
    /** Takes a token for a request. If none is left, and during a penalty, returns a fault that refuses the request. */
    refuses(): FaultEffect | undefined {
      const now = clock.wireMs();
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
      at = now;
      const isBlocked = now < blockedUntil;
      if (tokens >= 1 && !isBlocked) {
        tokens -= 1;
        return undefined;
      }
      if (!isBlocked) blockedUntil = now + penaltyMs;
      return { kind: "status", status: 429, headers: headers(now) };
    },
    reset() {
      tokens = burst;
      at = clock.wireMs();
      blockedUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
