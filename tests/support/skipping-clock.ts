import { join } from "node:path";
import type { Suite } from "mocha";
import { type Clock, monotonicClock } from "../../provider/client/clock";

const builtClock = join(__dirname, "..", "..", "provider", "dist", "client", "clock.js");

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
    now: () => monotonicClock.now() + skippedMs,
    after: monotonicClock.after,
    sleep: async (ms) => {
      slept.push(ms);
      skippedMs += ms;
      inSleep(ms);
    },
  };
}

/** Ends at once every wait of the built package, which tests load that act as the engine. */
export function useSkippedWaits(suite: Suite): void {
  const own = { ...monotonicClock };
  let clock: Clock | undefined;
  suite.beforeEach("skips the waits", async () => {
    const built = (await import(builtClock)) as { readonly monotonicClock: Clock };
    clock = Object.assign(built.monotonicClock, createSkippingClock());
  });
  suite.afterEach("waits again", () => {
    if (clock) Object.assign(clock, own);
  });
}
