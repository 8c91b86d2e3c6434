import { expect } from "chai";
import { startEmulator } from "email-marketing-emulator";
import { clientOf, search } from "../support/client";

describe("a client at a limit", function () {
  this.timeout(30_000);

  it("gets 60 calls through 10 a second with a hard penalty; few are refused, and all end well", async () => {
    const rateLimit = { perSecond: 10, penaltyMs: 1000, retryAfter: true };
    const emulator = await startEmulator({ rateLimit, apiKey: "canary-main-key" });
    const client = clientOf(emulator.baseUrl, { timeoutMs: 5000, deadlineMs: 25_000 });
    await Promise.all(Array.from({ length: 60 }, () => client.send(search)));
    const statuses = emulator.requests().map(({ status }) => status);
    await emulator.close();
    expect(statuses.filter((status) => status === 200)).to.have.length(60);
    // Calls in flight together when the limit was met, and perhaps one that tried too early.
    expect(statuses.filter((status) => status === 429).length).to.be.within(1, 6);
  });
});
