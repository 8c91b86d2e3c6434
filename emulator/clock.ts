/** Where a clock stands that was not told otherwise. */
const defaultStart = "2026-01-01T00:00:00Z";

/** The emulator's time: the account's dates by `now`, waits on the wire by `wireMs`. */
export interface Clock {
  /** The account's time. */
  now(): Date;
  /** Milliseconds for what passes in real time (staleness, rate limits), moved by `advance` too. */
  wireMs(): number;
  /** Moves both times on. */
  advance(ms: number): void;
  /** How far `advance` has moved them. */
  advancedMs(): number;
  /** Puts the clock where it stood, plus `advancedMs`. */
  reset(advancedMs?: number): void;
}

/**
 * `"real"` follows the machine; an ISO 8601 time stands still there. Both are moved by `advance`.
 */
export function createClock(setting: string = defaultStart): Clock {
  const start = setting === "real" ? undefined : Date.parse(setting);
  if (Number.isNaN(start)) {
    throw new Error(`clock: ${JSON.stringify(setting)} is neither "real" nor an ISO 8601 time`);
  }
  let advanced = 0;
  return {
    now: () => new Date((start ?? Date.now()) + advanced),
    wireMs: () => performance.now() + advanced,
    advance(ms) {
      if (!(Number.isFinite(ms) && ms >= 0)) {
        throw new Error(`advance: ${String(ms)} is not a number of milliseconds from 0 up`);
      }
      advanced += ms;
    },
    advancedMs: () => advanced,
    reset(advancedMs = 0) {
      advanced = advancedMs;
    },
  };
}
