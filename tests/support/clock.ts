import { setImmediate } from "node:timers/promises";
import type { Suite } from "mocha";
import { type Clock, monotonicClock } from "../../provider/client/rate-limiter";

/** A clock that stands still until all that is under way waits for it, and then goes to the next moment. */
export interface FakeClock extends Clock {
  /** Lets time pass until the work is done. */
  run<Value>(work: Promise<Value>): Promise<Value>;
}

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** A clock at 0. */
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
      // The caller that waits for the work gets its failure. This branch only notes that it ended.
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

/** What the clock does when no test skips its waits. */
const real = { ...monotonicClock };

/** A clock for work over real sockets: it goes on by itself, and a sleep is over at once, with its time gone by. */
export interface SkippingClock extends Clock {
  /** How long each sleep was to be, in milliseconds. */
  readonly slept: readonly number[];
  /** Lets time go by. */
  skip(ms: number): void;
}

/** A clock of which a test can act in each sleep, in place of the time. */
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

/** Ends at once every wait of the package. */
export function useSkippedWaits(suite: Suite, inSleep?: (ms: number) => void): void {
  suite.beforeEach("skips the waits", () => {
    Object.assign(monotonicClock, createSkippingClock(inSleep));
  });
  suite.afterEach("waits again", () => {
    Object.assign(monotonicClock, real);
  });
}
