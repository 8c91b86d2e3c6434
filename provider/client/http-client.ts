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
  const { clock } = options;
  let hasKeyWorked = false;
  return {
    deadline: () => clock.now() + options.deadlineMs,
    async send(call) {
      const ownUntil =
        clock.now() + Math.min(options.deadlineMs, call.deadlineMs ?? options.deadlineMs);
      const until = Math.min(ownUntil, call.until ?? ownUntil);
      if (until <= clock.now()) throw callError(deadlineFailure(call, 0, options));
      // Stays "maybe" after an attempt that may have been carried out, even if the last attempt surely was not.
      let sent: Sent = "no";
      let lastComplete: CallFailure | undefined;
      for (let attempts = 1; ; attempts += 1) {
        const permit = await permitFor(call, { sent, until }, options);
        if (permit === "done") return {};
        const { outcome, waitMs } = await sendAttempt(call, { permit, attempts, until }, options);
        if ("body" in outcome) {
          hasKeyWorked = true;
          return outcome.body;
        }
        // If this attempt was never sent (no permit, or an outage), `outcome.attempts` is lower.
        const wasSent = outcome.attempts === attempts;
        if (wasSent && call.policy !== "read" && sentOf(outcome) === "maybe") sent = "maybe";
        const mayRepeat = attempts !== call.attempts && maySendAgain(call, outcome);
        if (!mayRepeat || clock.now() + waitMs > until) {
          // An attempt that the deadline cut short says nothing about the service, so report the previous failure if
          // there is one. The extra millisecond allows for timers that fire early.
          const isCut = isTemporary(outcome) && clock.now() + 1 >= until;
          const alone =
            call.until === undefined ? outcome : deadlineFailure(call, attempts, options);
          const facts = isCut ? (lastComplete ?? alone) : outcome;
          throw callError({ ...withKeyAdvice(facts, hasKeyWorked, options), sent });
        }
        lastComplete = outcome;
        if (waitMs >= announcedFromMs) announce(outcome, waitMs, options);
        // After a 429, the rate limiter makes this and other calls wait.
        if (outcome.reason !== "rate-limited") await clock.sleep(waitMs);
      }
    },
  };
}

function maySendAgain({ policy }: Call, failure: CallFailure): boolean {
  return isTemporary(failure) && (policy !== "at-most-once" || sentOf(failure) === "no");
}

/** Adds advice about a refused key. If the key has worked before and the path has an id, blames the id instead. */
function withKeyAdvice(
  facts: CallFailure,
  hasKeyWorked: boolean,
  options: HttpClientOptions,
): CallFailure {
  if (facts.reason !== "key-refused") return facts;
  const isOfId = hasKeyWorked && facts.route.includes("{");
  return isOfId ? { ...facts, reason: "id-refused" } : { ...facts, keyAdvice: options.keyAdvice() };
}

/**
 * Returns a permit for the next attempt, "done" if no attempt is needed, or undefined if there is no permit before the
 * deadline. If the permit took long, calls `beforeAttempt` again.
 */
async function permitFor(
  call: Call,
  { sent, until }: { readonly sent: Sent; readonly until: number },
  { rateLimiter, clock }: HttpClientOptions,
): Promise<Permit | "done" | undefined> {
  if (!call.beforeAttempt) return rateLimiter.acquire(until);
  for (;;) {
    if (await isDone(call, sent)) return "done";
    const lookedAt = clock.now();
    const permit = await rateLimiter.acquire(until, "first");
    if (!permit || clock.now() - lookedAt <= maxCheckAgeMs) return permit;
    permit.release();
  }
}

/** True if no more attempts are needed. An error after an unconfirmed attempt still marks the write as unconfirmed. */
async function isDone({ beforeAttempt }: Call, sent: Sent): Promise<boolean> {
  try {
    return (await beforeAttempt?.()) === "done";
  } catch (error) {
    if (sent === "no") throw error;
    const { code, message, details } = requireOwnError(error);
    throw new EmailMarketingError(code, message, { details, sent, cause: error });
  }
}

async function sendAttempt(
  call: Call,
  {
    permit,
    attempts,
    until,
  }: { readonly permit: Permit | undefined; readonly attempts: number; readonly until: number },
  options: HttpClientOptions,
): Promise<{ readonly outcome: Success | CallFailure; readonly waitMs: number }> {
  const { rateLimiter, clock, outage } = options;
  if (!permit) return { outcome: permitTimeout(call, attempts - 1, options), waitMs: 0 };
  const ongoing = outage.state();
  const remainingMs = options.outageLimitMs() - (ongoing?.ms ?? 0);
  if (ongoing && remainingMs <= 0) {
    // Earlier attempts have already waited for `outageLimitMs`, so this call fails at once.
    permit.release();
    return {
      outcome: { ...ongoing.last, ...contextOf(call, 0, options), outage: ongoing },
      waitMs: 0,
    };
  }
  const startedAt = clock.now();
  // Before the first response, the outage limit also limits an attempt. This limit is at least a second, because a
  // refusal of the connection may take that long.
  const firstWordMs = outage.hasResponded() ? options.timeoutMs : Math.max(1000, remainingMs);
  const longestMs = Math.min(options.timeoutMs, firstWordMs);
  const limitMs = Math.max(1, Math.ceil(Math.min(longestMs, until - startedAt)));
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
  return isSilent ? giveUpAfterOutageLimit({ outcome, waitMs }, options) : { outcome, waitMs };
}

/** Lets the call retry until the outage limit. Then, adds the outage to the failure, which makes the failure final. */
function giveUpAfterOutageLimit(
  { outcome, waitMs }: { readonly outcome: CallFailure; readonly waitMs: number },
  options: HttpClientOptions,
) {
  const ongoing = options.outage.state();
  const isRefused = "causeCode" in outcome && outcome.causeCode === "ECONNREFUSED";
  const isDown = isRefused && !outcome.isProxied && options.isLocal();
  const longestMs = isDown ? localStartupMs : options.outageLimitMs();
  const leftMs = longestMs - (ongoing?.ms ?? 0);
  if (leftMs > 0) return { outcome, waitMs: Math.min(waitMs, leftMs) };
  return { outcome: { ...outcome, outage: ongoing }, waitMs: 0 };
}

/** Announces a wait. Announces an outage only once, and only if calls are retried until their deadlines. */
function announce(facts: CallFailure, waitMs: number, options: HttpClientOptions): void {
  const isOwnWait = facts.retryAfterMs === undefined && facts.reason !== "rate-limited";
  const isUnanswered = facts.status === undefined;
  if (isUnanswered && (Number.isFinite(options.outageLimitMs()) || !options.outage.isFirstReport()))
    return;
  const { deadlineMs } = options;
  options.announce(retryNotice(facts, isOwnWait ? { deadlineMs } : { waitMs }));
}

/** Ends the permit, and returns the milliseconds to wait before the next attempt. */
function endPermit(permit: Permit, outcome: Success | CallFailure, attempts: number): number {
  const isFailure = "reason" in outcome;
  const { status, retryAfterMs = 0 } = outcome;
  if (isFailure && outcome.reason === "rate-limited") return permit.throttle(retryAfterMs);
  // Honor Retry-After with any status.
  if (retryAfterMs > 0) permit.pause(retryAfterMs, status ?? 200);
  // A failing server (5xx) or a proxy's refusal says nothing about the account's rate limit.
  const isOfService = !isFailure || outcome.reason !== "proxy-refused";
  const isAnswered = !isFailure || (isOfService && status !== undefined && status < 500);
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

/** The failure of a call that gets no permit before its deadline, because calls are paused or too many are ahead. */
function permitTimeout(call: Call, attempts: number, options: HttpClientOptions): CallFailure {
  const { pausedMs, pausedBy = 429 } = options.rateLimiter.state();
  const facts = deadlineFailure(call, attempts, options);
  return pausedMs > 0 ? { ...facts, reason: "long-wait", status: pausedBy, pausedMs } : facts;
}

/** The failure of a call because of its deadline, or of the deadline for reading all pages. */
function deadlineFailure(
  call: Call,
  attempts: number,
  options: HttpClientOptions,
): CallFailure<"late"> {
  const { deadlineMs } = options;
  return { ...contextOf(call, attempts, options), reason: "late", deadlineMs };
}
