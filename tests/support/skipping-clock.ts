import type { Suite } from "mocha";
import { type Clock, monotonicClock } from "../../provider/client/retry";

/** What the clock does when no test skips its waits. */
const real = { ...monotonicClock };

/** A clock for work over real sockets: it goes on by itself, and a sleep is over at once, with its time gone by. */
export interface SkippingClock extends Clock {
  /** How long each sleep was to be, in milliseconds. */
  readonly slept: readonly number[];
}

/** A clock of which a test can act in each sleep, in place of the time. */
export function createSkippingClock(inSleep: (ms: number) => void = () => {}): SkippingClock {
  const slept: number[] = [];
  let skippedMs = 0;
  return {
    slept,
    now: () => real.now() + skippedMs,
    after: real.after,
    sleep: async (ms) => {
      slept.push(ms);
      skippedMs += ms;
      inSleep(ms);
    },
  };
}

/** Ends at once every wait of the package. */
export function useSkippedWaits(suite: Suite, inSleep?: (ms: number) => void): void {
  suite.beforeEach("skips the waits", () => {
    Object.assign(monotonicClock, createSkippingClock(inSleep));
  });
  suite.afterEach("waits again", () => {
    Object.assign(monotonicClock, real);
  });
}
