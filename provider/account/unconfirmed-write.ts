import { type Clock, monotonicClock } from "../client/api-state";
import { EmailMarketingError, isIncompleteSearch, isUnconfirmedWrite } from "../errors/error";
import { asId } from "../errors/redact";
import type { Account } from "./account";
import { recordOf } from "./program-record";

/** A write that must not be repeated blindly, with a look-up that shows whether the write was carried out. */
export interface UnconfirmedWrite<Value> {
  readonly write: () => Promise<Value>;
  readonly lookUp: () => Promise<Value | undefined>;
  /** True if a failed look-up counts as inconclusive. By default, errors other than incomplete searches are thrown. */
  readonly ignoresFailedLookUps?: boolean;
  /** Makes look-ups read rows again. Called if the outcome of the write is unknown. */
  readonly forget?: () => void;
  /** Whether to repeat the write if no look-up finds the object; true by default. If not, throws the write's error. */
  readonly repeats?: false | (() => Promise<boolean>);
  /** The deadline by the client's clock. Only the first look-up may begin later, so that there is always one. */
  readonly until: number;
  readonly clock?: Clock;
}

/** The times of the look-ups after the failure. There are several, because a search may lag behind a write. */
const lookUpAtMs = [0, 1000, 3000, 7000, 15_000];

/** Sends a write. If the response is lost, looks up whether the write was carried out, and repeats it at most once. */
export function writeIdempotently<Value>(given: UnconfirmedWrite<Value>): Promise<Value> {
  const { repeats = async () => true } = given;
  return attempt(given, async (lost) => {
    if (repeats === false || !(await repeats())) throw lost;
    return attempt(given, (lostAgain) => Promise.reject(lostAgain));
  });
}

/** Makes one attempt. Calls `ifMissing` only if the last look-up was conclusive and didn't find the object. */
async function attempt<Value>(
  given: UnconfirmedWrite<Value>,
  ifMissing: (lost: EmailMarketingError) => Promise<Value>,
): Promise<Value> {
  const { lookUp, ignoresFailedLookUps = false, until, clock = monotonicClock } = given;
  try {
    return await given.write();
  } catch (error) {
    if (!isUnconfirmedWrite(error)) throw error;
    // Rows that were read earlier may lack the written object.
    given.forget?.();
    const failedAt = clock.now();
    let isInconclusive = false;
    for (const at of lookUpAtMs) {
      const due = Math.max(failedAt + at, clock.now());
      // After the deadline, an error about an unconfirmed write is more useful than a late answer.
      if (at > 0 && due > until) throw error;
      if (due > clock.now()) await clock.sleep(due - clock.now());
      const found = await lookUp().then(
        (value) => ({ value }),
        (problem: unknown) => {
          const isFailure = problem instanceof EmailMarketingError && !isUnconfirmedWrite(problem);
          if (isIncompleteSearch(problem) || (ignoresFailedLookUps && isFailure)) return undefined;
          throw problem;
        },
      );
      if (found?.value !== undefined) return found.value;
      isInconclusive = found === undefined;
    }
    // Only a conclusive look-up before the deadline allows a repeat of the write.
    if (isInconclusive || clock.now() > until) throw error;
    return ifMissing(error);
  }
}

/** Fails if the id of a new object belongs to another resource of this run. The create then stays unconfirmed. */
export function requireNewId(
  { settings, claims }: Pick<Account, "settings" | "claims">,
  kind: string,
  id: string,
  next = "",
): string {
  const isTaken = recordOf(settings).object(kind, id) !== undefined || claims.isHeld(kind, id);
  if (!isTaken) return id;
  const problem = `the service gave the new object the id ${asId(id)}, which another resource of this run has already.${next && ` ${next}`}`;
  throw new EmailMarketingError("unexpected-reply", problem, { sent: "maybe" });
}
