import { type Clock, monotonicClock } from "../client/rate-limiter";
import { EmailMarketingError, isUnconfirmedWrite } from "../errors/error";
import { isIncompleteSearch } from "../errors/request-error";

/** A write that may not be repeated blindly, and the way to see whether it happened. */
export interface UnconfirmedWrite<Value> {
  readonly write: () => Promise<Value>;
  readonly lookUp: () => Promise<Value | undefined>;
  /** True where a look-up that fails, for whatever reason, leaves it as unconfirmed as before: else its failure is the write's. */
  readonly ignoresFailedLookUps?: boolean;
  /** Forgets what was read before the write; asked once its outcome is not known. */
  readonly forget?: () => void;
  /** Whether it is written once more when every look-up missed; where not, that is an error. By default it is. */
  readonly repeats?: false | (() => Promise<boolean>);
  /** How long this may take, from the first write on. Only one look-up may begin later: without it, nothing is known. */
  readonly deadlineMs: number;
  readonly clock?: Clock;
}

/** A search may lag behind a write: the moments after the failure at which to look. */
const lookUpAtMs = [0, 1000, 3000, 7000, 15_000];

/** Writes; where the reply is lost, looks whether it happened, and writes once more only when every look-up missed. */
export async function writeOnce<Value>(given: UnconfirmedWrite<Value>): Promise<Value> {
  const { clock = monotonicClock, deadlineMs } = given;
  const until = clock.now() + deadlineMs;
  const first = await attempt(given, clock, until);
  if ("value" in first) return first.value;
  const { repeats } = given;
  const isRepeated = typeof repeats === "function" ? await repeats() : repeats !== false;
  if (!isRepeated) throw first.error;
  const second = await attempt(given, clock, until);
  if ("value" in second) return second.value;
  throw second.error;
}

/** One write; its outcome, or the failure of one that surely did not happen. */
async function attempt<Value>(
  { write, lookUp, forget, ignoresFailedLookUps = false }: UnconfirmedWrite<Value>,
  clock: Clock,
  until: number,
): Promise<{ readonly value: Value } | { readonly error: EmailMarketingError }> {
  try {
    return { value: await write() };
  } catch (error) {
    if (!isUnconfirmedWrite(error)) throw error;
    // What was read before the write would say that there is no such object.
    forget?.();
    const failedAt = clock.now();
    let isUnclear = false;
    for (const at of lookUpAtMs) {
      const due = Math.max(failedAt + at, clock.now());
      // The engine waits for this call: past the deadline, an answer that it is unconfirmed is worth more than a later one.
      if (at > 0 && due > until) throw error;
      if (due > clock.now()) await clock.sleep(due - clock.now());
      const value = await lookUp().catch((problem: unknown): typeof inconclusive =>
        unclearOr(problem, ignoresFailedLookUps),
      );
      if (value !== undefined && value !== inconclusive) return { value };
      isUnclear = value === inconclusive;
    }
    // Nothing is written again on the word of a search that lacks rows.
    if (isUnclear || clock.now() > until) throw error;
    return { error };
  }
}

/** In place of what a look-up shows that neither found its object nor missed it. */
const inconclusive = Symbol("unclear");

function unclearOr(problem: unknown, ignoresFailedLookUps: boolean): typeof inconclusive {
  if (isIncompleteSearch(problem)) return inconclusive;
  const isFailure = problem instanceof EmailMarketingError && !isUnconfirmedWrite(problem);
  if (ignoresFailedLookUps && isFailure) return inconclusive;
  throw problem;
}
