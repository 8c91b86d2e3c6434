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
    async send(call) {
      const until =
        clock.now() + Math.min(options.deadlineMs, call.deadlineMs ?? options.deadlineMs);
      // What an earlier try may have done stays open, however surely the last one did nothing.
      let isOpen = false;
      for (let tries = 1; ; tries += 1) {
        const { outcome, waitMs } = await oneTry(call, { tries, until }, options);
        if ("body" in outcome) return outcome.body;
        isOpen ||= outcome.facts.ambiguous;
        const mayRepeat = maySendAgain(call.policy, outcome.kind);
        if (!mayRepeat || clock.now() + waitMs > until) {
          throw callError({ ...outcome.facts, ambiguous: isOpen });
        }
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
  if (!("kind" in outcome)) {
    turn.accept();
    return 0;
  }
  const { kind, facts, waitMs = 0 } = outcome;
  if (kind === "refused") return turn.refuse(waitMs);
  const isAnswered = facts.status !== undefined && facts.status < 500;
  if (isAnswered) turn.accept();
  else turn.release();
  return kind === "final" ? 0 : Math.max(waitMs, backoffMs(tries));
}

/** A call whose deadline comes before its turn: after a refusal with a long wait, or behind too many others. */
function noTurn(call: Call, attempts: number, options: ClientOptions): Failure {
  const { deadlineMs } = options;
  const { pausedMs, perSecond } = options.pace.state();
  const context = contextOf(call, attempts, options);
  const facts: CallFailure =
    pausedMs > 0
      ? { ...context, reason: "long-wait", status: 429, pausedMs, deadlineMs }
      : { ...context, reason: "no-turn", perSecond, deadlineMs };
  return { kind: "final", facts };
}
