import { setTimeout as sleep } from "node:timers/promises";

/** Time as the pace sees it; a simulation gives its own. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** The machine's monotonic clock. */
export const monotonicClock: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/** How fast one account may be called, shared by all calls of the process. */
export interface Pace {
  /** Waits for a turn; false, at once, when the service has closed the door beyond `until`. */
  take(until: number): Promise<boolean>;
  /** Tells that a call was not refused: the pace may rise. */
  accepted(): void;
  /** Tells of a 429: nobody is sent before `ms` have passed, and the pace falls to half. */
  refused(ms: number): void;
  /** Requests a second, at present. */
  perSecond(): number;
}

const startPerSecond = 20;
const risePerSecond = 15;

/**
 * A token bucket that holds a second's worth of turns. It starts at 20 a second, rises by 15 a second
 * for every second without a refusal up to `most`, and halves when the service refuses.
 */
export function createPace(most: number, clock: Clock = monotonicClock): Pace {
  let rate = Math.min(startPerSecond, most);
  let turns = rate;
  let filledAt = clock.now();
  let closedUntil = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function fill(): void {
    const now = clock.now();
    turns = Math.min(Math.max(rate, 1), turns + ((now - filledAt) / 1000) * rate);
    filledAt = now;
  }

  async function turn(until: number): Promise<boolean> {
    for (;;) {
      fill();
      if (closedUntil > until) return false;
      const wait = Math.max(
        closedUntil - clock.now(),
        turns >= 1 ? 0 : ((1 - turns) / rate) * 1000,
      );
      if (wait <= 0) break;
      await clock.sleep(Math.ceil(wait));
    }
    turns -= 1;
    return true;
  }

  return {
    take(until) {
      const mine = queue.then(() => turn(until));
      queue = mine;
      return mine;
    },
    accepted() {
      rate = Math.min(most, rate + risePerSecond / rate);
    },
    refused(ms) {
      const now = clock.now();
      if (now >= closedUntil) rate = Math.max(1, rate / 2);
      turns = 0;
      filledAt = Math.max(now, filledAt);
      closedUntil = Math.max(closedUntil, now + ms);
    },
    perSecond: () => rate,
  };
}
