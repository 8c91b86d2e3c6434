import { setTimeout as sleep } from "node:timers/promises";

/** Time as waits see it; a simulation gives its own. */
export interface Clock {
  /** Milliseconds since any moment; they never go back. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Acts once after some milliseconds; what it gives takes that back. */
  readonly after: (ms: number, act: () => void) => () => void;
}

/** The machine's monotonic clock. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
