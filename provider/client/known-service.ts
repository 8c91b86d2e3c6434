import type { CallFailure } from "../errors/call-error";
import type { Clock } from "./rate-limiter";

/**
 * Records, for one API, whether the service itself (not a proxy) has responded, and how far its clock is ahead. The
 * clients that one account has for the API share this record.
 */
export type KnownService = ReturnType<typeof createKnownService>;

/** The headers of a response, and the times of the request and the response by this machine's clock. */
export interface DatedResponse {
  readonly headers: ReadonlyMap<string, string>;
  readonly sentAt: number;
  readonly respondedAt: number;
}

/** The largest clock difference to ignore, because the Date header has whole seconds and a response takes time. */
export const tolerableSkewMs = 60_000;

export function createKnownService() {
  let hasResponded = false;
  let hasShownTime = false;
  let aheadMs: number | undefined;
  return {
    note({ headers, sentAt, respondedAt }: DatedResponse): void {
      hasResponded = true;
      const dateMs = httpDateMs(headers.get("date") ?? "");
      if (dateMs === undefined) return;
      // A response without an age, or with the age 0, isn't from a cache.
      if (/^0+$/.test((headers.get("age") ?? "0").trim())) {
        hasShownTime = true;
        // The date has whole seconds, and the service wrote it between the request and the response.
        aheadMs = dateMs > respondedAt ? dateMs - respondedAt : Math.min(0, dateMs + 999 - sentAt);
        return;
      }
      // The response comes from a cache, so the service's current time is the time in the response or later.
      const leastMs = dateMs - respondedAt;
      if (leastMs > (aheadMs ?? 0)) aheadMs = leastMs;
    },
    hasResponded: () => hasResponded,
    /** True after a response with the service's current time, which a cached response doesn't have. */
    hasShownTime: () => hasShownTime,
    /** The smallest possible clock difference. Negative if the service's clock is behind this machine's clock. */
    aheadMs: () => aheadMs,
  };
}

/** Tracks how long an API hasn't responded, for all calls of an account, so that a preview waits for it only once. */
export type Outage = ReturnType<typeof createOutage>;

/** An outage is forgotten this long after its last attempt, because old attempts don't show the current situation. */
const forgottenAfterMs = 60_000;

export function createOutage({ now }: Pick<Clock, "now">) {
  let ongoing: { since: number; until: number; attempts: number; last: CallFailure } | undefined;
  let hasResponded = false;
  let isReported = false;
  const current = () =>
    ongoing && now() - ongoing.until <= forgottenAfterMs ? ongoing : undefined;
  return {
    /** Records the end of an attempt. `failure` is undefined if there was a response. */
    note(beganAt: number, failure: CallFailure | undefined): void {
      if (failure === undefined) {
        hasResponded = true;
        ongoing = undefined;
        return;
      }
      const { since = beganAt, attempts = 0 } = current() ?? {};
      if (attempts === 0) isReported = false;
      ongoing = { since, until: now(), attempts: attempts + 1, last: failure };
    },
    /** The current outage; undefined while the service responds, and after a minute without attempts. */
    state() {
      const known = current();
      return known && { ms: now() - known.since, attempts: known.attempts, last: known.last };
    },
    hasResponded: () => hasResponded,
    /** True for the first caller in an outage, so that the outage is reported once. */
    isFirstReport() {
      const isFirstReport = !isReported;
      isReported = true;
      return isFirstReport;
    },
  };
}

/** The three date formats of HTTP (RFC 9110, 5.6.7), all in UTC. */
const forms = [
  /^[a-z]{3}, (?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{6,9}, (?<day>\d{1,2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) +(?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/i,
];

export function httpDateMs(text: string, now: number = Date.now()): number | undefined {
  const found = forms.map((form) => form.exec(text.trim())).find((match) => match !== null);
  if (!found?.groups) return undefined;
  const { day, month, year = "", time } = found.groups;
  // A two-digit year stands for the latest year that is at most 50 years ahead.
  const latest = new Date(now).getUTCFullYear() + 50;
  const whole = year.length === 4 ? year : latest - ((latest - Number(year)) % 100);
  const instant = Date.parse(`${day} ${month} ${whole} ${time} GMT`);
  return Number.isNaN(instant) ? undefined : instant;
}
