import { createServer } from "node:http";
import { expect } from "chai";
import type { CallEvent, HttpClientOptions } from "../../provider/client/call";
import { clientOf, noLimit, search } from "../support/client";
import { createSkippingClock } from "../support/clock";
import { freePort } from "../support/free-port";
import { failure } from "../support/rejection";
import { json, useServers } from "../support/server";

const sum = (all: readonly number[]) => all.reduce((before, one) => before + one, 0);

describe("the HTTP client during an outage", function () {
  this.timeout(20_000);
  const serve = useServers(this);
  /** Hides the number of seconds, because a busy machine takes longer. */
  const withoutTime = ({ message }: Error) => message.replace(/in \d+ s/, "in N s");
  const inPreview = { outageLimitMs: () => 20_000 };

  /** A client of an address without a listener, with a clock whose sleeps end at once. */
  async function clientOfNobody(options: Partial<HttpClientOptions>) {
    const url = `http://127.0.0.1:${await freePort()}/v1`;
    const clock = createSkippingClock();
    const events: CallEvent[] = [];
    const announced: string[] = [];
    const client = clientOf(url, {
      clock,
      rateLimiter: noLimit,
      deadlineMs: 300_000,
      log: (event) => events.push(event),
      announce: (sentence) => announced.push(sentence),
      ...options,
    });
    const refused = () => failure(client.send(search));
    return { url, clock, client, events, announced, refused };
  }

  type Nobody = Awaited<ReturnType<typeof clientOfNobody>>;

  /** Checks that a call fails after this time without any response, and returns the error. */
  async function givenUp({ url, clock, events, refused }: Nobody, longestMs: number) {
    const startedAt = clock.now();
    const error = await refused();
    expect(clock.now() - startedAt).to.be.at.least(longestMs);
    expect(sum(clock.slept)).to.be.at.most(longestMs);
    expect(withoutTime(error)).to.equal(
      `can't connect to ${url} (ECONNREFUSED, POST /senders/search, ${events.length} attempts in N s). ` +
        "Check emailmarketing:baseUrl and that the service is running.",
    );
    return error;
  }

  it("fails the first call after 2 s if a local service refuses connections", async () => {
    const nobody = await clientOfNobody({ isLocal: () => true });
    const { events, announced, refused } = nobody;
    const error = await givenUp(nobody, 2000);
    expect(error).to.include({ code: "network", attempts: events.length, sent: "no" });
    const before = events.length;
    await refused();
    expect(events.length - before).to.equal(1);
    expect(announced).to.deep.equal([]);
  });

  it("retries a call until a service on this machine has started up", async () => {
    const port = await freePort();
    const server = createServer((_request, response) => json(response, { data: ["started"] }));
    const log = ({ attempt }: CallEvent) => {
      if (attempt === 1) server.listen(port, "127.0.0.1");
    };
    const client = clientOf(`http://127.0.0.1:${port}/v1`, { isLocal: () => true, log });
    try {
      expect(await client.send(search)).to.deep.equal({ data: ["started"] });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("sends no request for a later call if a first call has failed at the outage limit", async () => {
    const nobody = await clientOfNobody(inPreview);
    const { events, announced, refused } = nobody;
    await givenUp(nobody, 20_000);
    const before = events.length;
    expect(await refused()).to.include({ code: "network", attempts: 0 });
    expect(events.length).to.equal(before);
    // The outage isn't announced, because the error describes it.
    expect(announced).to.deep.equal([]);
  });

  it("sends requests again if a minute has passed since the last attempt", async () => {
    const { clock, events, refused } = await clientOfNobody(inPreview);
    await refused();
    const before = events.length;
    await clock.sleep(60_001);
    await refused();
    expect(events.length).to.be.greaterThan(before + 1);
  });

  it("logs the outage only once if two calls retry until the deadline", async () => {
    const { url, events, announced, refused } = await clientOfNobody({});
    await Promise.all([refused(), refused()]);
    expect(events.length).to.be.greaterThan(20);
    expect(announced).to.deep.equal([
      `can't connect to ${url} (ECONNREFUSED, POST /senders/search); retrying for up to 300 s`,
    ]);
  });

  it("logs another outage, a minute or more after the first one", async () => {
    const { clock, announced, refused } = await clientOfNobody({});
    await refused();
    await clock.sleep(60_001);
    await refused();
    expect(announced).to.have.length(2);
  });

  it("fails at the outage limit if the service doesn't reply to the first attempt", async () => {
    const server = await serve(() => {});
    const client = clientOf(server.url, { timeoutMs: 30_000, outageLimitMs: () => 1000 });
    const startedAt = performance.now();
    const error = await failure(client.send(search));
    expect(performance.now() - startedAt).to.be.at.least(990);
    expect(error).to.include({
      code: "timeout",
      message:
        `no reply from ${server.url} within 1 s (POST /senders/search, 1 attempt). ` +
        "Check emailmarketing:baseUrl and that the service is running.",
    });
    const write = { ...search, policy: "at-most-once" } as const;
    expect(await failure(client.send(write))).to.include({ attempts: 0, sent: "no" });
  });

  it("waits longer than the outage limit if the service has replied once", async () => {
    const server = await serve((response, index) => {
      if (index === 0) return json(response, {}, { status: 503, headers: { "retry-after": "30" } });
      if (index === 1) return setTimeout(() => json(response, { data: ["late"] }), 4000);
      return json(response, { data: [] });
    });
    const clock = createSkippingClock();
    const client = clientOf(server.url, {
      clock,
      timeoutMs: 30_000,
      rateLimiter: noLimit,
      deadlineMs: 300_000,
      outageLimitMs: () => 3000,
    });
    expect(await client.send(search)).to.deep.equal({ data: ["late"] });
    expect(clock.slept).to.deep.equal([30_000]);
  });

  it("retries until the deadline if the service responds with errors", async () => {
    const server = await serve((response) => json(response, {}, { status: 503 }));
    const clock = createSkippingClock();
    const options = { clock, rateLimiter: noLimit, deadlineMs: 120_000, ...inPreview };
    expect(await failure(clientOf(server.url, options).send(search))).to.include({
      code: "server",
      status: 503,
    });
    expect(sum(clock.slept)).to.be.greaterThan(60_000);
  });
});
