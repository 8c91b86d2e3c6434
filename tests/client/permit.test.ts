import { expect } from "chai";
import { monotonicClock, type Outage, type RateLimiter } from "../../provider/client/api-state";
import type { Call, CallEvent } from "../../provider/client/call";
import { EmailMarketingError } from "../../provider/errors/error";
import { clientOf, noLimit, search } from "../support/client";
import { createSkippingClock } from "../support/clock";
import { failure, rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

/** A call that is sent again only if it surely wasn't carried out. */
const write: Call = { ...search, policy: "at-most-once" };

/** A rate limiter that never waits, and records how each permit ends. */
function recordingLimiter() {
  const reports: string[] = [];
  const rateLimiter: RateLimiter = {
    ...noLimit,
    acquire: async () => ({
      accept: () => void reports.push("accepted"),
      throttle: (waitMs) => {
        reports.push(`refused ${waitMs}`);
        return 0;
      },
      release: () => void reports.push("lost"),
      pause: (ms, status) => void reports.push(`paused ${ms} by ${status}`),
    }),
  };
  return { rateLimiter, reports };
}

describe("the rate limiter's permit", function () {
  const serve = useServers(this);

  it("records a refusal, with the wait that the response asks for, if the status is 429", async () => {
    const server = await serve((response, index) =>
      index === 0
        ? json(response, {}, { status: 429, headers: { "retry-after": "2" } })
        : json(response, { data: [] }),
    );
    const { rateLimiter, reports } = recordingLimiter();
    expect(await clientOf(server.url, { rateLimiter }).send(write)).to.deep.equal({ data: [] });
    expect(reports).to.deep.equal(["refused 2000", "accepted"]);
  });

  for (const [status, word] of [
    [200, "accepted"],
    [400, "accepted"],
    // Status 407 comes from a proxy, not from the service.
    [407, "lost"],
    [499, "accepted"],
    [500, "lost"],
  ] as const) {
    it(`records a pause of 2 s ${word === "lost" ? "without a result" : "and an accepted request"} if the status is ${status} and Retry-After is 2`, async () => {
      const headers = { "retry-after": "2" };
      const server = await serve((response) => json(response, { data: [] }, { status, headers }));
      const { rateLimiter, reports } = recordingLimiter();
      const outage: Outage = { hasResponded: false, isReported: false };
      const sending = clientOf(server.url, { rateLimiter, outage }).send(write);
      await (status === 200 ? sending : rejection(sending));
      expect(reports).to.deep.equal([`paused 2000 by ${status}`, word]);
      expect(outage.hasResponded).to.equal(status !== 407);
    });
  }

  it("records no result if the connection breaks", async () => {
    const server = await serve((response) => response.socket?.destroy());
    const { rateLimiter, reports } = recordingLimiter();
    const events: CallEvent[] = [];
    const log = (event: CallEvent) => events.push(event);
    await rejection(clientOf(server.url, { rateLimiter, log }).send(write));
    expect(reports).to.deep.equal(["lost"]);
    expect(events).to.have.length(1);
    expect(events[0]).to.include({ attempt: 1, code: "network" });
    expect(events[0]).to.not.have.property("status");
    expect(events[0]?.durationMs).to.be.within(0, 5000);
  });

  it("is given back without a request if the API hasn't responded for as long as calls wait", async () => {
    const { rateLimiter, reports } = recordingLimiter();
    const events: CallEvent[] = [];
    const log = (event: CallEvent) => events.push(event);
    const options = { rateLimiter, log, outageLimitMs: () => 0 };
    const { send } = clientOf("http://127.0.0.1:1/v1", options);
    for (const expected of [["lost"], ["lost", "lost"]]) {
      await rejection(send(search));
      expect(reports).to.deep.equal(expected);
      expect(events).to.have.length(1);
    }
  });

  it("isn't requested if the hook beforeAttempt throws an error", async () => {
    const rateLimiter = { ...noLimit, acquire: () => expect.fail("a permit was acquired") };
    const own = new EmailMarketingError("server", "no reply.", { status: 503 });
    for (const error of [own, new TypeError("a fault")]) {
      const beforeAttempt = () => Promise.reject(error);
      const sending = clientOf("http://127.0.0.1:1/v1", { rateLimiter }).send({
        ...write,
        beforeAttempt,
      });
      expect(await failure(sending)).to.equal(error);
    }
  });

  it("isn't requested again if beforeAttempt fails after a lost response, and the write stays unconfirmed", async () => {
    const server = await serve((response) => response.socket?.destroy());
    const changed = new EmailMarketingError("conflict", "somebody has paused it.");
    const left = ["send" as const];
    const beforeAttempt = async () => left.shift() ?? Promise.reject(changed);
    const { send } = clientOf(server.url, { rateLimiter: noLimit, clock: createSkippingClock() });
    const error = await failure(send({ ...write, policy: "idempotent", beforeAttempt }));
    expect(error).to.include({
      code: "conflict",
      message: "somebody has paused it.",
      sent: "maybe",
    });
    expect(server.received).to.have.length(1);
  });

  for (const [waits, reports] of [
    [[1900], ["look", "permit", "request"]],
    [
      [60_000, 0],
      ["look", "permit", "released", "look", "permit", "request"],
    ],
  ] as const) {
    it(`causes ${reports.length === 3 ? "no" : "a"} second call of the hook beforeAttempt if the wait for the permit is ${waits[0]} ms`, async () => {
      const events: string[] = [];
      const server = await serve((response) => {
        events.push("request");
        json(response, { data: [] });
      });
      let now = 0;
      const left: number[] = [...waits];
      const acquire: RateLimiter["acquire"] = async (_until, first) => {
        events.push("permit");
        expect(first).to.equal("first");
        now += left.shift() ?? Number.NaN;
        const permit = await noLimit.acquire(0);
        return permit && { ...permit, release: () => void events.push("released") };
      };
      const clock = { ...monotonicClock, now: () => now };
      const options = { clock, rateLimiter: { ...noLimit, acquire }, deadlineMs: 100_000 };
      const beforeAttempt = async () => {
        events.push("look");
        return "send" as const;
      };
      await clientOf(server.url, options).send({ ...write, beforeAttempt });
      expect(events).to.deep.equal(reports);
    });
  }
});
