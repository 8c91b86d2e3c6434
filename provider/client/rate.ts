/** How many requests a second an account takes, as far as its answers have shown. */
export interface Rate {
  /** Requests a second, at present. */
  perSecond(): number;
  /** How many turns may be saved up while nobody calls. */
  burst(): number;
  /** A call was taken while others wait: there may be room for more. */
  rise(now: number): void;
  /** From now on at most so many a second. */
  lower(bound: number): void;
  /** The service refused, whose limit is at least `limit` by what it took before. */
  fall(now: number, limit: number): void;
}

const startPerSecond = 20;
const startBurst = 20;
/** A call that is late must not make one too many in the second that it falls into. */
const belowBound = 0.98;
/** Before the first refusal the rate rises by so much every second. */
const firstRise = 30;
/** A refusal leaves this part of the limit that the answers before it show. */
const kept = 0.8;
/** From there the rate returns soon to nearly that limit (parts of it, every second), and creeps on from there. */
const nearly = 0.93;
const returnRise = 0.05;
const creepRise = 0.005;
/** A limit that was met so long ago may be another one by now: the rate rises by so much every second. */
const ceilingLastsMs = 60_000;
const laterRise = 1;

/**
 * Additive up, multiplicative down, between 1 and a bound a second. The limit that shows in what was taken before a
 * refusal is remembered as the ceiling and approached slowly, since a refusal may close the door for long.
 */
export function createRate(bound: number): Rate {
  let most = Math.max(1, bound * belowBound);
  let perSecond = Math.min(startPerSecond, most);
  let ceiling: number | undefined;
  let fellAt = 0;

  function slope(now: number): number {
    if (ceiling === undefined) return firstRise;
    if (now - fellAt > ceilingLastsMs) return laterRise;
    return ceiling * (perSecond < ceiling * nearly ? returnRise : creepRise);
  }

  return {
    perSecond: () => perSecond,
    burst() {
      // Turns are spaced, with just enough in hand to make up for a late timer.
      const spaced = 1 + perSecond / 20;
      if (ceiling !== undefined) return spaced;
      // Before the first refusal more may be saved up; with what a second brings it stays within the bound.
      return Math.max(spaced, Math.min(startBurst, most - perSecond));
    },
    rise(now) {
      perSecond = Math.min(most, perSecond + slope(now) / perSecond);
    },
    lower(lowerBound) {
      most = Math.min(most, Math.max(1, lowerBound * belowBound));
      perSecond = Math.min(perSecond, most);
    },
    fall(now, limit) {
      // Few calls before tell little: the limit may have been used up by somebody else.
      ceiling = Math.min(perSecond, Math.max(limit, perSecond / 4));
      perSecond = Math.max(1, ceiling * kept);
      fellAt = now;
    },
  };
}
