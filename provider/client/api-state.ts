import { setTimeout as sleep } from "node:timers/promises";
import type { CallFailure } from "../errors/call-error";

/** The clock for waits and deadlines. Tests pass a simulated one. */
export interface Clock {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Calls `act` once after the delay. Returns a function that cancels it. */
  readonly after: (ms: number, act: () => void) => () => void;
}

export const monotonicClock: Clock = {
  now: () => performance.now(),
  sleep,
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** What an account's clients share for one API. The APIs are separate servers, each with its own rate limit. */
export type ApiState = Readonly<ReturnType<typeof createApiState>>;

export function createApiState(requestsPerSecond: number) {
  return {
    rateLimiter: createRateLimiter(requestsPerSecond),
    outage: { hasResponded: false, isReported: false } as Outage,
    service: { hasResponded: false, hasShownTime: false } as KnownService,
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** The permit to send one attempt. When the attempt is over, call `accept`, `throttle` or `release`. */
export type Permit = NonNullable<Awaited<ReturnType<RateLimiter["acquire"]>>>;

interface Waiter {
  readonly until: number;
  readonly isFirst: boolean;
  readonly resolve: (permit: Permit | undefined) => void;
}

const startPerSecond = 20;
const startBurst = 10;
/** The rate doesn't rise in the first second, because calls of the first burst may still be in flight. */
const firstSecondMs = 1000;
/** Only this share of the maximum rate is used, because a delayed call may arrive in the same second as later calls. */
const belowBound = 0.98;
const firstPauseMs = 3000;
const maxWaitMs = 30_000;

/** A random wait: exponential backoff with full jitter. `failures` counts earlier failures. */
export function fullJitterMs(failures: number, firstMs: number, random: () => number): number {
  return random() * Math.min(maxWaitMs, firstMs * 2 ** failures);
}

/**
 * A token bucket of at most `most` calls per second. The rate rises with accepted calls until a refusal (status 429).
 *
 * A refusal pauses all calls. After the pause, one call is sent alone, and the other calls wait for its result. The
 * first of several refusals in a row also halves the rate, and the rate never rises again.
 */
export function createRateLimiter(
  most: number,
  { clock = monotonicClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
) {
  let bound = Number.POSITIVE_INFINITY;
  let perSecond = startPerSecond;
  let tokens = Number.POSITIVE_INFINITY;
  let filledAt = clock.now();
  let firstAt = Number.POSITIVE_INFINITY;
  let given = 0;
  let inFlight = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pausedBy = 429;
  /** The number of refusals in a row. Counts only calls that were sent after the previous pause began. */
  let refusals = 0;
  /** The latest call's number when `refusals` last rose, or 0. Calls up to it were sent before, so they don't count. */
  let lastBefore = 0;
  let waiting: Waiter[] = [];
  let stopTimer: (() => void) | undefined;

  /** The normal burst is small, because it only compensates for late timers. Calls are otherwise spaced evenly. */
  const burst = () => 1 + perSecond / 20;
  const pausedMs = () => Math.max(0, pausedUntil - clock.now());

  /** Lowers the maximum calls per second. The lowest maximum that any caller has set applies. */
  function lower(lowerMost: number): void {
    bound = Math.min(bound, Math.max(1, lowerMost * belowBound));
    perSecond = Math.min(perSecond, bound);
    // With these tokens, the calls of the first second exceed the maximum by at most one normal burst.
    tokens = Math.min(tokens, Math.max(burst(), Math.min(startBurst, bound - perSecond)));
  }

  function pause(ms: number, status: number): void {
    pausedBy = status;
    pausedUntil = Math.max(pausedUntil, clock.now() + ms);
  }

  /** The next permit's time. Infinity while a call is in flight after a refusal, because others wait for its result. */
  function due(): number {
    const now = clock.now();
    const full = Math.max(tokens, burst());
    tokens = Math.min(full, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (refusals > 0 && inFlight > 0) return Number.POSITIVE_INFINITY;
    const waitMs = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000;
    return Math.max(pausedUntil, now + waitMs);
  }

  /** Grants due permits, and sets a timer for the next. A call whose deadline is within the pause gets no permit. */
  function serve(): void {
    stopTimer?.();
    // A call whose deadline has passed gets no permit, even if one is due.
    const vainBefore = Math.max(clock.now(), pausedUntil);
    const before = waiting;
    waiting = [];
    for (const one of before) {
      if (one.until < vainBefore) one.resolve(undefined);
      else waiting.push(one);
    }
    while (waiting.length > 0 && due() <= clock.now()) waiting.shift()?.resolve(permit());
    if (waiting.length === 0) return;
    const next = Math.min(due(), ...waiting.map(({ until }) => until + 1));
    stopTimer = clock.after(Math.max(1, Math.ceil(next - clock.now())), serve);
  }

  function end(): void {
    inFlight -= 1;
    serve();
  }

  function permit() {
    tokens -= 1;
    firstAt = Math.min(firstAt, clock.now());
    inFlight += 1;
    given += 1;
    const number = given;
    return {
      /** Ends the permit after a response that is no refusal by the rate limit, such as status 200 or 400. */
      accept(): void {
        if (number > lastBefore) refusals = 0;
        const isRising = lastBefore === 0 && clock.now() - firstAt >= firstSecondMs;
        if (isRising) perSecond = Math.min(bound, perSecond + 1);
        end();
      },
      /** Ends the permit after status 429, which may ask for a wait. Returns the milliseconds until the pause ends. */
      throttle(retryAfterMs = 0): number {
        // Refusals of calls that were in flight together count as one.
        const isNew = number > lastBefore;
        // The pause has a random minimum if the service asked for no wait, or refused the call after a pause, too.
        // The range of this minimum grows with the number of refusals in a row.
        const isAdvised = retryAfterMs > 0 && refusals === 0;
        const ownMs = isNew && !isAdvised ? fullJitterMs(refusals, firstPauseMs, random) : 0;
        pause(Math.max(retryAfterMs, ownMs), 429);
        if (isNew) {
          // If the single call after a pause is refused too, don't halve the rate again.
          if (refusals === 0) perSecond = Math.max(1, perSecond / 2);
          tokens = 0;
          refusals += 1;
          lastBefore = given;
        }
        end();
        return pausedMs();
      },
      /** Ends the permit if no attempt was made, or if its outcome says nothing about the rate limit. */
      release: end,
      /** Pauses all calls, because a response with this status asked for it. The caller must still end its permit. */
      pause,
    };
  }

  lower(most);
  return {
    /**
     * Waits for a permit, first come, first served; undefined if there is none by the time `until`. A call with `first`
     * overtakes calls without it, because the result of `beforeAttempt` is valid only briefly.
     */
    acquire: (until: number, first?: "first") =>
      new Promise<ReturnType<typeof permit> | undefined>((resolve) => {
        const isFirst = first !== undefined;
        const behind = isFirst ? waiting.findIndex((one) => !one.isFirst) : -1;
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { until, isFirst, resolve });
        serve();
      }),
    lower,
    state: () => ({
      perSecond,
      pausedMs: pausedMs(),
      ...(pausedMs() > 0 ? { pausedBy } : {}),
      inFlight,
      waiting: waiting.length,
    }),
  };
}

/** The headers of a response, and the times of the request and the response by this machine's clock. */
export interface DatedResponse {
  readonly headers: ReadonlyMap<string, string>;
  readonly sentAt: number;
  readonly respondedAt: number;
}

/** The largest clock difference to ignore, because the Date header has whole seconds and a response takes time. */
export const tolerableSkewMs = 60_000;

/** Whether the service itself (not a proxy) has responded, and how far its clock is ahead. */
export interface KnownService {
  hasResponded: boolean;
  /** True after a response with the service's current time, which a cached response doesn't have. */
  hasShownTime: boolean;
  /** The smallest possible clock difference. Negative if the service's clock is behind this machine's clock. */
  aheadMs?: number;
}

export function noteResponse(
  service: KnownService,
  { headers, sentAt, respondedAt }: DatedResponse,
): void {
  service.hasResponded = true;
  const dateMs = httpDateMs(headers.get("date") ?? "");
  if (dateMs === undefined) return;
  const leastMs = dateMs - respondedAt;
  // A response without an age, or with the age 0, isn't from a cache.
  if (/^0+$/.test((headers.get("age") ?? "0").trim())) {
    service.hasShownTime = true;
    // The service wrote the date (in whole seconds) between request and response. Use the smallest difference possible.
    service.aheadMs = leastMs > 0 ? leastMs : Math.min(0, dateMs + 999 - sentAt);
    return;
  }
  // The response comes from a cache, so the service's current time is the time in the response or later.
  if (leastMs > (service.aheadMs ?? 0)) service.aheadMs = leastMs;
}

/** An outage is forgotten this long after its last attempt, because old attempts don't show the current situation. */
const forgottenAfterMs = 60_000;

/** How long an API hasn't responded, so that a preview waits for it only once. */
export interface Outage {
  /** True after any response but a proxy's refusal. In `KnownService`, only a response of the service itself counts. */
  hasResponded: boolean;
  isReported: boolean;
  ongoing?: { since: number; until: number; attempts: number; last: CallFailure } | undefined;
}

/** The outage at the time `now`; undefined while the service responds, and after a minute without attempts. */
export function outageAt({ ongoing }: Outage, now: number) {
  return ongoing && now - ongoing.until <= forgottenAfterMs
    ? { ...ongoing, ms: now - ongoing.since }
    : undefined;
}

/** Records an attempt that ended at the time `now`. `failure` is undefined if there was a response. */
export function noteAttempt(
  outage: Outage,
  beganAt: number,
  now: number,
  failure: CallFailure | undefined,
): void {
  if (failure === undefined) {
    outage.hasResponded = true;
    outage.ongoing = undefined;
    return;
  }
  const { since = beganAt, attempts = 0 } = outageAt(outage, now) ?? {};
  if (attempts === 0) outage.isReported = false;
  outage.ongoing = { since, until: now, attempts: attempts + 1, last: failure };
}

/** The three date formats of HTTP (RFC 9110, 5.6.7), all in UTC. */
const forms = [
  /^[a-z]{3}, (?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{6,9}, (?<day>\d{1,2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) +(?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/i,
];

export function httpDateMs(text: string, now: number = Date.now()): number | undefined {
  let found: Record<string, string> | undefined;
  for (const form of forms) found ??= form.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const { day, month, year = "", time } = found;
  // A two-digit year stands for the latest year that is at most 50 years ahead.
  const latest = new Date(now).getUTCFullYear() + 50;
  const whole = year.length === 4 ? year : latest - ((latest - Number(year)) % 100);
  const instant = Date.parse(`${day} ${month} ${whole} ${time} GMT`);
  return Number.isNaN(instant) ? undefined : instant;
}
