import { expect } from "chai";
import type { Fault } from "../../emulator/index";
import { useEmulator } from "./caller";

const sender = { sender_email: "news@acme.example", sender_name: "News" };
const added = { id: "sender-2", ...sender, status: "verified" };

describe("an emulator", function () {
  const { emulator, call, post, verify } = useEmulator(this);

  /** Adds a sender under one fault. Returns the response or the client's error, and whether the sender was added. */
  async function underFault(fault: Omit<Fault, "path" | "times">) {
    emulator().faults([{ path: "/senders", times: 1, ...fault }]);
    const { status, body, broke } = await post("/senders", sender).then(
      (answer) => ({ ...answer, broke: "" }),
      (error: Error) => ({ status: 0, body: undefined, broke: codeOf(error) }),
    );
    const isAdded = emulator().snapshot().senders.length === 2;
    return { status, body, broke, isAdded };
  }

  const failure = { message: "We are facing technical difficulties. Please try again later." };
  const unauthorised = { errors: [{ field: "", message: "Authorization failed" }] };
  const page = "<!DOCTYPE html><title>Gateway</title><h1>Please log in</h1>\n";

  for (const [fault, status, body, isAdded] of [
    [{ kind: "status" }, 500, failure, false],
    [{ kind: "status", status: 503 }, 503, failure, false],
    [{ kind: "status", status: 429 }, 429, { message: "Too Many Requests" }, false],
    [{ kind: "status", status: 401 }, 401, unauthorised, false],
    [{ kind: "status", status: 400, body: { error: "any" } }, 400, { error: "any" }, false],
    [{ kind: "status", status: 502, body: "plain text" }, 502, "plain text", false],
    [{ kind: "status", status: 204 }, 204, "", false],
    [{ kind: "status", applied: true }, 500, failure, true],
    [{ kind: "error-in-200" }, 200, { errors: [{ field: "", ...failure }] }, false],
    [{ kind: "error-in-200", body: { error: "no" }, applied: true }, 200, { error: "no" }, true],
    [{ kind: "html" }, 200, page, true],
    [{ kind: "html", status: 502, applied: false }, 502, page, false],
    [{ kind: "bad-json" }, 201, '{"data":[{"id":', true],
    [{ kind: "delay", ms: 1 }, 201, added, true],
    [{ kind: "delay-after", ms: 1 }, 201, added, true],
  ] as const) {
    it(`responds to POST /senders with status ${status}, and adds ${isAdded ? "the" : "no"} sender, if the fault is ${JSON.stringify(fault)}`, async () => {
      expect(await underFault(fault)).to.deep.equal({ status, body, isAdded, broke: "" });
    });
  }

  for (const [fault, broke, isAdded] of [
    [{ kind: "delay", ms: 1, applied: false }, "ECONNRESET", false],
    [{ kind: "reset-before" }, "ECONNRESET", false],
    [{ kind: "reset-after" }, "ECONNRESET", true],
    [{ kind: "truncate" }, "UND_ERR_SOCKET", true],
  ] as const) {
    it(`ends POST /senders without a complete response, and adds ${isAdded ? "the" : "no"} sender, if the fault is ${JSON.stringify(fault)}`, async () => {
      expect(await underFault(fault)).to.deep.equal({ status: 0, body: undefined, broke, isAdded });
    });
  }

  const getList = () => {
    const headers = { authorization: "emulator-api-key" };
    return fetch(`${emulator().baseUrl}/list/list-1`, { headers });
  };

  it('ends the connection before the whole body is sent if the fault is "truncate"', async () => {
    emulator().faults([{ path: "/list/list-1", times: 1, kind: "truncate" }]);
    const response = await getList();
    expect(response.headers.get("content-length")).to.equal("133");
    expect(codeOf(await response.text().catch((error: Error) => error))).to.equal("UND_ERR_SOCKET");
  });

  it("sends the response headers that the fault declares", async () => {
    const headers = { "retry-after": "7", "X_!#$%&'*+.^`|~-1": "\t~é" };
    emulator().faults([{ path: "/list/*", times: 1, kind: "status", status: 429, headers }]);
    const response = await getList();
    expect(response.headers.get("X_!#$%&'*+.^`|~-1")).to.equal("~é");
    expect(response.headers.get("retry-after")).to.equal("7");
    expect(response.headers.get("content-type")).to.equal("application/json");
  });

  it("delays a response by the milliseconds that the fault declares", async () => {
    emulator().faults([{ path: "/senders", times: 1, kind: "delay-after", ms: 40 }]);
    const before = performance.now();
    const response = post("/senders", sender);
    await until(() => emulator().snapshot().senders.length === 2);
    await response;
    expect(performance.now() - before).to.be.at.least(39);
  });

  it('withholds the response of a completed operation until the faults are replaced if the fault is "hold"', async () => {
    emulator().faults([{ path: "/senders", times: 1, kind: "hold" }]);
    let isAnswered = false;
    const answer = post("/senders", sender).then((given) => {
      isAnswered = true;
      return given;
    });
    await until(() => emulator().snapshot().senders.length === 2);
    expect(isAnswered).to.equal(false);
    emulator().faults([]);
    expect(await answer).to.deep.equal({ status: 201, body: added });
  });

  it("adds the sender of a delayed request even if the client has disconnected", async () => {
    emulator().faults([{ path: "/senders", times: 1, kind: "delay", ms: 40 }]);
    const leaving = new AbortController();
    const gone = fetch(`${emulator().baseUrl}/senders`, {
      method: "POST",
      headers: { authorization: "emulator-api-key", "content-type": "application/json" },
      body: JSON.stringify(sender),
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    await until(() => emulator().requests().at(-1)?.fault === "delay");
    leaving.abort();
    expect(await gone).to.equal("AbortError");
    expect(emulator().snapshot().senders).to.have.lengthOf(1);
    await until(() => emulator().snapshot().senders.length === 2);
  });

  it("ends a delayed request without a response, and adds no sender, if a test resets the emulator", async () => {
    emulator().faults([{ path: "/senders", times: 1, kind: "delay", ms: 60_000 }]);
    const response = post("/senders", sender).catch(codeOf);
    await until(() => emulator().requests().at(-1)?.fault === "delay");
    emulator().reset();
    expect(await response).to.equal("ECONNRESET");
    expect(emulator().snapshot().senders).to.have.lengthOf(1);
    expect(emulator().requests()).to.deep.equal([]);
  });

  it("applies a fault only to the second and third request if the fault has skip 1 and times 2", async () => {
    emulator().faults([
      { path: "/list/list-1", times: 2, skip: 1, kind: "status", status: 502 },
      { path: "/list/list-1", times: 1, kind: "status", status: 503 },
    ]);
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await call("GET", "/list/list-1")).status);
    expect(statuses).to.deep.equal([503, 502, 502, 200, 200]);
  });

  for (const [fault, path, isStruck] of [
    [{ path: "/list/list-1" }, "/list/list-1", true],
    [{ path: "/v1/list/list-1" }, "/list/list-1", true],
    [{ path: "/list/{id}" }, "/list/list-1", true],
    [{ path: "/list/*" }, "/list/list-1", true],
    [{ path: "*" }, "/contacts/contact-1", true],
    [{ path: "/list" }, "/list/list-1", false],
    [{ path: "/{id}" }, "/list/list-1", false],
    [{ path: "/list/list.1" }, "/list/list-1", false],
    [{ path: "/list/list-1", method: "get" }, "/list/list-1", true],
    [{ path: "/list/list-1", method: "POST" }, "/list/list-1", false],
  ] as const) {
    it(`${isStruck ? "applies" : "doesn't apply"} the fault to GET ${path} if the fault has ${JSON.stringify(fault)}`, async () => {
      emulator().faults([{ ...fault, times: 1, kind: "status" }]);
      expect((await call("GET", path)).status).to.equal(isStruck ? 500 : 200);
    });
  }

  it("applies the fault to a request to the verification API if the path matches", async () => {
    emulator().faults([{ path: "/verifyFileStatus/{id}", times: 1, kind: "status" }]);
    expect((await verify("/verifyFileStatus/file-1")).status).to.equal(500);
  });

  it("applies no fault any more if a test replaces the faults by an empty list", async () => {
    emulator().faults([{ path: "*", times: 9, kind: "status" }]);
    emulator().faults([]);
    expect((await call("GET", "/list/list-1")).status).to.equal(200);
  });

  for (const [list, sentence] of [
    [
      [{ path: "/x", times: 1, kind: "strike" }],
      'faults[0].kind: must be one of "status", "delay", "delay-after", "hold", "reset-before", "reset-after", "truncate", "html", "bad-json", "error-in-200", "stale", "duplicate-rows", "moved-rows", "empty-page", "wrong-total" (got "strike")',
    ],
    [[{ path: "/x", kind: "status" }], 'faults[0]: missing required field "times"'],
    [[{ path: "/x", times: 0, kind: "status" }], "faults[0].times: must be at least 1 (got 0)"],
    [{ path: "/x", times: 1, kind: "status" }, "faults: must be an array"],
    [
      [{ path: "/x", times: 1, kind: "reset-befor" }],
      '"wrong-total" (got "reset-befor"); did you mean "reset-before"?',
    ],
    [
      [{ path: "/x", time: 1, times: 1, kind: "status" }],
      'faults[0]: unknown field "time"; did you mean "times"?',
    ],
    [
      [{ path: "/x", times: 1, kind: "status", headers: { "retry after": "7" } }],
      'faults[0].headers: must be a valid header name other than trailer (got "retry after")',
    ],
    [
      [{ path: "/x", times: 1, kind: "status", headers: { Trailer: "x" } }],
      'faults[0].headers: must be a valid header name other than trailer (got "Trailer")',
    ],
    [
      [{ path: "/x", times: 1, kind: "status", headers: { "x-note": "a\nb" } }],
      'faults[0].headers.x-note: must be a valid header value (got "a\\nb")',
    ],
  ] as const) {
    it(`reports the mistake if the faults are invalid, such as ${JSON.stringify(list)}`, () => {
      const given = list as unknown as Fault[];
      expect(() => emulator().faults(given)).to.throw(sentence);
    });
  }
});

describe('the emulator\'s fault "stale"', function () {
  const { emulator, found, post } = useEmulator(this);
  const names = async () => (await found("/senders/search")).map((row) => row.sender_name);

  it("hides each write from searches until the declared milliseconds have passed", async () => {
    emulator().faults([{ path: "/senders/search", times: 9, kind: "stale", ms: 5_000 }]);
    expect(await names()).to.deep.equal(["Acme"]);
    await post("/senders", sender);
    expect(await names()).to.deep.equal(["Acme"]);
    emulator().advance(3_000);
    await post("/senders", { ...sender, sender_name: "Later" });
    expect(await names()).to.deep.equal(["Acme"]);
    emulator().advance(2_000);
    expect(await names()).to.have.members(["Acme", "News"]);
    emulator().advance(3_000);
    expect(await names()).to.have.members(["Acme", "News", "Later"]);
  });

  it("hides a write from searches for at most ten seconds, even if 60 seconds are declared", async () => {
    emulator().faults([{ path: "/senders/search", times: 9, kind: "stale", ms: 60_000 }]);
    await post("/senders", sender);
    emulator().advance(9_000);
    expect(await names()).to.deep.equal(["Acme"]);
    emulator().advance(1_000);
    expect(await names()).to.have.members(["Acme", "News"]);
  });

  it("ends after the number of requests in the field times", async () => {
    emulator().faults([{ path: "/senders/search", times: 1, kind: "stale", ms: 5_000 }]);
    await post("/senders", sender);
    expect(await names()).to.deep.equal(["Acme"]);
    expect(await names()).to.have.members(["Acme", "News"]);
  });

  it("doesn't hide an existing property from a create", async () => {
    emulator().faults([{ path: "/contact/property", times: 9, kind: "stale", ms: 5_000 }]);
    const age = { name: "age", type: "number" };
    expect((await post("/contact/property", age)).status).to.equal(201);
    expect((await post("/contact/property", age)).status).to.equal(400);
  });
});

describe('the emulator\'s fault "wrong-total"', function () {
  const { emulator, post } = useEmulator(this);

  for (const [path, total] of Object.entries({
    "/domains/search": "count",
    "/lists/search": "list_count",
    "/webhooks/search": "total",
    "/campaign/campaign-1/opens": "total",
  })) {
    it(`changes the total, but no row, in the response to POST ${path}`, async () => {
      const search = { page: 1, limit: 10 };
      const { body } = (await post(path, search)) as { body: { data: unknown[] } };
      emulator().faults([{ path, times: 1, kind: "wrong-total", total: 77 }]);
      const { status, body: wrong } = await post(path, search);
      expect(status).to.equal(200);
      expect(wrong).to.deep.include({ data: body.data, [total]: 77 });
    });
  }

  it("is the only fault whose field total changes the total in a response", async () => {
    emulator().faults([{ path: "*", times: 1, kind: "delay", ms: 0, total: 77 }]);
    const { body } = await post("/lists/search", { page: 1, limit: 10 });
    expect(body).to.deep.include({ list_count: 3 });
  });
});

/** The code of the error that broke the connection, which `fetch` wraps in other errors. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String((cause as { code?: string }).code);
}

/** Waits for an effect at the other end of a socket. Ends at the latest with the test's time limit. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
