import type { Clock } from "./clock";
import { fullJitterMs } from "./retry";

/** A 429 to one of the turns, of which `given` have been given so far. */
export interface Told {
  readonly number: number;
  readonly given: number;
  readonly retryAfterMs: number;
}

/** The time from a 429 to the next call that the service takes. */
export interface Refusal {
  /** Whether the service's last word was a refusal. */
  isOn(): boolean;
  /** Until when nobody is sent. */
  pausedUntil(): number;
  /** Takes a 429 in; false for one of several calls that were under way together: they are one event. */
  told(refused: Told): boolean;
  /** Takes in that the service took a turn; true when that ends the refusal. */
  over(number: number): boolean;
}

const firstPauseMs = 3000;

/** A refusal that pauses for as long as the service asks, else with full jitter, ever longer while it lasts. */
export function createRefusal(clock: Clock, random: () => number): Refusal {
  let isOn = false;
  let level = 0;
  let lastBefore = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    isOn: () => isOn,
    pausedUntil: () => pausedUntil,
    told({ number, given, retryAfterMs }) {
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
    over(number) {
      if (!isOn || number <= lastBefore) return false;
      isOn = false;
      // The next refusal begins with what this one has taught, but for one step.
      level = Math.max(0, level - 2);
      return true;
    },
  };
}
