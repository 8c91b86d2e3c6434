import { expect } from "chai";
import { createClock } from "../../emulator/account/clock";
import { createLimiter } from "../../emulator/http/rate-limit";
import type { RateLimit } from "../../emulator/index";
import { useStart } from "./caller";

/** Sends GET requests one after the other, and returns the statuses. */
async function statuses(baseUrl: string, count: number): Promise<number[]> {
  const headers = { authorization: "emulator-api-key" };
  const seen = [];
  for (let at = 0; at < count; at += 1) {
    seen.push((await fetch(`${baseUrl}/list/list-1`, { headers })).status);
  }
  return seen;
}

describe("an emulator with a rate limit", function () {
  const start = useStart(this);

  it("refuses a request beyond the limit with status 429, and logs the refusal", async () => {
    const emulator = await start({ rateLimit: { perSecond: 0.001, burst: 2 } });
    expect(await statuses(emulator.baseUrl, 3)).to.deep.equal([200, 200, 429]);
    expect(emulator.requests().map(({ status }) => status)).to.deep.equal([200, 200, 429]);
    emulator.advance(1_000_000);
    expect(await statuses(emulator.baseUrl, 2)).to.deep.equal([200, 429]);
    emulator.reset();
    expect(await statuses(emulator.baseUrl, 3)).to.deep.equal([200, 200, 429]);
  });

  it("neither counts nor refuses requests to the control route health", async () => {
    const emulator = await start({ rateLimit: { perSecond: 0.001, burst: 1 } });
    const health = new URL("/_emulator/health", emulator.baseUrl);
    expect((await fetch(health)).status).to.equal(200);
    expect((await fetch(health)).status).to.equal(200);
    expect(await statuses(emulator.baseUrl, 2)).to.deep.equal([200, 429]);
  });
});

describe("the emulator's rate limit", () => {
  /** The number of accepted requests out of `count` requests at the same time. */
  function passed(limiter: ReturnType<typeof createLimiter>, count: number): number {
    return Array.from({ length: count }, () => limiter.refuses()).filter((one) => !one).length;
  }

  it("accepts every request if no limit is set", () => {
    expect(passed(createLimiter(undefined, createClock()), 1000)).to.equal(1000);
  });

  it("accepts a burst of one second's requests, and then requests at the average rate", () => {
    const clock = createClock();
    const limiter = createLimiter(10, clock);
    expect(passed(limiter, 20)).to.equal(10);
    clock.advance(500);
    expect(passed(limiter, 20)).to.equal(5);
    clock.advance(60_000);
    expect(passed(limiter, 20)).to.equal(10);
  });

  it("refuses every request during the penalty after a request beyond the limit", () => {
    const clock = createClock();
    const limiter = createLimiter({ perSecond: 10, penaltyMs: 2_000 }, clock);
    expect(passed(limiter, 11)).to.equal(10);
    clock.advance(1_900);
    expect(passed(limiter, 5)).to.equal(0);
    clock.advance(200);
    expect(passed(limiter, 5)).to.equal(5);
  });

  it("returns the penalty in the header Retry-After, rounded up to seconds", () => {
    const clock = createClock();
    const limit: RateLimit = { perSecond: 1, penaltyMs: 2_500, retryAfter: true };
    const limiter = createLimiter(limit, clock);
    limiter.refuses();
    expect(limiter.refuses()?.headers).to.deep.equal({ "retry-after": "3" });
  });
});
