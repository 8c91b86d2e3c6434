import { Agent, get } from "node:http";
import { connect } from "node:net";
import { expect } from "chai";
import { defaultKeys, type Exchange, type LoggedRequest, type Seed } from "../../emulator/index";
import { failure, rejection } from "../support/rejection";
import { useEmulator, useStart } from "./caller";

const sender = { sender_email: "news@acme.example", sender_name: "News" };

describe("a test's emulator", function () {
  const { emulator, call, post } = useEmulator(this);
  const start = useStart(this);

  it("listens on a free port of the loopback address with both APIs", () => {
    expect(emulator().baseUrl).to.match(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(emulator().verifyUrl).to.match(/^http:\/\/127\.0\.0\.1:\d+\/verify$/);
  });

  it("accepts only the keys that the options set, and refuses the default keys", async () => {
    const other = await start({ apiKey: "main", verifyKey: "verifier" });
    const status = async (authorization: string, file: string) =>
      (await fetch(file, { headers: { authorization } })).status;
    expect(await status("emulator-api-key", `${other.baseUrl}/list/list-1`)).to.equal(401);
    const file = `${other.verifyUrl}/verifyFileStatus/file-1`;
    expect(await status("Bearer verifier", file)).to.equal(200);
    expect(await status("main", `${other.baseUrl}/list/list-1`)).to.equal(200);
    expect(await status(`Bearer ${defaultKeys.verifyKey}`, file)).to.equal(401);
  });

  it("fails to start if the port is taken", async () => {
    const port = Number(new URL(emulator().baseUrl).port);
    expect((await failure(start({ port }))).code).to.equal("EADDRINUSE");
  });

  for (const [options, sentence] of [
    [{ clock: "noon" }, 'clock: must be "real" or an ISO 8601 time (got "noon")'],
    [{ rateLimit: 0 }, "rateLimit: perSecond must be greater than 0 (got 0)"],
    [
      { smtp: "smtp://mail.example:25" },
      'smtp: mails to another machine only if smtpHost names it: "mail.example" (got "smtp://mail.example:25")',
    ],
    [
      { smtp: "127.0.0.1:25" },
      'smtp: must be an address such as smtp://127.0.0.1:1025 (got "127.0.0.1:25")',
    ],
  ] as const) {
    it(`fails to start if the options are ${JSON.stringify(options)}`, async () => {
      expect(await rejection(start(options))).to.equal(sentence);
    });
  }

  it("accepts an SMTP server on another machine if smtpHost names that machine", async () => {
    await start({ smtp: "smtp://mail.example:25", smtpHost: "mail.example" });
  });

  it('takes the time from the option clock, or from the machine if the option is "real"', async () => {
    const created = async (clock: string) => {
      const other = await start({ clock, seed: { domains: [{ domain: "acme.example" }] } });
      const at = other.snapshot().domains[0]?.created_at;
      return Date.parse(at ?? "");
    };
    expect(await created("2030-05-01T09:00:00Z")).to.equal(Date.UTC(2030, 4, 1, 9));
    expect(await created("real")).to.be.closeTo(Date.now(), 60_000);
  });

  it("starts with an account that has an object of every kind if no seed is given", () => {
    const { account, sequence: _, mails, ...kinds } = emulator().snapshot();
    for (const [kind, rows] of Object.entries(kinds)) expect(rows, kind).not.to.be.empty;
    const statuses = kinds.domains.map(({ status }) => status);
    expect(statuses).to.deep.equal(["verified", "not_verified", "failed"]);
    expect([account.timezone, mails]).to.deep.equal(["Europe/Berlin", []]);
  });

  it("restores account, ids, clock, log and faults on a reset", async () => {
    const before = emulator().snapshot();
    await post("/senders", sender);
    emulator().advance(1000);
    emulator().faults([{ path: "*", times: 9, kind: "status" }]);
    emulator().reset();
    expect(emulator().snapshot()).to.deep.equal(before);
    expect(emulator().requests()).to.deep.equal([]);
    expect((await post("/senders", sender)).body).to.include({ id: "sender-2" });
    expect(emulator().snapshot().senders[1]?.createdDate).to.equal("2026-01-01 01:00:00");
  });

  it("replaces the account with a new seed, and removes objects of kinds that the seed omits", async () => {
    emulator().seed({ lists: [{ name: "Only" }] });
    expect(emulator().snapshot()).to.deep.include({
      senders: [],
      lists: [
        { id: "list-1", name: "Only", list_status: "active", list_type: "1", open_percentage: 0 },
      ],
    });
  });

  it("throws an error that names the mistake if a patch or a removal is invalid", () => {
    const broken = { status: "gone" } as never;
    expect(() => emulator().patch("domains", "domain-1", broken)).to.throw(
      'patch.domains[0].status: must be one of "verified", "not_verified", "failed" (got "gone")',
    );
    expect(() => emulator().patch("domains", "domain-9", {})).to.throw(
      'domains: there is no object with the id "domain-9"',
    );
    expect(() => emulator().patch("domains", "domain-1", { id: "domain-9" })).to.throw(
      'patch.id: an id can\'t be changed (got "domain-9")',
    );
    expect(() => emulator().remove("opens" as never, "x")).to.throw(
      "opens can't be patched or removed: they have no ids. Replace the whole account with a seed.",
    );
    expect(() => emulator().remove("sender" as never, "x")).to.throw(
      'unknown kind "sender"; did you mean "senders"?',
    );
  });

  it("keeps the account unchanged if a test changes a snapshot", () => {
    (emulator().snapshot().senders as object[]).length = 0;
    expect(emulator().snapshot().senders).to.have.lengthOf(1);
  });

  it("closes idle keep-alive connections and waiting requests at once if the emulator is closed", async () => {
    const other = await start();
    const agent = new Agent({ keepAlive: true });
    const headers = { authorization: "emulator-api-key" };
    await new Promise((resolve) => {
      get(`${other.baseUrl}/list/list-1`, { agent, headers }, (response) => {
        response.resume().on("end", resolve);
      });
    });
    other.faults([{ path: "*", times: 1, kind: "delay", ms: 60_000 }]);
    const waiting = fetch(`${other.baseUrl}/list/list-1`, { headers }).catch(() => "broken");
    while (other.requests().length < 2) await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await Promise.all([other.close(), other.close()]);
    expect(await waiting).to.equal("broken");
    expect(performance.now() - before).to.be.below(10_000);
    agent.destroy();
  });

  it("closes at once if a client has sent only half of a request", async () => {
    const other = await start();
    const socket = connect(Number(new URL(other.baseUrl).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("POST /v1/senders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
    while (other.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await other.close();
    expect(performance.now() - before).to.be.below(10_000);
    socket.destroy();
  });

  it("passes a request and its response in full, but without the key, to the callback onExchange", async () => {
    const exchanges: Exchange[] = [];
    const other = await start({ onExchange: (exchange) => exchanges.push(exchange) });
    await fetch(`${other.verifyUrl}/verifyFileStatus/file-9`, {
      headers: { authorization: "Bearer emulator-verify-key" },
    });
    expect(exchanges).to.have.lengthOf(1);
    expect(exchanges[0]?.headers.authorization).to.equal("Bearer [key]");
    expect({ ...exchanges[0], headers: {} }).to.deep.equal({
      method: "GET",
      path: "/verify/verifyFileStatus/file-9",
      headers: {},
      requestBody: "",
      status: 404,
      responseBody: '{"errors":[{"field":"id","message":"Record not found with the given Id"}]}',
      fault: undefined,
    });
  });

  it("logs a request by method, path, status, field names and fault, without values", async () => {
    emulator().faults([{ path: "/senders", times: 1, kind: "reset-after" }]);
    await call("GET", "/contacts/ada%40example.com?x=1");
    await post("/senders", sender).catch(() => "broken");
    const log = emulator().requests();
    expect(log.map(({ at, ...rest }) => rest)).to.deep.equal([
      { method: "GET", path: "/v1/contacts/ada%40example.com", status: 200 },
      {
        method: "POST",
        path: "/v1/senders",
        status: 201,
        fields: ["sender_email", "sender_name"],
        fault: "reset-after",
      },
    ] satisfies Omit<LoggedRequest, "at">[]);
    expect(log[0]?.at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("keeps keys out of the log even if a key was sent as an id", async () => {
    await call("GET", "/list/emulator-api-key");
    await call("GET", "/list/x-emulator-verify-key");
    const log = emulator().requests();
    expect(log.map(({ path }) => path)).to.deep.equal(["/v1/list/[key]", "/v1/list/x-[key]"]);
  });
});

describe("a seed of an emulator", function () {
  const { emulator } = useEmulator(this);

  for (const [seed, sentence] of [
    [{ sender: [] }, 'seed: unknown field "sender"; did you mean "senders"?'],
    [{ domains: [{}] }, 'seed.domains[0]: missing required field "domain"'],
    [
      { domains: [{ domain: "a", state: 1 }] },
      'seed.domains[0]: unknown field "state"; did you mean "status"?',
    ],
    [
      { account: { timezone: "Mars" } },
      'seed.account.timezone: must be an IANA time zone such as "Europe/Berlin" (got "Mars")',
    ],
    [
      { opens: [{ campaign_id: "c", contact_id: "x" }] },
      'seed.opens[0].campaign_id: there is no campaign with the id "c"',
    ],
    [
      { inbox_placements: [{ campaign_id: "c", provider: "gmail" }] },
      'seed.inbox_placements[0].campaign_id: there is no campaign with the id "c"',
    ],
    [
      { lists: [{ id: "a", name: "A" }, { name: "B" }, { id: "a", name: "C" }] },
      'seed.lists: [0] and [2] have the same id "a"',
    ],
    [
      { file_verifications: [{ file_id: "f" }, { file_id: "f" }] },
      'seed.file_verifications: [0] and [1] have the same id "f"',
    ],
  ] as const) {
    it(`is refused with an error that names mistake and position if the seed is ${JSON.stringify(seed)}`, () => {
      const before = emulator().snapshot();
      expect(() => emulator().seed(seed as unknown as Seed)).to.throw(sentence);
      expect(emulator().snapshot()).to.deep.equal(before);
    });
  }

  it("may omit the id of an object, which then gets the next free id", () => {
    emulator().seed({
      segments: [{ name: "A" }, { id: "segment-2", name: "B" }, { name: "C" }],
    });
    const { segments } = emulator().snapshot();
    expect(segments.map(({ id }) => id)).to.deep.equal(["segment-1", "segment-2", "segment-3"]);
  });
});

describe("an object without an id in a seed", function () {
  const { emulator, post } = useEmulator(this);

  it("gets an id that no later object gets, even if the object is removed", async () => {
    emulator().seed({ lists: [{ name: "A" }, { name: "B" }] });
    emulator().remove("lists", "list-2");
    const { body } = await post("/list", { name: "Later", list_type: 1 });
    expect(body).to.deep.equal({ id: "list-3" });
    expect(emulator().snapshot().sequence.lists).to.equal(3);
  });
});

describe("the emulator's control routes", function () {
  const { emulator, control, post } = useEmulator(this);
  const done = { status: 200, body: { status: "ok" } };

  it("report that the emulator is running, even without a key", async () => {
    expect(await control("GET", "/health")).to.deep.equal(done);
  });

  it("have the same effects as the emulator's methods, and don't appear in the request log", async () => {
    const [before] = emulator().snapshot().senders;
    expect(await control("POST", "/seed", { senders: [sender] })).to.deep.equal(done);
    expect((await control("GET", "/snapshot")).body).to.deep.equal(emulator().snapshot());
    expect(emulator().snapshot().senders).to.have.lengthOf(1);
    expect(await control("POST", "/advance", { ms: 5000 })).to.deep.equal(done);
    expect(
      await control("POST", "/faults", [{ path: "*", times: 1, kind: "status", status: 418 }]),
    ).to.deep.equal(done);
    expect((await post("/senders/search", { page: 1, limit: 10 })).status).to.equal(418);
    const { body } = await control("GET", "/requests");
    expect(body).to.deep.equal(emulator().requests());
    expect(body).to.have.lengthOf(1);
    expect(await control("POST", "/reset")).to.deep.equal(done);
    expect(emulator().snapshot().senders).to.deep.equal([before]);
  });

  it("can change or remove an object of the account", async () => {
    const fields = { id: "domain-2", status: "verified" };
    expect(await control("PATCH", "/domains/domain-2", fields)).to.deep.equal(done);
    const { domains } = emulator().snapshot();
    expect(domains.map(({ status }) => status)).to.deep.equal(["verified", "verified", "failed"]);
    expect(await control("DELETE", "/senders/sender-1")).to.deep.equal(done);
    expect(emulator().snapshot().senders).to.deep.equal([]);
  });

  it("respond to an invalid request with an error that names the mistake", async () => {
    for (const [method, path, body, error] of [
      [
        "POST",
        "/advance",
        { ms: -1 },
        "advance: must be a number of milliseconds, 0 or more (got -1)",
      ],
      [
        "POST",
        "/advance",
        null,
        "advance: must be a number of milliseconds, 0 or more (got undefined)",
      ],
      ["POST", "/seed", null, "seed: must be an object"],
      ["POST", "/faults", [null], "faults[0]: must be an object"],
      ["PATCH", "/senders/sender-1", [], "patch: must be an object"],
      ["PATCH", "/senders/sender-1", { id: null }, "patch.id: an id can't be changed (got null)"],
    ] as const) {
      expect(await control(method, path, body)).to.deep.equal({ status: 400, body: { error } });
    }
    expect((await control("POST", "/faults", "x")).status).to.equal(400);
    expect((await control("GET", "/nothing")).status).to.equal(501);
  });
});
