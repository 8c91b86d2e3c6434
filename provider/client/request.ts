import { EmailMarketingError } from "../errors/error";
import { attempt } from "./attempt";
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
        isOpen ||= outcome.error.ambiguous;
        const mayRepeat = maySendAgain(call.policy, outcome.failure);
        if (!mayRepeat || clock.now() + waitMs > until)
          throw isOpen ? stillOpen(outcome.error) : outcome.error;
        if (waitMs >= announcedFromMs) {
          const seconds = Math.ceil(waitMs / 1000);
          options.announce?.(`waiting ${seconds} s before the next try: ${outcome.error.message}`);
        }
        // After a refusal it is the pace that waits, for this call and every other one.
        if (outcome.failure !== "refused") await clock.sleep(waitMs);
      }
    },
  };
}

function stillOpen(error: EmailMarketingError): EmailMarketingError {
  return new EmailMarketingError(error.code, error.message, { ...error, ambiguous: true });
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
  const failed = "failure" in outcome;
  const status = failed ? outcome.error.status : outcome.status;
  options.log?.({
    method: call.method,
    route: call.path.route,
    attempt: tries,
    durationMs: Math.round(clock.now() - startedAt),
    pace: pace.state(),
    ...(status === undefined ? {} : { status }),
    ...(failed ? { code: outcome.error.code, waitMs: Math.round(waitMs) } : {}),
  });
  return { outcome, waitMs };
}

/** Ends a turn; gives how long a next try waits. */
function endTurn(turn: Turn, outcome: Success | Failure, tries: number): number {
  if (!("failure" in outcome)) {
    turn.accept();
    return 0;
  }
  const { failure, error, waitMs = 0 } = outcome;
  if (failure === "refused") return turn.refuse(waitMs);
  const isAnswered = error.status !== undefined && error.status < 500;
  if (isAnswered) turn.accept();
  else turn.release();
  return failure === "final" ? 0 : Math.max(waitMs, backoffMs(tries));
}

/** A call whose deadline comes before its turn: after a refusal with a long wait, or behind too many others. */
function noTurn(call: Call, attempts: number, options: ClientOptions): Failure {
  const { method, path } = call;
  const { pausedMs, perSecond } = options.pace.state();
  const seconds = options.deadlineMs / 1000;
  const known = { method, route: path.route, attempts };
  const next = "Run again later, or raise emailmarketing:deadlineSeconds.";
  if (pausedMs > 0) {
    const sentence =
      `the service asked for a wait of ${Math.ceil(pausedMs / 1000)} s, beyond the deadline of ${seconds} s ` +
      `(429, ${method} ${path.route}). ${next}`;
    const error = new EmailMarketingError("rate-limit", sentence, { ...known, status: 429 });
    return { failure: "final", error };
  }
  const pace = `${perSecond.toFixed(1)} requests a second`;
  const sentence = `its turn did not come within the deadline of ${seconds} s, at ${pace} (${method} ${path.route}). ${next}`;
  return { failure: "final", error: new EmailMarketingError("timeout", sentence, known) };
}
