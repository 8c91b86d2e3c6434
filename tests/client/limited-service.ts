import type { Pace } from "../../provider/client/pace";
import type { FakeClock } from "../support/fake-clock";

/** Whether a simulated service takes a call that arrives now. */
export type Limit = (now: number) => boolean;

/** A limit, and how long it refuses everything after one call too many. */
export interface LimitOptions {
  readonly perSecond: number;
  readonly penaltyMs?: number;
}

/** A bucket that starts with the turns of one second. */
export function bucketLimit({ perSecond, penaltyMs = 0 }: LimitOptions): Limit {
  let turns = perSecond;
  let filledAt = 0;
  return withPenalty(penaltyMs, (now) => {
    turns = Math.min(perSecond, turns + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (turns < 1) return false;
    turns -= 1;
    return true;
  });
}

/** At most so many calls in any second. */
export function windowLimit({ perSecond, penaltyMs = 0 }: LimitOptions): Limit {
  let taken: number[] = [];
  return withPenalty(penaltyMs, (now) => {
    taken = taken.filter((at) => at > now - 1000);
    if (taken.length >= perSecond) return false;
    taken.push(now);
    return true;
  });
}

function withPenalty(penaltyMs: number, takes: Limit): Limit {
  let closedUntil = 0;
  return (now) => {
    if (now < closedUntil) return false;
    const isTaken = takes(now);
    if (!isTaken) closedUntil = now + penaltyMs;
    return isTaken;
  };
}

/** Calls that a simulation makes. */
export interface Load {
  readonly clock: FakeClock;
  readonly limit: Limit;
  readonly calls: number;
  /** How many are made at the same time. */
  readonly concurrency: number;
  /** From a call's sending to its reply. */
  readonly latencyMs: () => number;
  /** What a caller does between two calls. */
  readonly pauseMs: () => number;
  /** What the service advises when it refuses. */
  readonly retryAfterMs?: number;
}

/** What a simulation has seen. */
export interface Seen {
  sent: number;
  refused: number;
  /** Sent before the wait was over that a reply had asked for. */
  early: number;
}

/** Makes all calls by the pace, each until it is taken, and counts into `seen`. */
export async function makeCalls(load: Load, pace: Pace, seen: Seen): Promise<void> {
  let left = load.calls;
  const asked = { until: 0 };
  const workers = Array.from({ length: load.concurrency }, async () => {
    while (left > 0) {
      left -= 1;
      while (!(await makeCall(load, pace, seen, asked)));
      await load.clock.sleep(load.pauseMs());
    }
  });
  await Promise.all(workers);
}

async function makeCall(
  { clock, ...load }: Load,
  pace: Pace,
  seen: Seen,
  asked: { until: number },
): Promise<boolean> {
  const turn = await pace.take(Number.MAX_SAFE_INTEGER);
  if (!turn) throw new Error("the pace gave a call up");
  if (clock.now() < asked.until) seen.early += 1;
  const halfway = load.latencyMs() / 2;
  await clock.sleep(halfway);
  seen.sent += 1;
  const isTaken = load.limit(clock.now());
  if (!isTaken) seen.refused += 1;
  await clock.sleep(halfway);
  if (isTaken) turn.accept();
  else {
    asked.until = clock.now() + (load.retryAfterMs ?? 0);
    turn.refuse(load.retryAfterMs);
  }
  return isTaken;
}

/** Random numbers that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
