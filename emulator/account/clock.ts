/** The maximum sum of all advances of a clock, because later times aren't valid dates. */
export const longestAdvanceMs = 250_000_000_000_000;

const defaultStart = "2026-01-01T00:00:00Z";

/** The emulator's two times: `now` for the account's dates, `wireMs` for waits on the wire. */
export type Clock = ReturnType<typeof createClock>;

/**
 * Creates a clock. `"real"` follows the machine's clock. An ISO 8601 time makes the clock stand still at this time, so
 * that two runs see the same dates. `advance` moves both kinds of clock forward.
 */
export function createClock(setting: string = defaultStart) {
  const start = setting === "real" ? undefined : Date.parse(setting);
  if (Number.isNaN(start)) {
    throw new Error(`clock: must be "real" or an ISO 8601 time (got ${JSON.stringify(setting)})`);
  }
  let advanced = 0;
  return {
    now: () => new Date((start ?? Date.now()) + advanced),
    /** Milliseconds of real time, for staleness and rate limits. `advance` also moves this time forward. */
    wireMs: () => performance.now() + advanced,
    advance(ms: number): void {
      if (!(Number.isFinite(ms) && ms >= 0)) {
        throw new Error(`advance: must be a number of milliseconds, 0 or more (got ${String(ms)})`);
      }
      if (advanced + ms > longestAdvanceMs) {
        throw new Error(`advance: must be at most ${longestAdvanceMs - advanced} (got ${ms})`);
      }
      advanced += ms;
    },
    /** The sum of all advances since the start. */
    advancedMs: () => advanced,
    /** Sets both times to the start, then moves them forward by `advancedMs`. */
    reset(advancedMs = 0): void {
      advanced = advancedMs;
    },
  };
}
