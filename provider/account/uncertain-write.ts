import { type Clock, monotonicClock } from "../client/clock";
import { EmailMarketingError } from "../errors/error";
import { isIncompleteSearch } from "../errors/incomplete-search";

/** A write that may not be repeated blindly, and the way to see whether it happened. */
export interface UncertainWrite<Value> {
  readonly write: () => Promise<Value>;
  /** What the write has made, if it shows. */
  readonly lookUp: () => Promise<Value | undefined>;
  /** Forgets what was read before the write; asked once its outcome is not known. */
  readonly forget?: () => void;
  /** False when it is not written once more even if every look-up missed: that is an error then. */
  readonly repeats?: false;
  /** From the first write on: after it nothing is begun but one look, without which nothing would be known. */
  readonly deadlineMs: number;
  readonly clock?: Clock;
}

/** A search may lag behind a write: the moments after the failure at which to look. */
const lookUpAtMs = [0, 1000, 3000, 7000, 15_000];

/** Writes; where the reply is lost, looks whether it happened, and writes once more only when every look-up missed. */
export async function writeOnce<Value>(uncertain: UncertainWrite<Value>): Promise<Value> {
  const { clock = monotonicClock, deadlineMs } = uncertain;
  const until = clock.now() + deadlineMs;
  const first = await attempt(uncertain, clock, until);
  if ("value" in first) return first.value;
  if (uncertain.repeats === false) throw first.error;
  const second = await attempt(uncertain, clock, until);
  if ("value" in second) return second.value;
  throw second.error;
}

/** One write; its outcome, or the failure of one that surely did not happen. */
async function attempt<Value>(
  { write, lookUp, forget }: UncertainWrite<Value>,
  clock: Clock,
  until: number,
): Promise<{ readonly value: Value } | { readonly error: EmailMarketingError }> {
  try {
    return { value: await write() };
  } catch (error) {
    if (!(error instanceof EmailMarketingError && error.ambiguous)) throw error;
    // What was read before the write would say that there is no such object.
    forget?.();
    const failedAt = clock.now();
    let isOpen = false;
    for (const at of lookUpAtMs) {
      const due = Math.max(failedAt + at, clock.now());
      // The engine waits for this call: past the deadline, an answer that it is uncertain is worth more than a later one.
      if (at > 0 && due > until) throw error;
      if (due > clock.now()) await clock.sleep(due - clock.now());
      const value = await lookUp().catch(unclearOr);
      if (value !== undefined && value !== unclear) return { value };
      isOpen = value === unclear;
    }
    // Nothing is written again on the word of a search that lacks rows.
    if (isOpen || clock.now() > until) throw error;
    return { error };
  }
}

/** In place of what a look-up shows that neither found its object nor missed it. */
const unclear = Symbol("unclear");

function unclearOr(problem: unknown): typeof unclear {
  if (isIncompleteSearch(problem)) return unclear;
  throw problem;
}
