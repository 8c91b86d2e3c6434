import type { Clock } from "./clock";
import { createRate } from "./rate";
import { createRefusal } from "./refusal";

/** What may be sent when: a token bucket whose rate and calls in flight adapt to what the service takes. */
export interface Allowance {
  /** When the next turn is due; never, while only the end of another call can tell. */
  due(): number;
  /** Takes a turn; gives its number. */
  spend(): number;
  /** A call ended without a word about the limit. */
  end(): void;
  /** The service took a call; `isShort` while others wait for the next turn to be due. */
  accept(number: number, isShort: boolean): void;
  /** The service refused a call. */
  refuse(number: number, retryAfterMs: number): void;
  /** From now on at most so many calls a second. */
  lower(most: number): void;
  /** A reply that is no refusal wants nothing more for so long. */
  pause(ms: number): void;
  perSecond(): number;
  inFlight(): number;
  /** Until when nobody is sent, since a reply asked for it. */
  pausedUntil(): number;
}

/** In the first second, while the burst is on its way, neither the rate nor the calls in flight rise. */
const firstSecondMs = 1000;
/** Calls in flight at first: so many can a limit refuse at once that nobody knows yet. */
const firstInFlight = 2;
/** So many accepted calls let one more be in flight. */
const acceptedForOneMore = 8;
/** For so long it is remembered when calls were taken. */
const rememberedMs = 10_000;

/** An allowance of at most so many calls a second. */
export function createAllowance(most: number, clock: Clock, random: () => number): Allowance {
  const rate = createRate(most);
  const refusal = createRefusal(clock, random);
  let tokens = rate.burst();
  let filledAt = clock.now();
  let firstAt: number | undefined;
  let takenAt: number[] = [];
  let inFlight = 0;
  let mayFly = firstInFlight;
  let given = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const waitsUntil = () => Math.max(pausedUntil, refusal.pausedUntil());

  return {
    due() {
      const now = clock.now();
      tokens = Math.min(rate.burst(), tokens + ((now - filledAt) / 1000) * rate.perSecond());
      filledAt = now;
      if (inFlight >= Math.floor(mayFly)) return Number.POSITIVE_INFINITY;
      const earnedAt = tokens >= 1 ? now : now + ((1 - tokens) / rate.perSecond()) * 1000;
      return Math.max(waitsUntil(), earnedAt);
    },
    spend() {
      tokens -= 1;
      inFlight += 1;
      given += 1;
      firstAt ??= clock.now();
      return given;
    },
    end() {
      inFlight -= 1;
    },
    accept(number, isShort) {
      const now = clock.now();
      inFlight -= 1;
      takenAt = [...takenAt.filter((at) => at > now - rememberedMs), now];
      if (refusal.end(number)) mayFly = firstInFlight;
      if (now - (firstAt ?? now) < firstSecondMs) return;
      mayFly += 1 / acceptedForOneMore;
      if (isShort) rate.rise(now);
    },
    refuse(number, retryAfterMs) {
      const now = clock.now();
      inFlight -= 1;
      const isFirst = !refusal.isOn();
      if (!refusal.begin({ number, given, retryAfterMs })) return;
      if (isFirst) rate.fall(now, leastLimit(takenAt, now));
      // One call tries whether the service takes calls again.
      mayFly = 1;
      tokens = 0;
    },
    lower: (bound) => rate.lower(bound),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    },
    perSecond: () => rate.perSecond(),
    inFlight: () => inFlight,
    pausedUntil: waitsUntil,
  };
}

/**
 * The limit that a service has at least, which took calls at these times: in a time it takes what the time brings, and
 * what it had saved up before, a second's worth.
 */
function leastLimit(takenAt: readonly number[], now: number): number {
  const limits = takenAt.map((at, index) => (takenAt.length - index) / (1 + (now - at) / 1000));
  return Math.max(0, ...limits);
}
