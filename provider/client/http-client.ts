import {
  type CallFailure,
  callError,
  codeOf,
  isTemporary,
  retryNotice,
  sentOf,
} from "../errors/call-error";
import { EmailMarketingError, requireOwnError, type Sent } from "../errors/error";
import { attempt, contextOf } from "./attempt";
import type { Call, HttpClient, HttpClientOptions } from "./call";
import { fullJitterMs, type Permit } from "./rate-limiter";
import type { Success } from "./response";

const announcedFromMs = 5000;
/** How long to retry if nothing listens at a local address, because an emulator may still be starting. */
const localStartupMs = 2000;
/** The maximum age of the result of `beforeAttempt` when the request is sent. */
const maxCheckAgeMs = 2000;

/** Creates a client. Before the first call, the client reads neither the address nor the key, and sends nothing. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { rateLimiter, clock, outage, deadlineMs, timeoutMs, outageLimitMs } = options;
  let hasKeyWorked = false;

  async function send(call: Call): Promise<Record<string, unknown>> {
    const ownUntil = clock.now() + Math.min(deadlineMs, call.deadlineMs ?? deadlineMs);
    const until = Math.min(ownUntil, call.until ?? ownUntil);
    if (until <= clock.now()) throw callError(deadlineFailure(call, 0));
    // Stays "maybe" after an attempt that may have been carried out, even if the last attempt surely was not.
    let sent: Sent = "no";
    let lastComplete: CallFailure | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const permit = await permitFor(call, sent, until);
      if (permit === "done") return {};
      if (!permit) throw callError({ ...permitTimeout(call, attempts - 1), sent });
      const ongoing = outage.state();
      if (ongoing && ongoing.ms >= outageLimitMs()) {
        // Earlier attempts have already waited for `outageLimitMs`, so this call fails at once.
        permit.release();
        throw callError({ ...ongoing.last, ...contextOf(call, 0, options), outage: ongoing, sent });
      }
      const { outcome, waitMs } = await sendAttempt(call, permit, { attempts, until });
      if ("body" in outcome) {
        hasKeyWorked = true;
        return outcome.body;
      }
      if (call.policy !== "read" && sentOf(outcome) === "maybe") sent = "maybe";
      const isSafe = call.policy !== "at-most-once" || sentOf(outcome) === "no";
      const mayRepeat = isSafe && isTemporary(outcome) && attempts !== call.attempts;
      if (!mayRepeat || clock.now() + waitMs > until) {
        // An attempt that the deadline cut short says nothing about the service, so report the previous failure if
        // there is one. The extra millisecond allows for timers that fire early.
        const isCut = isTemporary(outcome) && clock.now() + 1 >= until;
        const alone = call.until === undefined ? outcome : deadlineFailure(call, attempts);
        const facts = isCut ? (lastComplete ?? alone) : outcome;
        throw callError({ ...withKeyAdvice(facts), sent });
      }
      lastComplete = outcome;
      if (waitMs >= announcedFromMs) announce(outcome, waitMs);
      // After a 429, the rate limiter makes this and other calls wait.
      if (outcome.reason !== "rate-limited") await clock.sleep(waitMs);
    }
  }

  /**
   * Returns a permit for the next attempt, "done" if no attempt is needed, or undefined if there is no permit before
   * the deadline. If the permit took long, calls `beforeAttempt` again.
   */
  async function permitFor({ beforeAttempt }: Call, sent: Sent, until: number) {
    if (!beforeAttempt) return rateLimiter.acquire(until);
    for (;;) {
      const next = await beforeAttempt().catch((error: unknown) => {
        if (sent === "no") throw error;
        // After an unconfirmed attempt, the error still says that the write is unconfirmed.
        const { code, message, details } = requireOwnError(error);
        throw new EmailMarketingError(code, message, { details, sent, cause: error });
      });
      if (next === "done") return next;
      const lookedAt = clock.now();
      const permit = await rateLimiter.acquire(until, "first");
      if (!permit || clock.now() - lookedAt <= maxCheckAgeMs) return permit;
      permit.release();
    }
  }

  async function sendAttempt(
    call: Call,
    permit: Permit,
    { attempts, until }: { readonly attempts: number; readonly until: number },
  ): Promise<{ readonly outcome: Success | CallFailure; readonly waitMs: number }> {
    const startedAt = clock.now();
    // Before the first response, the outage limit also limits an attempt. This limit is at least a second, because a
    // refusal of the connection may take that long.
    const leftMs = outageLimitMs() - (outage.state()?.ms ?? 0);
    const firstWordMs = outage.hasResponded() ? timeoutMs : Math.max(1000, leftMs);
    const longestMs = Math.min(timeoutMs, firstWordMs, until - startedAt);
    const limitMs = Math.max(1, Math.ceil(longestMs));
    const outcome = await attempt(call, { attempts, limitMs }, options).catch((error: unknown) => {
      permit.release();
      throw error;
    });
    const waitMs = endPermit(permit, outcome, attempts);
    const isFailed = "reason" in outcome;
    const isUnanswered = isFailed && ["network", "timeout"].includes(codeOf(outcome));
    const isSilent = isUnanswered && isTemporary(outcome);
    // A permanent failure without a response, such as an unknown host, neither begins nor ends an outage.
    if (isSilent || !isUnanswered) outage.note(startedAt, isSilent ? outcome : undefined);
    const { status } = outcome;
    options.log?.({
      method: call.method,
      route: call.route,
      attempt: attempts,
      durationMs: Math.round(clock.now() - startedAt),
      rateLimiter: rateLimiter.state(),
      ...(status === undefined ? {} : { status }),
      ...(isFailed ? { code: codeOf(outcome), waitMs: Math.round(waitMs) } : {}),
    });
    return isSilent ? giveUpAfterOutageLimit(outcome, waitMs) : { outcome, waitMs };
  }

  /** Lets the call retry until the outage limit. Then, adds the outage to the failure, which makes the failure final. */
  function giveUpAfterOutageLimit(outcome: CallFailure, waitMs: number) {
    const ongoing = outage.state();
    const isRefused = "causeCode" in outcome && outcome.causeCode === "ECONNREFUSED";
    const isDown = isRefused && !outcome.isProxied && options.isLocal();
    const leftMs = (isDown ? localStartupMs : outageLimitMs()) - (ongoing?.ms ?? 0);
    if (leftMs > 0) return { outcome, waitMs: Math.min(waitMs, leftMs) };
    return { outcome: { ...outcome, outage: ongoing }, waitMs: 0 };
  }

  /** Adds advice about a refused key. If the key has worked before and the path has an id, blames the id instead. */
  function withKeyAdvice(facts: CallFailure): CallFailure {
    if (facts.reason !== "key-refused") return facts;
    const isOfId = hasKeyWorked && facts.route.includes("{");
    return isOfId
      ? { ...facts, reason: "id-refused" }
      : { ...facts, keyAdvice: options.keyAdvice() };
  }

  /** Announces a wait. Announces an outage only once, and only if calls are retried until their deadlines. */
  function announce(facts: CallFailure, waitMs: number): void {
    const isOwnWait = facts.retryAfterMs === undefined && facts.reason !== "rate-limited";
    const isUnanswered = facts.status === undefined;
    if (isUnanswered && (Number.isFinite(outageLimitMs()) || !outage.isFirstReport())) return;
    options.announce(retryNotice(facts, isOwnWait ? { deadlineMs } : { waitMs }));
  }

  /** The failure of a call that gets no permit before its deadline, because calls are paused or too many are ahead. */
  function permitTimeout(call: Call, attempts: number): CallFailure {
    const { pausedMs, pausedBy = 429 } = rateLimiter.state();
    const facts = deadlineFailure(call, attempts);
    return pausedMs > 0 ? { ...facts, reason: "long-wait", status: pausedBy, pausedMs } : facts;
  }

  /** The failure of a call because of its deadline, or of the deadline for reading all pages. */
  function deadlineFailure(call: Call, attempts: number): CallFailure<"late"> {
    return { ...contextOf(call, attempts, options), reason: "late", deadlineMs };
  }

  return { send, deadline: () => clock.now() + deadlineMs };
}

/** Ends the permit, and returns the milliseconds to wait before the next attempt. */
function endPermit(permit: Permit, outcome: Success | CallFailure, attempts: number): number {
  const isFailure = "reason" in outcome;
  const { status, retryAfterMs = 0 } = outcome;
  if (isFailure && outcome.reason === "rate-limited") return permit.throttle(retryAfterMs);
  // Honor Retry-After with any status.
  if (retryAfterMs > 0) permit.pause(retryAfterMs, status ?? 200);
  // A failing server (5xx) or a proxy's refusal says nothing about the account's rate limit.
  const isOfProxy = isFailure && outcome.reason === "proxy-refused";
  const isAnswered = !isOfProxy && status !== undefined && status < 500;
  if (isAnswered) permit.accept();
  else permit.release();
  if (!isFailure || !isTemporary(outcome)) return 0;
  return Math.max(retryAfterMs, backoffMs(attempts));
}

const firstBackoffMs = 500;

/** The wait after `attempt` failed attempts. Not used after a 429, because then the rate limiter waits. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return fullJitterMs(attempt - 1, firstBackoffMs, random);
}
