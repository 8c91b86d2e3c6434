import { callError, retryNotice } from "../errors/call-error";
import { type CallFailure, codeOf } from "../errors/call-failure";
import { attempt, contextOf } from "./attempt";
import type { Call, Client, ClientOptions } from "./call";
import { monotonicClock } from "./clock";
import type { Turn } from "./pace";
import type { Failure, Success } from "./reply";
import { backoffMs, maySendAgain } from "./retry";

const announcedFromMs = 5000;

/** Makes a client; nothing is resolved or sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? monotonicClock;
  return {
    deadline: () => clock.now() + options.deadlineMs,
    async send(call) {
      const ownUntil =
        clock.now() + Math.min(options.deadlineMs, call.deadlineMs ?? options.deadlineMs);
      const until = Math.min(ownUntil, call.until ?? ownUntil);
      if (until <= clock.now()) throw callError(tooLong(call, 0, options));
      // What an earlier try may have done stays open, however surely the last one did nothing.
      let isOpen = false;
      /** The last try that was not cut short. */
      let whole: CallFailure | undefined;
      for (let tries = 1; ; tries += 1) {
        const { outcome, waitMs } = await oneTry(call, { tries, until }, options);
        if ("body" in outcome) return outcome.body;
        isOpen ||= outcome.facts.ambiguous;
        const mayRepeat = maySendAgain(call.policy, outcome.kind);
        if (!mayRepeat || clock.now() + waitMs > until) {
          // A try that the reading's end has cut short tells nothing about the service; one before it may.
          const isCut = call.until !== undefined && clock.now() >= call.until;
          const facts = isCut ? (whole ?? tooLong(call, tries, options)) : outcome.facts;
          throw callError({ ...facts, ambiguous: isOpen });
        }
        whole = outcome.facts;
        if (waitMs >= announcedFromMs) options.announce?.(retryNotice(outcome.facts, waitMs));
        // After a refusal it is the pace that waits, for this call and every other one.
        if (outcome.kind !== "refused") await clock.sleep(waitMs);
      }
    },
  };
}

interface Tried {
  readonly outcome: Success | Failure;
  /** How long a next try waits. */
  readonly waitMs: number;
}

/** Waits for a turn, tries once, and tells the pace and the log how that ended. */
async function oneTry(
  call: Call,
  { tries, until }: { readonly tries: number; readonly until: number },
  options: ClientOptions,
): Promise<Tried> {
  const { pace, clock = monotonicClock } = options;
  const turn = await pace.take(until);
  if (!turn) return { outcome: noTurn(call, tries - 1, options), waitMs: 0 };
  const startedAt = clock.now();
  const limitMs = Math.max(1, Math.ceil(Math.min(options.timeoutMs, until - startedAt)));
  const outcome = await attempt(call, { attempt: tries, limitMs }, options).catch(
    (error: unknown) => {
      turn.release();
      throw error;
    },
  );
  const waitMs = endTurn(turn, outcome, tries);
  const failed = "kind" in outcome;
  const status = failed ? outcome.facts.status : outcome.status;
  options.log?.({
    method: call.method,
    route: call.path.route,
    attempt: tries,
    durationMs: Math.round(clock.now() - startedAt),
    pace: pace.state(),
    ...(status === undefined ? {} : { status }),
    ...(failed ? { code: codeOf(outcome.facts), waitMs: Math.round(waitMs) } : {}),
  });
  return { outcome, waitMs };
}

/** Ends a turn; gives how long a next try waits. */
function endTurn(turn: Turn, outcome: Success | Failure, tries: number): number {
  const isFailure = "kind" in outcome;
  const status = isFailure ? outcome.facts.status : outcome.status;
  const { retryAfterMs = 0 } = isFailure ? outcome.facts : outcome;
  if (isFailure && outcome.kind === "refused") return turn.refuse(retryAfterMs);
  // Whatever the reply says otherwise, who sends it wants no request before that.
  if (retryAfterMs > 0) turn.pause(retryAfterMs, status ?? 200);
  const isAnswered = !isFailure || (status !== undefined && status < 500);
  if (isAnswered) turn.accept();
  else turn.release();
  if (!isFailure || outcome.kind === "final") return 0;
  return Math.max(retryAfterMs, backoffMs(tries));
}

/** A call whose deadline comes before its turn: after a refusal with a long wait, or behind too many others. */
function noTurn(call: Call, attempts: number, options: ClientOptions): Failure {
  const { deadlineMs } = options;
  const { pausedMs, pausedBy = 429, perSecond } = options.pace.state();
  const context = contextOf(call, attempts, options);
  const facts: CallFailure =
    pausedMs > 0
      ? { ...context, reason: "long-wait", status: pausedBy, pausedMs, deadlineMs }
      : { ...context, reason: "no-turn", perSecond, deadlineMs };
  return { kind: "final", facts };
}

/** A reading that its deadline has ended, however well each of its calls went. */
function tooLong(call: Call, attempts: number, options: ClientOptions): CallFailure {
  const { deadlineMs } = options;
  return { ...contextOf(call, attempts, options), reason: "long-reading", deadlineMs };
}
