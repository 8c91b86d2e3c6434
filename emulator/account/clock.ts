/** The maximum sum of all advances of a clock. A clock that starts today then stays before the year 10000. */
export const maxAdvanceMs = 250_000_000_000_000;

const defaultStart = "2026-01-01T00:00:00Z";

/** The emulator's two clocks: `now` for dates in the account, and `wireMs` for rate limits and stale searches. */
export type Clock = ReturnType<typeof createClock>;

/**
 * Creates a clock that follows the machine's clock (`"real"`), or stands still at an ISO 8601 time so that dates are
 * reproducible.
 */
export function createClock(setting: string = defaultStart) {
  const start = setting === "real" ? undefined : Date.parse(setting);
  if (Number.isNaN(start)) {
    throw new Error(`clock: must be "real" or an ISO 8601 time (got ${JSON.stringify(setting)})`);
  }
  let advanced = 0;
  return {
    now: () => new Date((start ?? Date.now()) + advanced),
    /** Real time in milliseconds, plus all advances. */
    wireMs: () => performance.now() + advanced,
    advance(ms: number): void {
      if (!(Number.isFinite(ms) && ms >= 0)) {
        throw new Error(`advance: must be a number of milliseconds, 0 or more (got ${String(ms)})`);
      }
      if (advanced + ms > maxAdvanceMs) {
        throw new Error(`advance: must be at most ${maxAdvanceMs - advanced} (got ${ms})`);
      }
      advanced += ms;
    },
    /** The sum of all advances since the start. */
    advancedMs: () => advanced,
    /** Replaces all advances by a single one of `advancedMs`. */
    reset(advancedMs = 0): void {
      advanced = advancedMs;
    },
  };
}
