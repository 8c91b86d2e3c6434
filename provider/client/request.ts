import { callError, codeOf, mayPass, retryNotice, sentOf } from "../errors/call-error";
import type { CallFailure, Sent } from "../errors/call-failure";
import { EmailMarketingError, ownError } from "../errors/error";
import { attempt, contextOf } from "./attempt";
import type { Call, Client, ClientOptions } from "./call";
import { createSilence } from "./known-service";
import { monotonicClock, type Turn } from "./pace";
import type { Success } from "./reply";
import { backoffMs, maySendAgain } from "./retry";

const announcedFromMs = 5000;
/** An emulator that was just started needs no longer before it listens. */
const longestLocalSilenceMs = 2000;
/** How old a look may be when its call is sent. */
const longestSinceLookMs = 2000;

type Filled = ClientOptions & Required<Pick<ClientOptions, "clock" | "silence">>;

/** Makes a client; nothing is resolved or sent before the first call. */
export function createClient(given: ClientOptions): Client {
  const { clock = monotonicClock, silence = createSilence(clock) } = given;
  const options: Filled = { ...given, clock, silence };
  let hasKeyWorked = false;
  return {
    deadline: () => clock.now() + options.deadlineMs,
    async send(call) {
      const ownUntil =
        clock.now() + Math.min(options.deadlineMs, call.deadlineMs ?? options.deadlineMs);
      const until = Math.min(ownUntil, call.until ?? ownUntil);
      if (until <= clock.now()) throw callError(late(call, 0, options));
      // What an earlier try may have done stays unconfirmed, however surely the last one did nothing.
      let sent: Sent = "no";
      let uncut: CallFailure | undefined;
      for (let tries = 1; ; tries += 1) {
        const turn = await turnFor(call, { sent, until }, options);
        if (turn === "done") return {};
        const { outcome, waitMs } = await oneTry(call, { turn, tries, until }, options);
        if ("body" in outcome) {
          hasKeyWorked = true;
          return outcome.body;
        }
        // Of a try that was not made, the reason is that of an earlier call.
        const wasSent = outcome.attempts === tries;
        if (wasSent && call.policy !== "read" && sentOf(outcome) === "maybe") sent = "maybe";
        const mayRepeat = tries !== call.tries && maySendAgain(call.policy, outcome);
        if (!mayRepeat || clock.now() + waitMs > until) {
          // A try that the deadline has cut short tells nothing about the service; one before it may. A timer may be early.
          const isCut = mayPass(outcome) && clock.now() + 1 >= until;
          const alone = call.until === undefined ? outcome : late(call, tries, options);
          const facts = isCut ? (uncut ?? alone) : outcome;
          throw callError({ ...blamed(facts, hasKeyWorked, options), sent });
        }
        uncut = outcome;
        if (waitMs >= announcedFromMs) announce(outcome, waitMs, options);
        // After a refusal it is the pace that waits, for this call and every other one.
        if (outcome.reason !== "rate-limited") await clock.sleep(waitMs);
      }
    },
  };
}

/** A key that has worked is refused for one id: then it isn't the key that is wrong. */
function blamed(facts: CallFailure, hasKeyWorked: boolean, options: ClientOptions): CallFailure {
  if (facts.reason !== "key-refused") return facts;
  const isOfId = hasKeyWorked && facts.route.includes("{");
  return isOfId
    ? { ...facts, reason: "id-refused" }
    : { ...facts, keyAdvice: options.keyAdvice?.() };
}

/** A turn for the next try, or that none is needed. A call that looks first does so again if its turn was long in coming. */
async function turnFor(
  call: Call,
  { sent, until }: { readonly sent: Sent; readonly until: number },
  { pace, clock }: Filled,
): Promise<Turn | "done" | undefined> {
  if (!call.beforeTry) return pace.take(until);
  for (;;) {
    if (await isDone(call, sent)) return "done";
    const lookedAt = clock.now();
    const turn = await pace.take(until, "first");
    // A slow pace alone is no reason: the next turn would come as late.
    const longestMs = Math.max(longestSinceLookMs, 2000 / pace.state().perSecond);
    if (!turn || clock.now() - lookedAt <= longestMs) return turn;
    turn.release();
  }
}

/** Whether there is nothing more to send; where an earlier try is unconfirmed, an error of the look leaves it so. */
async function isDone({ beforeTry }: Call, sent: Sent): Promise<boolean> {
  try {
    return (await beforeTry?.()) === "done";
  } catch (error) {
    if (sent === "no") throw error;
    const { code, message, details } = ownError(error);
    throw new EmailMarketingError(code, message, { details, sent, cause: error });
  }
}

interface Tried {
  readonly outcome: Success | CallFailure;
  readonly waitMs: number;
}

async function oneTry(
  call: Call,
  {
    turn,
    tries,
    until,
  }: { readonly turn: Turn | undefined; readonly tries: number; readonly until: number },
  options: Filled,
): Promise<Tried> {
  const { pace, clock, silence } = options;
  if (!turn) return { outcome: noTurn(call, tries - 1, options), waitMs: 0 };
  const silent = silence.state();
  const patienceMs = patience(options) - (silent?.ms ?? 0);
  if (silent && patienceMs <= 0) {
    // All those before it have waited long enough.
    turn.release();
    return { outcome: { ...silent.last, ...contextOf(call, 0, options), silent }, waitMs: 0 };
  }
  const startedAt = clock.now();
  // The last try gets a moment, or it would end before a connection is refused.
  const firstWordMs = silence.hasReplied() ? options.timeoutMs : Math.max(1000, patienceMs);
  const longestMs = Math.min(options.timeoutMs, firstWordMs);
  const limitMs = Math.max(1, Math.ceil(Math.min(longestMs, until - startedAt)));
  const outcome = await attempt(call, { attempt: tries, limitMs }, options).catch(
    (error: unknown) => {
      turn.release();
      throw error;
    },
  );
  const waitMs = endTurn(turn, outcome, tries);
  const failed = "reason" in outcome;
  // Nothing has come back that the service sent.
  const isUnanswered = failed && ["network", "timeout"].includes(codeOf(outcome));
  const isSilent = isUnanswered && mayPass(outcome);
  // What no other try can change, such as an unknown host, is neither a reply nor a silence that may end.
  if (isSilent || !isUnanswered) silence.note(startedAt, isSilent ? outcome : undefined);
  const { status } = outcome;
  options.log?.({
    method: call.method,
    route: call.path.route,
    attempt: tries,
    durationMs: Math.round(clock.now() - startedAt),
    pace: pace.state(),
    ...(status === undefined ? {} : { status }),
    ...(failed ? { code: codeOf(outcome), waitMs: Math.round(waitMs) } : {}),
  });
  return isSilent ? patiently({ outcome, waitMs }, options) : { outcome, waitMs };
}

function patience({ longestSilenceMs }: ClientOptions): number {
  return longestSilenceMs?.() ?? Number.POSITIVE_INFINITY;
}

/** Goes on while the service may yet reply; else the failure is final, and says how much was tried. */
function patiently(
  { outcome, waitMs }: { readonly outcome: CallFailure; readonly waitMs: number },
  options: Filled,
): Tried {
  const silent = options.silence.state();
  const isRefused = "causeCode" in outcome && outcome.causeCode === "ECONNREFUSED";
  const isDown = isRefused && !outcome.isProxied && options.isLocal?.();
  const longestMs = isDown ? longestLocalSilenceMs : patience(options);
  const leftMs = longestMs - (silent?.ms ?? 0);
  if (leftMs > 0) return { outcome, waitMs: Math.min(waitMs, leftMs) };
  return { outcome: { ...outcome, silent }, waitMs: 0 };
}

/** A silent service is announced once, however many calls and tries meet it, and not at all where it fails soon. */
function announce(facts: CallFailure, waitMs: number, options: Filled): void {
  const isOwnWait = facts.retryAfterMs === undefined && facts.reason !== "rate-limited";
  const isSilent = facts.status === undefined;
  if (isSilent && (Number.isFinite(patience(options)) || !options.silence.isFirstReport())) return;
  const { deadlineMs } = options;
  options.announce?.(retryNotice(facts, isOwnWait ? { deadlineMs } : { waitMs }));
}

/** Ends a turn; gives how long a next try waits. */
function endTurn(turn: Turn, outcome: Success | CallFailure, tries: number): number {
  const isFailure = "reason" in outcome;
  const { status, retryAfterMs = 0 } = outcome;
  if (isFailure && outcome.reason === "rate-limited") return turn.refuse(retryAfterMs);
  // Whatever the reply says otherwise, who sends it wants no request before that.
  if (retryAfterMs > 0) turn.pause(retryAfterMs, status ?? 200);
  // A server that fails says nothing about the limit of the account, and neither does a proxy.
  const isOfService = !isFailure || outcome.reason !== "proxy-refused";
  const isAnswered = !isFailure || (isOfService && status !== undefined && status < 500);
  if (isAnswered) turn.accept();
  else turn.release();
  if (!isFailure || !mayPass(outcome)) return 0;
  return Math.max(retryAfterMs, backoffMs(tries));
}

/** A call whose deadline comes before its turn: after a refusal with a long wait, or behind too many others. */
function noTurn(call: Call, attempts: number, options: ClientOptions): CallFailure {
  const { pausedMs, pausedBy = 429 } = options.pace.state();
  const facts = late(call, attempts, options);
  return pausedMs > 0 ? { ...facts, reason: "long-wait", status: pausedBy, pausedMs } : facts;
}

/** A call whose deadline has come, or that of the reading that it is a part of, however well its other calls went. */
function late(call: Call, attempts: number, options: ClientOptions): CallFailure<"late"> {
  const { deadlineMs } = options;
  return { ...contextOf(call, attempts, options), reason: "late", deadlineMs };
}
