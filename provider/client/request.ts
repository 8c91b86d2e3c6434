import { EmailMarketingError } from "../errors/error";
import { attempt } from "./attempt";
import { type Clock, monotonicClock } from "./clock";
import type { Pace, PaceState, Turn } from "./pace";
import type { Path } from "./path";
import type { Failure, Success } from "./reply";
import { backoffMs, maySendAgain, type RetryPolicy } from "./retry";

/** One call of the service's interface. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly body?: object;
  readonly policy: RetryPolicy;
  /** True when an empty reply, or one with only a message, is enough: what the call did stands in its request. */
  readonly acknowledged?: boolean;
  /** Longest time of this call with its retries, where that is shorter than the client's. */
  readonly deadlineMs?: number;
}

/** What a client needs to know of its account. */
export interface ClientOptions {
  /** Address of the interface, without a trailing slash; asked for at the first call. */
  readonly address: () => string;
  /** The value of the `Authorization` header; asked for at the first call. */
  readonly authorization: () => string;
  /** Told to the user on a 401: where the key came from and what to do. */
  readonly keyAdvice: () => string;
  /** The setting that holds the address, for the sentences about a wrong one. */
  readonly addressSetting: string;
  /** Taken out of every message. */
  readonly keys: readonly string[];
  readonly pace: Pace;
  /** Longest time of one try. */
  readonly timeoutMs: number;
  /** Longest time of a call with its retries. */
  readonly deadlineMs: number;
  /** Told about every try; has no key, body or contact data. */
  readonly log?: (event: CallEvent) => void;
  /** Told when a call waits for 5 seconds or longer. */
  readonly announce?: (sentence: string) => void;
  /** Told the time by the service's clock, with every reply that names it. */
  readonly onDate?: (date: Date) => void;
  readonly clock?: Clock;
}

/** One try of a call, as the log sees it. */
export interface CallEvent {
  readonly method: string;
  readonly route: string;
  readonly attempt: number;
  readonly status?: number;
  /** The error code of a try that failed. */
  readonly fault?: string;
  readonly durationMs: number;
  /** How long the next try waits. */
  readonly waitMs?: number;
  /** The pace after this try. */
  readonly pace: PaceState;
}

/** A client of one interface of one account. */
export interface Client {
  /** Sends a call, with its retries, and gives the decoded body of a good reply: `{}` when it was empty. */
  send(call: Call): Promise<Record<string, unknown>>;
}

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
        const mayRepeat = maySendAgain(call.policy, outcome.fault);
        if (!mayRepeat || clock.now() + waitMs > until)
          throw isOpen ? stillOpen(outcome.error) : outcome.error;
        if (waitMs >= announcedFromMs) {
          const seconds = Math.ceil(waitMs / 1000);
          options.announce?.(`waiting ${seconds} s before the next try: ${outcome.error.message}`);
        }
        // After a refusal it is the pace that waits, for this call and every other one.
        if (outcome.fault !== "refused") await clock.sleep(waitMs);
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
      turn.lost();
      throw error;
    },
  );
  const waitMs = settle(turn, outcome, tries);
  const failed = "fault" in outcome;
  const status = failed ? outcome.error.status : outcome.status;
  options.log?.({
    method: call.method,
    route: call.path.route,
    attempt: tries,
    durationMs: Math.round(clock.now() - startedAt),
    pace: pace.state(),
    ...(status === undefined ? {} : { status }),
    ...(failed ? { fault: outcome.error.code, waitMs: Math.round(waitMs) } : {}),
  });
  return { outcome, waitMs };
}

/** Ends a turn; gives how long a next try waits. */
function settle(turn: Turn, outcome: Success | Failure, tries: number): number {
  if (!("fault" in outcome)) {
    turn.accepted();
    return 0;
  }
  const { fault, error, waitMs = 0 } = outcome;
  if (fault === "refused") return turn.refused(waitMs);
  const isAnswered = error.status !== undefined && error.status < 500;
  if (isAnswered) turn.accepted();
  else turn.lost();
  return fault === "final" ? 0 : Math.max(waitMs, backoffMs(tries));
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
    return { fault: "final", error };
  }
  const pace = `${perSecond.toFixed(1)} requests a second`;
  const sentence = `its turn did not come within the deadline of ${seconds} s, at ${pace} (${method} ${path.route}). ${next}`;
  return { fault: "final", error: new EmailMarketingError("timeout", sentence, known) };
}
