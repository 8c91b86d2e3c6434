import dns from "node:dns";
import { expect } from "chai";
import { pathOf } from "../../provider/api/call";
import { createRateLimiter, type KnownService } from "../../provider/client/api-state";
import type { Call, CallEvent } from "../../provider/client/call";
import { EmailMarketingError } from "../../provider/errors/error";
import { clientOf, noLimit, search } from "../support/client";
import { createSkippingClock, type SkippingClock } from "../support/clock";
import { failure } from "../support/rejection";
import { json, useServers } from "../support/server";

const write: Call = {
  method: "POST",
  ...pathOf("/senders"),
  body: { sender_name: "News" },
  policy: "at-most-once",
};
const put: Call = {
  method: "PUT",
  ...pathOf("/campaign/{id}", "ada@example.com"),
  body: { name: "May" },
  policy: "idempotent",
  mayBeEmpty: true,
};
const read: Call = { method: "GET", ...pathOf("/list/{id}", "l1"), policy: "read" };

/** A clock on which every sleep takes `sleepMs`, whatever time is requested. */
function createSleepyClock(sleepMs: number): SkippingClock {
  const clock: SkippingClock = createSkippingClock((ms) => clock.skip(sleepMs - ms));
  return clock;
}

describe("the HTTP client", function () {
  const serve = useServers(this);

  it("sends the unchanged key, a JSON body and the package's version as the user agent", async () => {
    const server = await serve((response) => json(response, { data: [] }));
    await clientOf(server.url).send(search);
    const [request] = server.received;
    expect(request).to.include({ method: "POST", url: "/v1/senders/search" });
    expect(request?.body).to.equal('{"page":1,"limit":100}');
    expect(request?.headers).to.include({
      authorization: "canary-main-key",
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(request?.headers["user-agent"]).to.match(/^pulumi-email-marketing\/\d+\.\d+\.\d+$/);
  });

  it("opens a new connection for each non-idempotent write, and uses one connection for all reads", async () => {
    const server = await serve((response) => json(response, { id: "s1", data: [] }));
    const client = clientOf(server.url);
    for (const call of [read, search, write, read, write]) await client.send(call);
    const ports = server.received.map(({ port }) => port);
    const [kept] = ports;
    expect([ports[1], ports[3]]).to.deep.equal([kept, kept]);
    expect(new Set([kept, ports[2], ports[4]]).size).to.equal(3);
  });

  it("learns the service's time from JSON responses, not from redirects, web pages or a proxy's refusals", async () => {
    const date = "Mon, 11 Jan 2038 12:00:00 GMT";
    const page = { "content-type": "text/html" };
    for (const [status, headers, body, isShown] of [
      [200, {}, '{"data":[]}', true],
      [403, {}, '{"message":"no"}', true],
      [200, page, "<html></html>", false],
      [403, page, " <!doctype html>", false],
      [503, page, "<html></html>", false],
      [407, {}, '{"message":"no"}', false],
      [302, {}, '{"message":"moved"}', false],
      [403, {}, "Forbidden", false],
      [403, {}, "", false],
    ] as const) {
      const server = await serve((response) =>
        response.writeHead(status, { date, ...headers }).end(body),
      );
      const service: KnownService = { hasResponded: false, hasShownTime: false };
      const { send } = clientOf(server.url, { service });
      await send({ ...read, attempts: 1 }).catch(() => undefined);
      expect(service.hasResponded, `${status} ${body}`).to.equal(isShown);
      expect(service.hasShownTime, `${status} ${body}`).to.equal(isShown);
      expect(service.aheadMs !== undefined, `${status} ${body}`).to.equal(isShown);
    }
  });

  it("repeats a read after a lost connection, a status 500 or a truncated response", async () => {
    const server = await serve((response, index) => {
      if (index === 0) response.socket?.destroy();
      else if (index === 1) json(response, { message: "technical difficulties" }, { status: 500 });
      else if (index === 2) {
        response.writeHead(200, { "content-length": 100 });
        response.write('{"data":', () => response.socket?.destroy());
      } else json(response, { data: ["fourth"] });
    });
    const client = clientOf(server.url, { deadlineMs: 20_000 });
    expect(await client.send(search)).to.deep.equal({ data: ["fourth"] });
    expect(server.received).to.have.length(4);
  });

  it("doesn't retry a non-idempotent write after status 502, and reports the write as unconfirmed", async () => {
    const server = await serve((response) => json(response, {}, { status: 502 }));
    const error = await failure(clientOf(server.url).send(write));
    expect(server.received).to.have.length(1);
    expect(error).to.include({ sent: "maybe", code: "server" });
  });

  it("fails a call and later calls at once if the service asks to wait beyond the deadline", async () => {
    const server = await serve((response) =>
      json(response, {}, { status: 429, headers: { "retry-after": "3600" } }),
    );
    const client = clientOf(server.url);
    const error = await failure(client.send(write));
    expect(error).to.include({ code: "rate-limit", status: 429, attempts: 1, sent: "no" });
    expect(error.message).to.equal(
      "too many requests (429, POST /senders); the service asked to wait 3600 s. " +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    );
    const later = await failure(client.send(read));
    expect(later).to.include({
      code: "rate-limit",
      status: 429,
      method: "GET",
      route: "/list/{id}",
      attempts: 0,
    });
    expect(later.message).to.equal(
      "the service asked to wait 3600 s, longer than the deadline of 5 s (429, GET /list/{id}). " +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    );
    expect(server.received).to.have.length(1);
  });

  it("ends an attempt at the time limit for attempts, and the whole call at the deadline", async () => {
    const server = await serve(() => {});
    const clock = createSleepyClock(2390);
    const options = { clock, rateLimiter: noLimit, timeoutMs: 100 };
    const startedAt = performance.now();
    const error = await failure(clientOf(server.url, options).send(search));
    expect(performance.now() - startedAt).to.be.within(199, 1100);
    // The deadline cuts the third attempt short.
    expect(error).to.include({
      code: "timeout",
      sent: "no",
      message:
        `no reply from ${server.url} within 1 s (POST /senders/search, attempt 2). ` +
        "Check that the service is running, or raise emailmarketing:timeoutSeconds.",
    });
  });

  for (const [what, answers, ended] of [
    [
      "the last complete attempt's error if the deadline leaves hardly any time for another",
      [503],
      { code: "server", status: 503, attempts: 1 },
    ],
    [
      "the error of the service's last response, even if the response comes at the deadline",
      [503, 404],
      { status: 404, attempts: 2 },
    ],
  ] as const) {
    it(`fails with ${what}`, async () => {
      const clock = createSleepyClock(4900);
      const server = await serve((response, index) => {
        if (index > 0) clock.skip(100);
        const status = answers[index];
        if (status !== undefined) json(response, {}, { status });
      });
      const error = await failure(
        clientOf(server.url, { clock, rateLimiter: noLimit }).send(search),
      );
      expect(error).to.include(ended);
    });
  }

  for (const [what, isPart, said] of [
    [
      "a call",
      false,
      "no reply from ADDRESS within 1 s (POST /senders/search, attempt 1). " +
        "Check that the service is running, or raise emailmarketing:timeoutSeconds.",
    ],
    [
      "a call for one of several pages",
      true,
      "the request to ADDRESS was not completed within the deadline of 0.5 s (POST /senders/search). " +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    ],
  ] as const) {
    it(`reports ${isPart ? "an exceeded deadline" : "a missing reply"} if the deadline ends the first attempt of ${what}`, async () => {
      const { url } = await serve(() => {});
      const client = clientOf(url, { deadlineMs: 500 });
      const call = isPart ? { ...search, until: client.deadline() } : search;
      const { message } = await failure(client.send(call));
      expect(message.replace(url, "ADDRESS")).to.equal(said);
    });
  }

  it("reports a write as unconfirmed if the first attempt lost the connection and the second got status 400", async () => {
    const server = await serve((response, index) =>
      index === 0 ? response.destroy() : json(response, {}, { status: 400 }),
    );
    const error = await failure(clientOf(server.url).send(put));
    expect(error).to.include({ code: "validation", status: 400, attempts: 2, sent: "maybe" });
  });

  it("fails a call without a retry if the host doesn't exist", async () => {
    const url = "http://nowhere.invalid/v1";
    const attempts: number[] = [];
    const log = ({ attempt }: CallEvent) => attempts.push(attempt);
    // Without a name server, the machine's own look-up would fail with EAI_AGAIN.
    const { lookup } = dns;
    const missing = Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    const fail = (...args: unknown[]) => process.nextTick(args.at(-1) as () => void, missing);
    dns.lookup = fail as typeof lookup;
    const error = await failure(clientOf(url, { log }).send(write)).finally(() => {
      dns.lookup = lookup;
    });
    expect(error.message).to.match(/^can't connect to http:\/\/nowhere\.invalid.*ENOTFOUND/);
    expect(error.sent).to.equal("no");
    expect(attempts).to.deep.equal([1]);
  });

  it("fails at a 307 redirect, because following the redirect would send the key to another server", async () => {
    const other = await serve((response) => json(response, { data: [] }));
    const server = await serve((response) => {
      response.writeHead(307, { location: `${other.url}/login` });
      response.end();
    });
    const error = await failure(clientOf(server.url).send(write));
    expect(error).to.include({ code: "unexpected-reply", status: 307, sent: "no" });
    expect(error.message).to.include("replied with a redirect, which is never followed");
    expect([server.received.length, other.received.length]).to.deep.equal([1, 0]);
  });

  for (const [said, first, sent] of [
    ["JSON", { data: [] }, "maybe"],
    ["a page", "<title>Log in</title>", "no"],
  ] as const) {
    it(`reports a write with a 302 response as ${sent === "no" ? "not carried out" : "unconfirmed"} if an earlier read got ${said === "JSON" ? "JSON" : "a web page"}`, async () => {
      const server = await serve((response, index) => {
        if (index > 0) {
          response.writeHead(302, { location: "/login" }).end();
        } else if (typeof first === "string") {
          response.writeHead(200, { "content-type": "text/html" }).end(first);
        } else json(response, first);
      });
      const client = clientOf(server.url, {
        service: { hasResponded: false, hasShownTime: false },
      });
      await client.send(search).catch(() => undefined);
      expect(await failure(client.send(write))).to.include({ status: 302, sent });
      expect(server.received).to.have.length(2);
    });
  }

  const keyAdvice = "The key was read from a file.";
  const other =
    "The key has worked for other requests: it has no permission for this object, or the account has no object with this id.";
  const checkAddress =
    "Check that emailmarketing:baseUrl is the address of the API, including its version.";
  const no = (status: number) => `the service replied "no" (${status}, GET /list/{id}).`;
  const page = (status: number) =>
    `ADDRESS replied with a web page ("Blocked [key]") in place of a reply, perhaps from a proxy or firewall in front of the service (${status}, GET /list/{id}).`;
  const foreign = (status: number, what: string) =>
    `ADDRESS ${what} (${status}, GET /list/{id}). ${checkAddress}`;
  const later = "Try again later";
  const longer = `${later}, or raise emailmarketing:deadlineSeconds.`;
  // Each row: the status, the code, the message for a JSON body, and the end of the message for an HTML page.
  for (const [status, code, ofJson, ofPage] of [
    [200, "unexpected-reply", undefined, checkAddress],
    [400, "validation", no(400), checkAddress],
    [401, "auth", no(401), checkAddress],
    [403, "auth", no(403), checkAddress],
    [404, "unexpected-reply", foreign(404, "has no such endpoint"), checkAddress],
    [405, "unexpected-reply", foreign(405, "has no such endpoint"), checkAddress],
    [409, "conflict", no(409), checkAddress],
    [429, "rate-limit", `too many requests (429, GET /list/{id}). ${longer}`, longer],
    [503, "server", `${no(503)} The error is on the service's side; try again later.`, `${later}.`],
  ] as const) {
    for (const hasWorked of [false, true]) {
      const what = ofJson === undefined ? `a web page with status ${status}` : `status ${status}`;
      const when = hasWorked ? "follows a successful call" : "is the first response";
      it(`fails with the expected error (${code}) if ${what} ${when}`, async () => {
        const html = "<!DOCTYPE html><title>Blocked canary-main-key</title><h1>401</h1>";
        const server = await serve((response, _index, { url }) => {
          if (url.endsWith("/search")) return json(response, { data: [] });
          if (url.endsWith("/json")) return json(response, { message: "no" }, { status });
          response.writeHead(status, { "content-type": "text/html" });
          return response.end(html);
        });
        const said = async (id: string) => {
          const rateLimiter = createRateLimiter(50, { random: () => 0.99 });
          const options = { deadlineMs: 300, rateLimiter: rateLimiter, keyAdvice: () => keyAdvice };
          const client = clientOf(server.url, options);
          if (hasWorked) await client.send(search);
          const error = await failure(
            client.send({ ...read, policy: "at-most-once", ...pathOf("/list/{id}", id) }),
          );
          return `${error.code}: ${error.message.replace(server.url, "ADDRESS")}`;
        };
        const blamed = code === "auth" ? ` ${hasWorked ? other : keyAdvice}` : "";
        if (ofJson !== undefined)
          expect(await said("json")).to.equal(`${code}: ${ofJson}${blamed}`);
        expect(await said("html")).to.equal(`${code}: ${page(status)} ${ofPage}`);
      });
    }
  }

  it("fails without reading the whole response if the response has 200 MB", async () => {
    const part = Buffer.alloc(1_000_000, "x");
    let sentParts = 0;
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && sentParts < 200) {
          sentParts += 1;
          if (!response.write(part)) return response.once("drain", more);
        }
        return response.end();
      };
      more();
    });
    const error = await failure(clientOf(server.url, { timeoutMs: 10_000 }).send(write));
    expect(error).to.include({ code: "unexpected-reply", sent: "maybe" });
    expect(error.message).to.include(
      "replied with something that is not the API's (POST /senders)",
    );
    expect(server.received).to.have.length(1);
    expect(sentParts).to.be.lessThan(200);
  });

  it("hides the key, the id in the path and email addresses in an error", async () => {
    const echo = "canary-main-key canary%2Dmain%2Dkey ada@example.com";
    const answer = { errors: [{ field: "id", message: `no ${echo}` }] };
    const server = await serve((response) => json(response, answer, { status: 400 }));
    const error = await failure(clientOf(server.url).send(put));
    const shown = `${error.message} ${error.details?.join()} ${error.stack} ${JSON.stringify(error)}`;
    expect(shown).to.not.include("canary-main-key");
    expect(shown).to.not.include("ada");
    expect(shown).to.include("PUT /campaign/{id}");
  });

  it("logs every attempt of a request with the state of the rate limiter", async () => {
    const server = await serve((response, index) =>
      index === 0
        ? json(response, {}, { status: 429, headers: { "retry-after": "0.2" } })
        : json(response, { data: [] }),
    );
    const events: CallEvent[] = [];
    await clientOf(server.url, { log: (event) => events.push(event) }).send(search);
    const [first, second] = events;
    expect(first).to.include({
      method: "POST",
      route: "/senders/search",
      attempt: 1,
      status: 429,
      code: "rate-limit",
    });
    expect(first?.waitMs).to.be.within(150, 200);
    expect(first?.rateLimiter).to.include({ perSecond: 10, inFlight: 0, waiting: 0 });
    expect(first?.rateLimiter.pausedMs).to.be.within(100, 200);
    expect(second).to.include({ attempt: 2, status: 200 });
    expect(second).to.not.have.any.keys("code", "waitMs");
  });

  it("logs the reason and the length of the wait before a retry if Retry-After is 7 s", async () => {
    const sentences: string[] = [];
    const clock = createSkippingClock();
    const rateLimiter = createRateLimiter(50, { clock });
    const server = await serve((response, index) =>
      index === 0
        ? json(response, {}, { status: 503, headers: { "retry-after": "7" } })
        : json(response, { data: [] }),
    );
    const announce = (sentence: string) => sentences.push(sentence);
    await clientOf(server.url, { clock, rateLimiter, announce, deadlineMs: 60_000 }).send(search);
    expect(sentences).to.deep.equal([
      "the service replied without a message (503, POST /senders/search); retrying after 7 s",
    ]);
  });

  it("fails a call if the rate limiter grants no permit before the call's deadline", async () => {
    const server = await serve((response) => json(response, { data: [] }));
    const client = clientOf(server.url, { rateLimiter: createRateLimiter(1), deadlineMs: 300 });
    await client.send(search);
    const error = await failure(client.send(search));
    expect(error).to.include({ code: "timeout", route: "/senders/search", attempts: 0 });
    expect(error.message).to.equal(
      `the request to ${server.url} was not completed within the deadline of 0.3 s (POST /senders/search). ` +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    );
  });

  const throwing = (error: Error) => () => {
    throw error;
  };
  const unset = new EmailMarketingError("config", "apiKey is not set.");
  const ownFault = new TypeError("a fault");
  const notNow = new EmailMarketingError("network", "not now.");
  for (const [what, error, options, sent] of [
    [
      "throws a settings error unchanged",
      unset,
      { settings: { required: throwing(unset), keys: [] } },
      0,
    ],
    [
      "throws an internal error unchanged, not as a connection failure",
      ownFault,
      { onResponse: throwing(ownFault) },
      1,
    ],
    [
      "sends no request if the hook aroundWrite throws an error",
      notNow,
      { aroundWrite: throwing(notNow) },
      0,
    ],
  ] as const) {
    it(`${what}, and doesn't retry`, async () => {
      for (const call of [write, put]) {
        const server = await serve((response) => json(response, {}));
        const rateLimiter = createRateLimiter(50);
        expect(
          await failure(clientOf(server.url, { rateLimiter, ...options }).send(call)),
        ).to.equal(error);
        expect(server.received).to.have.length(sent);
        expect(rateLimiter.state().inFlight).to.equal(0);
      }
    });
  }

  it("calls the hook aroundWrite right before every attempt of a write, and never for a read", async () => {
    const events: string[] = [];
    const server = await serve((response, index) => {
      events.push("request");
      if (index === 0) json(response, {}, { status: 503, headers: { "retry-after": "7" } });
      else json(response, { message: "updated", data: [] });
    });
    const clock = createSkippingClock((ms) => events.push(`wait ${ms} ms`));
    const rateLimiter = createRateLimiter(50, { clock });
    const acquire: typeof rateLimiter.acquire = (until) => {
      events.push("permit");
      return rateLimiter.acquire(until);
    };
    const aroundWrite = <Value>(send: () => Promise<Value>) => {
      events.push("around");
      return send();
    };
    const options = {
      clock,
      rateLimiter: { ...rateLimiter, acquire },
      aroundWrite,
      deadlineMs: 60_000,
    };
    const client = clientOf(server.url, options);
    await client.send(put);
    await client.send(search);
    const first = ["permit", "around", "request", "wait 7000 ms"];
    expect(events).to.deep.equal([...first, "permit", "around", "request", "permit", "request"]);
  });
});
