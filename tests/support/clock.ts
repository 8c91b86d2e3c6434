import { setImmediate } from "node:timers/promises";
import type { Suite } from "mocha";
import { type Clock, monotonicClock } from "../../provider/client/api-state";

/** A clock that stands still while code runs. When all work waits for the clock, its time jumps to the next timer. */
export interface FakeClock extends Clock {
  /** Lets time pass until the work has ended. */
  run<Value>(work: Promise<Value>): Promise<Value>;
}

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Creates a fake clock that starts at 0. */
export function createFakeClock(): FakeClock {
  let now = 0;
  let timers: Timer[] = [];

  const after: Clock["after"] = (ms, act) => {
    const timer = { at: now + Math.max(0, ms), act };
    const later = timers.findIndex(({ at }) => at > timer.at);
    timers.splice(later < 0 ? timers.length : later, 0, timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };

  return {
    now: () => now,
    after,
    sleep: (ms) => new Promise<void>((resolve) => after(ms, resolve)),
    async run(work) {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      // The caller gets the failure from `done`. This branch only prevents an unhandled rejection.
      done.catch(() => {});
      for (;;) {
        await setImmediate();
        if (isDone) return done;
        const next = timers.shift();
        if (next === undefined) throw new Error("nothing is left that could end the work");
        now = next.at;
        next.act();
      }
    },
  };
}

/** The methods of the real clock, to restore them after a test. */
const real = { ...monotonicClock };

/** A clock for work over real sockets. Time passes as usual, but a sleep ends at once and moves the clock forward. */
export interface SkippingClock extends Clock {
  /** The requested length of each sleep, in milliseconds. */
  readonly slept: readonly number[];
  /** Moves the clock forward. */
  skip(ms: number): void;
}

/** Creates a clock that calls `inSleep` in each sleep, so that a test can act at this time. */
export function createSkippingClock(inSleep: (ms: number) => void = () => {}): SkippingClock {
  const slept: number[] = [];
  let skippedMs = 0;
  const skip = (ms: number) => {
    skippedMs += ms;
  };
  return {
    slept,
    skip,
    now: () => real.now() + skippedMs,
    after: real.after,
    sleep: async (ms) => {
      slept.push(ms);
      skip(ms);
      inSleep(ms);
    },
  };
}

/** Makes every `sleep` of the package end at once during each test of a suite. */
export function useSkippedWaits(suite: Suite, inSleep?: (ms: number) => void): void {
  suite.beforeEach("skips the waits", () => {
    Object.assign(monotonicClock, createSkippingClock(inSleep));
  });
  suite.afterEach("waits again", () => {
    Object.assign(monotonicClock, real);
  });
}
