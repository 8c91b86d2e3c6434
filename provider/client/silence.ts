import type { CallFailure } from "../errors/call";
import { type Clock, monotonicClock } from "./clock";

/** A service that gives no reply: for how long, to how many tries, and how the last of them ended. */
export interface Silent {
  readonly ms: number;
  readonly attempts: number;
  readonly last: CallFailure;
}

/** Whether a service replies at all, shared by all calls to it: who comes later doesn't wait as long again. */
export interface Silence {
  /** A try has ended that began then: with a reply, or with this failure in place of one. */
  note(beganAt: number, failure: CallFailure | undefined): void;
  /** Undefined while the service replies, and once nobody has tried for a while. */
  state(): Silent | undefined;
  /** Whether the service has ever replied. */
  hasReplied(): boolean;
  /** True once in each silence, for the one who reports it. */
  isFirstReport(): boolean;
}

/** A silence that nobody has met for so long says nothing about the service of now. */
const forgottenAfterMs = 60_000;

/** Nothing is known yet. */
export function createSilence({ now }: Clock = monotonicClock): Silence {
  let silent: { since: number; until: number; attempts: number; last: CallFailure } | undefined;
  let hasReplied = false;
  let isReported = false;
  const current = () => (silent && now() - silent.until <= forgottenAfterMs ? silent : undefined);
  return {
    note(beganAt, failure) {
      if (failure === undefined) {
        hasReplied = true;
        silent = undefined;
        return;
      }
      const { since = beganAt, attempts = 0 } = current() ?? {};
      if (attempts === 0) isReported = false;
      silent = { since, until: now(), attempts: attempts + 1, last: failure };
    },
    state() {
      const known = current();
      return known && { ms: now() - known.since, attempts: known.attempts, last: known.last };
    },
    hasReplied: () => hasReplied,
    isFirstReport() {
      const isFirstReport = !isReported;
      isReported = true;
      return isFirstReport;
    },
  };
}
