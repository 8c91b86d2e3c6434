import { setTimeout as sleep } from "node:timers/promises";
import { fullJitterMs } from "./retry";

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

/** The right to send one call; whoever takes it ends it by one of these, once the call is over. */
export interface Turn {
  /** The service answered and did not refuse. */
  accept(): void;
  /** The service refused (429), perhaps with a wait; gives the milliseconds until anyone is sent again. */
  refuse(retryAfterMs?: number): number;
  /** There was no answer, or none that says anything about the limit. */
  release(): void;
  /** A reply with this status wants nothing more for so long; the turn is still to be ended. */
  pause(ms: number, status: number): void;
}

export interface PaceState {
  readonly perSecond: number;
  /** For how long nobody is sent, since a reply asked for it. */
  readonly pausedMs: number;
  readonly pausedBy?: number;
  readonly inFlight: number;
  readonly waiting: number;
}

/** How fast one account may be called, shared by all calls of the process. */
export interface Pace {
  /**
   * Waits for a turn, in the order of asking; undefined when none can come until then, told at once where
   * that is clear at once. A call that has just looked whether it is still to be sent goes `first`.
   */
  take(until: number, first?: "first"): Promise<Turn | undefined>;
  /** From now on at most so many calls a second: the lowest that anyone who shares it asks for. */
  lower(most: number): void;
  state(): PaceState;
}

interface Waiter {
  readonly until: number;
  readonly isFirst: boolean;
  readonly resolve: (turn: Turn | undefined) => void;
}

const startPerSecond = 20;
const startBurst = 10;
/** In the first second, while the burst is on its way, the rate does not rise. */
const firstSecondMs = 1000;
/** A call that is late must not make one too many in the second that it falls into. */
const belowBound = 0.98;
const firstPauseMs = 3000;

/** How fast turns come: a token bucket, whose rate rises while nothing limits it. */
function createBucket(most: number, now: () => number) {
  let bound = Math.max(1, most * belowBound);
  let perSecond = Math.min(startPerSecond, bound);
  /** Turns are spaced, with just enough in hand to make up for a late timer. */
  const burst = () => 1 + perSecond / 20;
  // With what a second brings, the first burst stays within the bound.
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
    take() {
      tokens -= 1;
      firstAt ??= now();
    },
    rise() {
      if (isLimited || now() - (firstAt ?? now()) < firstSecondMs) return;
      perSecond = Math.min(bound, perSecond + 1);
    },
    /** The service refused one; only the first refusal of a pause halves the rate. */
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
 * A token bucket of at most so many calls a second. Each call that the service takes raises the rate by one a second, until
 * the first refusal. A refusal pauses everybody, for as long as the service asks, else with full jitter, and halves the rate
 * for the rest of the process. Then a single call tries first, and the others follow its success.
 */
export function createPace(
  most: number,
  { clock = monotonicClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
): Pace {
  const bucket = createBucket(most, clock.now);
  let given = 0;
  let inFlight = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pausedBy = 429;
  /** How many calls in a row were refused, each sent after the pause of the one before. */
  let refusals = 0;
  /** The last call that was sent before the pause: what becomes of it says nothing about the time after. */
  let lastBefore = 0;
  let waiting: Waiter[] = [];
  let stopTimer = () => {};

  const pausedMs = () => Math.max(0, pausedUntil - clock.now());

  function pause(ms: number, status: number): void {
    pausedBy = status;
    pausedUntil = Math.max(pausedUntil, clock.now() + ms);
  }

  /** When the next turn is due; never, while only the end of another call can tell. */
  function due(): number {
    const dueAt = clock.now() + bucket.waitMs();
    if (refusals > 0 && inFlight > 0) return Number.POSITIVE_INFINITY;
    return Math.max(pausedUntil, dueAt);
  }

  /** Gives every turn that is due, ends every wait that is in vain, and comes back when the next may be. */
  function serve(): void {
    stopTimer();
    // Nobody whose time is over gets a turn, even if one is due.
    const vainBefore = Math.max(clock.now(), pausedUntil);
    for (const { until, resolve } of waiting) if (until < vainBefore) resolve(undefined);
    waiting = waiting.filter(({ until }) => until >= vainBefore);
    while (waiting.length > 0 && due() <= clock.now()) waiting.shift()?.resolve(turn());
    if (waiting.length === 0) return;
    const next = Math.min(due(), ...waiting.map(({ until }) => until + 1));
    stopTimer = clock.after(Math.max(1, Math.ceil(next - clock.now())), serve);
  }

  function end(): void {
    inFlight -= 1;
    serve();
  }

  function turn(): Turn {
    bucket.take();
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
        // Calls that were under way together are refused as one.
        const isNew = number > lastBefore;
        // A service whose advice did not help, or is none, is asked ever more rarely.
        const isAdvised = retryAfterMs > 0 && refusals === 0;
        const ownMs = isNew && !isAdvised ? fullJitterMs(refusals, firstPauseMs, random) : 0;
        pause(Math.max(retryAfterMs, ownMs), 429);
        if (isNew) {
          // A pause lasts until a call is taken: the one that tries in vain belongs to it.
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
    take: (until, first) =>
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
