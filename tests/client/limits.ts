/*
 * The pace against the emulator's limits, over sockets and in real time: `npm run limits`, about three minutes. The
 * same figures come from a simulation in pace.test.ts, in seconds.
 */
import { expect } from "chai";
import { type RateLimit, startEmulator } from "email-marketing-emulator";
import { clientOf, search } from "../support/client";

interface Measured {
  readonly sent: number;
  readonly refused: number;
  readonly seconds: number;
}

/** Makes the calls of each of some processes, eight at a time, and counts in the emulator's log. */
async function measure(rateLimit: RateLimit, calls: number, processes = 1): Promise<Measured> {
  const emulator = await startEmulator({ rateLimit, apiKey: "canary-main-key" });
  const startedAt = performance.now();
  const workers = Array.from({ length: processes }, async () => {
    const client = clientOf(emulator.baseUrl, { timeoutMs: 30_000, deadlineMs: 300_000 });
    let left = calls;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await client.send(search);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });
  await Promise.all(workers);
  const seconds = (performance.now() - startedAt) / 1000;
  const statuses = emulator.requests().map(({ status }) => status);
  await emulator.close();
  const refused = statuses.filter((status) => status === 429).length;
  const measured = { sent: statuses.length, refused, seconds };
  console.log(`      ${JSON.stringify(measured)}`);
  return measured;
}

function percent({ sent, refused }: Measured): number {
  return (refused / sent) * 100;
}

describe("a client at a limit that it does not know", function () {
  this.timeout(300_000);

  it("gets 300 calls through 10 a second, with 5 s of penalty: at most 2 % are refused", async () => {
    const measured = await measure({ perSecond: 10, penaltyMs: 5000 }, 300);
    expect(percent(measured)).to.be.at.most(2);
  });

  it("gets them through as well where the service tells how long to wait", async () => {
    const measured = await measure({ perSecond: 10, penaltyMs: 5000, retryAfter: true }, 300);
    expect(percent(measured)).to.be.at.most(2);
  });

  it("gets 300 calls of each of two processes through: at most 5 % are refused", async () => {
    const measured = await measure({ perSecond: 10, penaltyMs: 1000 }, 300, 2);
    expect(percent(measured)).to.be.at.most(5);
  });

  it("gets 1,000 calls through 50 a second in at most 24 s", async () => {
    const measured = await measure({ perSecond: 50, penaltyMs: 1000 }, 1000);
    expect(measured.seconds).to.be.at.most(24);
    expect(percent(measured)).to.be.at.most(0.5);
  });
});
