/*
 * Tests the rate limiter against the emulator's limits, over sockets and in real time. Run with `npm run prove --
 * limits`, which takes about three minutes.
 */
import { expect } from "chai";
import { type RateLimit, startEmulator } from "email-marketing-emulator";
import { clientOf, search } from "../support/client";
import { limitTable, type Measured, measured, refusedPercent } from "../support/limit-table";
import { writeReport } from "../support/report";

const hard = { perSecond: 10, penaltyMs: 5000 };

/** The number of calls that each process sends, and the number of simultaneous processes. */
interface Load {
  readonly calls: number;
  readonly processes?: number;
}

describe("a client that doesn't know the rate limit", function () {
  const all: Measured[] = [];
  this.timeout(300_000);

  /** Sends the calls of each process, eight at a time, and measures them by the emulator's log. */
  async function measure(what: string, rateLimit: RateLimit, load: Load): Promise<Measured> {
    const emulator = await startEmulator({ rateLimit, apiKey: "canary-main-key" });
    const startedAt = performance.now();
    const processes = Array.from({ length: load.processes ?? 1 }, async () => {
      const client = clientOf(emulator.baseUrl, { timeoutMs: 30_000, deadlineMs: 300_000 });
      let left = load.calls;
      const worker = async () => {
        while (left > 0) {
          left -= 1;
          await client.send(search);
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    });
    await Promise.all(processes);
    const one = measured(what, emulator.requests(), performance.now() - startedAt);
    await emulator.close();
    all.push(one);
    return one;
  }

  it("has at most 10 % of 300 calls refused if the service allows 10 a second", async () => {
    const one = await measure("300 calls, 10 a second, 5 s of penalty", hard, { calls: 300 });
    expect(refusedPercent(one)).to.be.at.most(10);
  });

  it("has at most 10 % of 300 calls refused if the service sends Retry-After", async () => {
    const what = "the same with `Retry-After`";
    const one = await measure(what, { ...hard, retryAfter: true }, { calls: 300 });
    expect(refusedPercent(one)).to.be.at.most(10);
  });

  it("has at most 10 % of the calls refused if two clients send 300 calls each", async () => {
    const what = "300 calls of each of two processes, 10 a second, 1 s of penalty";
    const limit = { perSecond: 10, penaltyMs: 1000 };
    const one = await measure(what, limit, { calls: 300, processes: 2 });
    expect(refusedPercent(one)).to.be.at.most(10);
  });

  it("has at most 0.5 % of 1,000 calls refused if the service allows 50 a second", async () => {
    const what = "1,000 calls, 50 a second, 1 s of penalty";
    const one = await measure(what, { perSecond: 50, penaltyMs: 1000 }, { calls: 1000 });
    expect(refusedPercent(one)).to.be.at.most(0.5);
  });

  after("writes the figures", async () => {
    if (all.length === 4) await writeReport("dev/evidence.md", "calls", limitTable(all));
  });
});
