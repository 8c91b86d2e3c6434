import type { Clock } from "./clock";
import { fullJitterMs } from "./retry";

/** A 429 to one of the turns, of which `given` have been given so far. */
export interface RefusedTurn {
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
  /** Starts or extends the refusal; returns false for one of several calls that were under way together, which count as one. */
  begin(refused: RefusedTurn): boolean;
  /** Ends the refusal once the service takes a turn that was sent after it; returns whether this one did. */
  end(number: number): boolean;
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
    begin({ number, given, retryAfterMs }) {
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
    end(number) {
      if (!isOn || number <= lastBefore) return false;
      isOn = false;
      // The next refusal begins with what this one has taught, but for one step.
      level = Math.max(0, level - 2);
      return true;
    },
  };
}
