import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../provider/client/retry";

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
      // Whoever waits for the work hears of its failure; this branch only tells that it ended.
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
