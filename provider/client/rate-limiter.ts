import { setTimeout as sleep } from "node:timers/promises";
import { fullJitterMs } from "./retry";

/** The clock that all waits use. Tests pass a simulated one. */
export interface Clock {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Calls `act` once after the delay. Returns a function that cancels it. */
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

/** The permit to send one attempt. End it with `accept`, `refuse` or `release` when the attempt is over. */
export interface Permit {
  /** The service responded, and not with 429. */
  accept(): void;
  /** The service responded with 429, perhaps with a wait. Returns the milliseconds until any call may be sent. */
  refuse(retryAfterMs?: number): number;
  /** There was no response, or none that says anything about the limit. */
  release(): void;
  /** A response with this status asked to send nothing for this long. Doesn't end the permit. */
  pause(ms: number, status: number): void;
}

export interface RateLimiterState {
  readonly perSecond: number;
  /** The time until any call may be sent, because a response asked to wait. */
  readonly pausedMs: number;
  readonly pausedBy?: number;
  readonly inFlight: number;
  readonly waiting: number;
}

/** The rate limiter of one account, shared by all calls of the process. */
export interface RateLimiter {
  /**
   * Waits for a permit, first come, first served. Returns undefined as soon as it is clear that there will be none
   * before `until`. A call that has just checked whether it must still be sent goes `first`.
   */
  acquire(until: number, first?: "first"): Promise<Permit | undefined>;
  /** Lowers the bound on calls per second, to the lowest that any caller has asked for. */
  lower(most: number): void;
  state(): RateLimiterState;
}

interface Waiter {
  readonly until: number;
  readonly isFirst: boolean;
  readonly resolve: (permit: Permit | undefined) => void;
}

const startPerSecond = 20;
const startBurst = 10;
/** The rate doesn't rise in the first second, because the first burst is still in flight. */
const firstSecondMs = 1000;
/** A margin, because a delayed call would otherwise exceed the limit in the second in which it arrives. */
const belowBound = 0.98;
const firstPauseMs = 3000;

/** A token bucket whose rate rises until the service refuses a call. */
function createBucket(most: number, now: () => number) {
  let bound = Math.max(1, most * belowBound);
  let perSecond = Math.min(startPerSecond, bound);
  /** The burst is small, so that calls are spaced. It only makes up for late timers. */
  const burst = () => 1 + perSecond / 20;
  // The first burst and the tokens of the first second together stay within the bound.
  const firstTokens = () => Math.max(burst(), Math.min(startBurst, bound - perSecond));
  let tokens = firstTokens();
  let filledAt = now();
  let firstAt: number | undefined;
  let isLimited = false;
  return {
    perSecond: () => perSecond,
    waitMs() {
      const full = Math.max(tokens, burst());
      tokens = Math.min(full, tokens + ((now() - filledAt) / 1000) * perSecond);
      filledAt = now();
      return tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000;
    },
    acquire() {
      tokens -= 1;
      firstAt ??= now();
    },
    rise() {
      if (isLimited || now() - (firstAt ?? now()) < firstSecondMs) return;
      perSecond = Math.min(bound, perSecond + 1);
    },
    /** The service refused a call. Only the first refusal of a pause halves the rate. */
    empty(isFirst: boolean) {
      if (isFirst) perSecond = Math.max(1, perSecond / 2);
      isLimited = true;
      tokens = 0;
    },
    lower(lowerMost: number) {
      bound = Math.min(bound, Math.max(1, lowerMost * belowBound));
      perSecond = Math.min(perSecond, bound);
      tokens = Math.min(tokens, firstTokens());
    },
  };
}

/**
 * A token bucket of at most `most` calls per second. Each accepted call raises the rate by one per second, until the
 * first refusal. A refusal pauses all calls, for as long as the service asks, otherwise with full jitter, and halves
 * the rate for the rest of the process. After the pause, one call is sent alone; when it succeeds, the others follow.
 */
export function createRateLimiter(
  most: number,
  { clock = monotonicClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
): RateLimiter {
  const bucket = createBucket(most, clock.now);
  let given = 0;
  let inFlight = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pausedBy = 429;
  /** Refusals in a row, each of a call that was sent after the previous pause. */
  let refusals = 0;
  /**
   * The number of the last call before the pause. The result of an earlier call says nothing about the time after the
   * pause.
   */
  let lastBefore = 0;
  let waiting: Waiter[] = [];
  let stopTimer = () => {};

  const pausedMs = () => Math.max(0, pausedUntil - clock.now());

  function pause(ms: number, status: number): void {
    pausedBy = status;
    pausedUntil = Math.max(pausedUntil, clock.now() + ms);
  }

  /**
   * The time of the next permit; infinity after a refusal while any call is in flight, because its result decides.
   */
  function due(): number {
    const dueAt = clock.now() + bucket.waitMs();
    if (refusals > 0 && inFlight > 0) return Number.POSITIVE_INFINITY;
    return Math.max(pausedUntil, dueAt);
  }

  /** Grants all permits that are due, ends waits that are too late, and sets a timer for the next permit. */
  function serve(): void {
    stopTimer();
    // A call whose deadline has passed gets no permit, even if one is due.
    const vainBefore = Math.max(clock.now(), pausedUntil);
    for (const { until, resolve } of waiting) if (until < vainBefore) resolve(undefined);
    waiting = waiting.filter(({ until }) => until >= vainBefore);
    while (waiting.length > 0 && due() <= clock.now()) waiting.shift()?.resolve(permit());
    if (waiting.length === 0) return;
    const next = Math.min(due(), ...waiting.map(({ until }) => until + 1));
    stopTimer = clock.after(Math.max(1, Math.ceil(next - clock.now())), serve);
  }

  function end(): void {
    inFlight -= 1;
    serve();
  }

  function permit(): Permit {
    bucket.acquire();
    inFlight += 1;
    given += 1;
    const number = given;
    return {
      accept() {
        if (number > lastBefore) refusals = 0;
        bucket.rise();
        end();
      },
      refuse(retryAfterMs = 0) {
        // Refusals of calls that were in flight together count as one.
        const isNew = number > lastBefore;
        // If waiting as advised didn't help, or there was no advice, the pauses get longer.
        const isAdvised = retryAfterMs > 0 && refusals === 0;
        const ownMs = isNew && !isAdvised ? fullJitterMs(refusals, firstPauseMs, random) : 0;
        pause(Math.max(retryAfterMs, ownMs), 429);
        if (isNew) {
          // A refusal of the single call after a pause belongs to the same pause.
          bucket.empty(refusals === 0);
          refusals += 1;
          lastBefore = given;
        }
        end();
        return pausedMs();
      },
      release: end,
      pause,
    };
  }

  return {
    acquire: (until, first) =>
      new Promise((resolve) => {
        const isFirst = first !== undefined;
        const behind = isFirst ? waiting.findIndex((one) => !one.isFirst) : -1;
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { until, isFirst, resolve });
        serve();
      }),
    lower: bucket.lower,
    state: () => ({
      perSecond: bucket.perSecond(),
      pausedMs: pausedMs(),
      ...(pausedMs() > 0 ? { pausedBy } : {}),
      inFlight,
      waiting: waiting.length,
    }),
  };
}
