import { expect } from "chai";
import { backoffMs, retryAfterMs } from "../../provider/client/retry";

describe("backoffMs", () => {
  it("grows with every try up to half a minute, all of it left to chance", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempt) => backoffMs(attempt, () => 1));
    expect(longest).to.deep.equal([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(backoffMs(5, () => 0)).to.equal(0);
    expect(backoffMs(5, () => 0.25)).to.equal(2000);
  });
});

describe("retryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  for (const [header, waitMs] of [
    ["7", 7000],
    [" 7 ", 7000],
    ["0", 0],
    ["0.0001", 1],
    ["99999999999", 99_999_999_999_000],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["Thursday, 01-Jan-26 00:01:00 GMT", 60_000],
    ["Thu Jan  1 00:01:00 2026 GMT", 60_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ...[null, "", "-5", "soon", "1,5", "1 minute", "Infinity", "1e9"].map(
      (header) => [header, undefined] as const,
    ),
  ] as const) {
    it(`reads "${header}" as ${waitMs}`, () => {
      expect(retryAfterMs(header, now)).to.equal(waitMs);
    });
  }
});
