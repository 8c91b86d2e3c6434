import { type Clock, monotonicClock } from "../client/clock";
import { EmailMarketingError } from "../client/errors";

/** A write that may not be repeated blindly, and the way to see whether it happened. */
export interface UncertainWrite<Value> {
  readonly write: () => Promise<Value>;
  /** What the write has made, if it shows. */
  readonly lookUp: () => Promise<Value | undefined>;
  /** False when it is not written once more even if every look-up missed: that is an error then. */
  readonly repeats?: false;
  /** No look-up is begun that would end its wait later than this. */
  readonly deadlineMs: number;
  readonly clock?: Clock;
}

/** A search may lag behind a write: the moments after the failure at which to look. */
const lookUpAtMs = [0, 1000, 3000, 7000, 15_000];

/** Writes; where the reply is lost, looks whether it happened, and writes once more only when every look-up missed. */
export async function writeOnce<Value>(uncertain: UncertainWrite<Value>): Promise<Value> {
  const first = await attempt(uncertain);
  if ("value" in first) return first.value;
  if (uncertain.repeats === false) throw first.error;
  const second = await attempt(uncertain);
  if ("value" in second) return second.value;
  throw second.error;
}

async function attempt<Value>({
  write,
  lookUp,
  deadlineMs,
  clock = monotonicClock,
}: UncertainWrite<Value>) {
  try {
    return { value: await write() };
  } catch (error) {
    if (!(error instanceof EmailMarketingError && error.ambiguous)) throw error;
    const failedAt = clock.now();
    for (const at of lookUpAtMs) {
      if (at > deadlineMs) throw error;
      const wait = failedAt + at - clock.now();
      if (wait > 0) await clock.sleep(wait);
      const value = await lookUp();
      if (value !== undefined) return { value };
    }
    return { error };
  }
}
