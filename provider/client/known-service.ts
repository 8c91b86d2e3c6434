import type { CallFailure } from "../errors/call-failure";
import { type Clock, monotonicClock } from "./pace";

/** What the replies of the service itself have shown, shared by all clients of one interface of an account. */
export interface KnownService {
  note(reply: DatedReply): void;
  hasReplied(): boolean;
  /** How far the service's clock is ahead of this machine's, at the least; below 0 where it is behind. Undefined while none has told. */
  aheadMs(): number | undefined;
}

/** The headers of a reply, and when it was asked for and came, by this machine's clock. */
export interface DatedReply {
  readonly header: (name: string) => string | null;
  readonly sentAt: number;
  readonly repliedAt: number;
}

/** Clocks that are closer count as the same: the header is exact to the second, and a reply takes its time. */
export const tolerableSkewMs = 60_000;

export function createKnownService(): KnownService {
  let hasReplied = false;
  let aheadMs: number | undefined;
  return {
    note(reply) {
      hasReplied = true;
      aheadMs = skewOf(reply) ?? aheadMs;
    },
    hasReplied: () => hasReplied,
    aheadMs: () => aheadMs,
  };
}

function skewOf({ header, sentAt, repliedAt }: DatedReply): number | undefined {
  const date = header("date") ?? "";
  // A reply with an age is that of a cache, and a date in another form may be of any zone.
  if (header("age") !== null || !/^[a-z]{3}, .* GMT$/i.test(date)) return undefined;
  const from = Date.parse(date);
  if (Number.isNaN(from)) return undefined;
  if (from > repliedAt) return from - repliedAt;
  return Math.min(0, from + 999 - sentAt);
}

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
  hasReplied(): boolean;
  /** True once in each silence, for the one who reports it. */
  isFirstReport(): boolean;
}

/** A silence that nobody has met for so long says nothing about the service of now. */
const forgottenAfterMs = 60_000;

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
