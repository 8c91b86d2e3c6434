import { createAllowance } from "./allowance";
import { type Clock, monotonicClock } from "./clock";

/** The right to send one call; whoever takes it ends it by one of these, once the call is over. */
export interface Turn {
  /** The service answered and did not refuse: there may be room for more. */
  accept(): void;
  /** The service refused (429), perhaps with a wait; gives the milliseconds until anyone is sent again. */
  refuse(retryAfterMs?: number): number;
  /** There was no answer, or none that says anything about the limit. */
  release(): void;
  /** A reply with this status wants nothing more for so long; the turn is still to be ended. */
  pause(ms: number, status: number): void;
}

/** The pace at one moment, for the debug log. */
export interface PaceState {
  /** Requests a second. */
  readonly perSecond: number;
  /** For how long nobody is sent, since a reply asked for it. */
  readonly pausedMs: number;
  /** The status of that reply. */
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

/** What a simulation replaces. */
export interface PaceOptions {
  readonly clock?: Clock;
  readonly random?: () => number;
}

interface Waiter {
  readonly until: number;
  readonly isFirst: boolean;
  readonly resolve: (turn: Turn | undefined) => void;
}

/**
 * A pace of at most so many calls a second. A refusal pauses everybody, for as long as the service asks, else with full
 * jitter; then a single call tries first, and the others follow its success.
 */
export function createPace(
  most: number,
  { clock = monotonicClock, random = Math.random }: PaceOptions = {},
): Pace {
  const allowance = createAllowance(most, clock, random);
  let waiting: Waiter[] = [];
  let isShort = false;
  let pausedBy = 429;
  let stopTimer = () => {};

  /** Gives every turn that is due, ends every wait that is in vain, and comes back when the next may be. */
  function serve(): void {
    stopTimer();
    while (waiting.length > 0 && allowance.due() <= clock.now()) waiting.shift()?.resolve(turn());
    const vainBefore = Math.max(clock.now(), allowance.pausedUntil());
    for (const { until, resolve } of waiting) if (until < vainBefore) resolve(undefined);
    waiting = waiting.filter(({ until }) => until >= vainBefore);
    isShort = waiting.length > 0 && allowance.due() < Number.POSITIVE_INFINITY;
    if (waiting.length === 0) return;
    const next = Math.min(allowance.due(), ...waiting.map(({ until }) => until + 1));
    stopTimer = clock.after(Math.max(1, Math.ceil(next - clock.now())), serve);
  }

  function turn(): Turn {
    const number = allowance.spend();
    const wasShort = isShort;
    const pausedMs = () => Math.max(0, allowance.pausedUntil() - clock.now());
    const thenServe = (end: () => void) => {
      end();
      serve();
    };
    return {
      accept: () => thenServe(() => allowance.accept(number, wasShort)),
      refuse(retryAfterMs = 0) {
        pausedBy = 429;
        thenServe(() => allowance.refuse(number, retryAfterMs));
        return pausedMs();
      },
      release: () => thenServe(() => allowance.end()),
      pause(ms, status) {
        pausedBy = status;
        allowance.pause(ms);
      },
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
    lower: (bound) => allowance.lower(bound),
    state() {
      const pausedMs = Math.max(0, allowance.pausedUntil() - clock.now());
      return {
        perSecond: allowance.perSecond(),
        pausedMs,
        ...(pausedMs > 0 ? { pausedBy } : {}),
        inFlight: allowance.inFlight(),
        waiting: waiting.length,
      };
    },
  };
}
