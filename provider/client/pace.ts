import { type Clock, monotonicClock } from "./clock";
import { createRate } from "./rate";
import { fullJitterMs } from "./retry";

/** The right to send one call; it ends with one word on how the service took the call. */
export interface Turn {
  /** The service answered and did not refuse: there may be room for more. */
  accepted(): void;
  /** The service refused (429), perhaps with a wait; gives the milliseconds until anyone is sent again. */
  refused(retryAfterMs?: number): number;
  /** No answer that tells anything about the limit. */
  lost(): void;
}

/** The pace at one moment, for the debug log. */
export interface PaceState {
  /** Requests a second. */
  readonly perSecond: number;
  /** For how long nobody is sent, after a refusal. */
  readonly pausedMs: number;
  readonly inFlight: number;
  readonly waiting: number;
}

/** How fast one account may be called, shared by all calls of the process. */
export interface Pace {
  /**
   * Waits for a turn, in the order of asking; undefined when none can come until then, told at once where
   * that is clear at once.
   */
  take(until: number): Promise<Turn | undefined>;
  state(): PaceState;
}

/** What a simulation replaces. */
export interface PaceOptions {
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** In the first second, while the burst is on its way, neither the rate nor the calls in flight rise. */
const firstSecondMs = 1000;
/** Calls in flight at first: so many can a limit refuse at once that nobody knows yet. */
const firstInFlight = 2;
/** So many accepted calls let one more be in flight. */
const acceptedForOneMore = 8;
const firstPauseMs = 3000;
/** For so long it is remembered when calls were taken. */
const rememberedMs = 10_000;

interface Waiter {
  readonly until: number;
  readonly resolve: (turn: Turn | undefined) => void;
}

/**
 * A token bucket whose rate adapts to what the service takes. A refusal pauses everybody, for as long as the service
 * asks, else with full jitter; then a single call tries first, and the others follow its success.
 */
export function createPace(
  most: number,
  { clock = monotonicClock, random = Math.random }: PaceOptions = {},
): Pace {
  const rate = createRate(most);
  const refusal = createRefusal(clock, random);
  let waiting: Waiter[] = [];
  let takenAt: number[] = [];
  let tokens = rate.burst();
  let filledAt = clock.now();
  let firstAt: number | undefined;
  let inFlight = 0;
  let given = 0;
  let mayFly = firstInFlight;
  let isShort = false;
  let stopTimer = () => {};

  /** When the next turn is due; never, while only the end of another call can tell. */
  function due(): number {
    const now = clock.now();
    tokens = Math.min(rate.burst(), tokens + ((now - filledAt) / 1000) * rate.perSecond());
    filledAt = now;
    if (inFlight >= Math.floor(mayFly)) return Number.POSITIVE_INFINITY;
    const earnedAt = tokens >= 1 ? now : now + ((1 - tokens) / rate.perSecond()) * 1000;
    return Math.max(refusal.pausedUntil(), earnedAt);
  }

  /** Gives every turn that is due, ends every wait that is in vain, and comes back when the next may be. */
  function serve(): void {
    stopTimer();
    while (waiting.length > 0 && due() <= clock.now()) give(waiting.shift());
    const vainBefore = Math.max(clock.now(), refusal.pausedUntil());
    for (const { until, resolve } of waiting) if (until < vainBefore) resolve(undefined);
    waiting = waiting.filter(({ until }) => until >= vainBefore);
    isShort = waiting.length > 0 && due() < Number.POSITIVE_INFINITY;
    if (waiting.length === 0) return;
    const next = Math.min(due(), ...waiting.map(({ until }) => until + 1));
    stopTimer = clock.after(Math.max(1, Math.ceil(next - clock.now())), serve);
  }

  function give(waiter: Waiter | undefined): void {
    tokens -= 1;
    inFlight += 1;
    given += 1;
    firstAt ??= clock.now();
    waiter?.resolve(turn(given, isShort));
  }

  function turn(number: number, wasShort: boolean): Turn {
    const end = (word: () => void) => {
      inFlight -= 1;
      word();
      serve();
    };
    return {
      accepted: () => end(() => accept(number, wasShort)),
      refused(retryAfterMs = 0) {
        end(() => refuse(number, retryAfterMs));
        return Math.max(0, refusal.pausedUntil() - clock.now());
      },
      lost: () => end(() => {}),
    };
  }

  function accept(number: number, wasShort: boolean): void {
    const now = clock.now();
    takenAt.push(now);
    takenAt = takenAt.filter((at) => at > now - rememberedMs);
    if (refusal.over(number)) mayFly = firstInFlight;
    if (now - (firstAt ?? now) < firstSecondMs) return;
    mayFly += 1 / acceptedForOneMore;
    if (wasShort) rate.rise(now);
  }

  function refuse(number: number, retryAfterMs: number): void {
    const now = clock.now();
    const isFirst = !refusal.isOn();
    if (refusal.told({ number, given, retryAfterMs })) {
      if (isFirst) rate.fall(now, leastLimit(takenAt, now));
      mayFly = 1;
      tokens = 0;
    }
  }

  return {
    take: (until) =>
      new Promise((resolve) => {
        waiting.push({ until, resolve });
        serve();
      }),
    state: () => ({
      perSecond: rate.perSecond(),
      pausedMs: Math.max(0, refusal.pausedUntil() - clock.now()),
      inFlight,
      waiting: waiting.length,
    }),
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

/** A 429 to one of the turns, `given` of which there have been so far. */
interface Told {
  readonly number: number;
  readonly given: number;
  readonly retryAfterMs: number;
}

/** The time from a 429 to the next call that the service takes. */
function createRefusal(clock: Clock, random: () => number) {
  let isOn = false;
  let level = 0;
  let lastBefore = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    isOn: () => isOn,
    pausedUntil: () => pausedUntil,
    /** Takes a 429 in; false for one of several calls that were under way together: they are one event. */
    told({ number, given, retryAfterMs }: Told): boolean {
      const isNew = number > lastBefore;
      // A service whose advice did not help, or is none, is asked ever more rarely.
      const isAdvised = retryAfterMs > 0 && !isOn;
      const ownMs = isNew && !isAdvised ? fullJitterMs(level, firstPauseMs, random) : 0;
      pausedUntil = Math.max(pausedUntil, clock.now() + Math.max(retryAfterMs, ownMs));
      if (!isNew) return false;
      isOn = true;
      level += 1;
      lastBefore = given;
      return true;
    },
    /** Takes in that the service took a turn; true when that ends a refusal. */
    over(number: number): boolean {
      if (!isOn || number <= lastBefore) return false;
      isOn = false;
      level = Math.max(0, level - 2);
      return true;
    },
  };
}
