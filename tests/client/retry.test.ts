import { expect } from "chai";
import { backoffMs, fullJitterMs, maySendAgain, retryAfterMs } from "../../provider/client/retry";

describe("maySendAgain", () => {
  const context = {
    interface: "main",
    address: "https://mail.example/v1",
    method: "POST",
    route: "/senders",
    attempts: 1,
    sent: "no",
  } as const;

  it("repeats by what the call is, whether another try may end better, and whether it may have happened", () => {
    for (const [reason, repeated, once] of [
      ["rate-limited", true, true],
      ["server-failed", true, false],
      ["rejected", false, false],
      ["no-operation", false, false],
    ] as const) {
      const failed = { ...context, reason };
      expect(maySendAgain("read", failed), reason).to.equal(repeated);
      expect(maySendAgain("repeatable", failed), reason).to.equal(repeated);
      expect(maySendAgain("once", failed), reason).to.equal(once);
    }
  });
});

describe("backoffMs", () => {
  it("grows with every try up to half a minute, all of it left to chance", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempt) => backoffMs(attempt, () => 1));
    expect(longest).to.deep.equal([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(backoffMs(5, () => 0)).to.equal(0);
    expect(backoffMs(5, () => 0.25)).to.equal(2000);
  });
});

describe("fullJitterMs", () => {
  it("starts at the first wait", () => {
    expect(fullJitterMs(0, 3000, () => 0.5)).to.equal(1500);
    expect(fullJitterMs(1, 3000, () => 0.5)).to.equal(3000);
  });
});

describe("retryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  it("reads seconds", () => {
    expect(retryAfterMs("7", now)).to.equal(7000);
    expect(retryAfterMs(" 7 ", now)).to.equal(7000);
    expect(retryAfterMs("0", now)).to.equal(0);
    expect(retryAfterMs("0.0001", now)).to.equal(1);
    expect(retryAfterMs("99999999999", now)).to.equal(99_999_999_999_000);
  });

  it("reads the date formats of HTTP", () => {
    expect(retryAfterMs("Thu, 01 Jan 2026 00:01:00 GMT", now)).to.equal(60_000);
    expect(retryAfterMs("Thursday, 01-Jan-26 00:01:00 GMT", now)).to.equal(60_000);
    expect(retryAfterMs("Thu Jan  1 00:01:00 2026 GMT", now)).to.equal(60_000);
  });

  it("takes a date that is past for no wait", () => {
    expect(retryAfterMs("Wed, 31 Dec 2025 23:59:00 GMT", now)).to.equal(0);
  });

  it("takes nothing from what is neither", () => {
    for (const header of [null, "", "-5", "soon", "1,5", "1 minute", "NaN", "Infinity", "1e9"]) {
      expect(retryAfterMs(header, now), String(header)).to.equal(undefined);
    }
  });
});
