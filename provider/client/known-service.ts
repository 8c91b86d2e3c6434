import type { CallFailure } from "../errors/call-failure";
import { httpDateMs } from "./http-date";
import { type Clock, monotonicClock } from "./pace";

/** What the replies of the service itself have shown, shared by all clients of one interface of an account. */
export interface KnownService {
  note(reply: DatedReply): void;
  hasReplied(): boolean;
  /** True once a response has shown the time at the service, and not only a time that has passed there. */
  hasShownTime(): boolean;
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
  let hasShownTime = false;
  let aheadMs: number | undefined;
  return {
    note({ header, sentAt, repliedAt }) {
      hasReplied = true;
      const dateMs = httpDateMs(header("date") ?? "");
      if (dateMs === undefined) return;
      if (isFresh(header("age"))) {
        hasShownTime = true;
        aheadMs = skewOf(dateMs, { sentAt, repliedAt });
        return;
      }
      // A cache has kept the response since then, so the service's clock shows at least this time.
      const leastMs = dateMs - repliedAt;
      if (leastMs > (aheadMs ?? 0)) aheadMs = leastMs;
    },
    hasReplied: () => hasReplied,
    hasShownTime: () => hasShownTime,
    aheadMs: () => aheadMs,
  };
}

/** True for a response that comes from the service itself; caches may add an age of 0 to such a response, too. */
function isFresh(age: string | null): boolean {
  return age === null || /^0+$/.test(age.trim());
}

function skewOf(
  dateMs: number,
  { sentAt, repliedAt }: Pick<DatedReply, "sentAt" | "repliedAt">,
): number {
  if (dateMs > repliedAt) return dateMs - repliedAt;
  return Math.min(0, dateMs + 999 - sentAt);
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
