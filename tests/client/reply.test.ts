import { expect } from "chai";
import type { Call } from "../../provider/client/call";
import { path } from "../../provider/client/path";
import { judge, type Reply } from "../../provider/client/reply";
import { callError, mayPass, sentOf } from "../../provider/errors/call-error";

const read: Call = { method: "GET", path: path`/list/${{ id: "l1" }}`, policy: "read" };
const create: Call = { method: "POST", path: path`/senders`, policy: "once" };
const toggle: Call = {
  method: "POST",
  path: path`/webhooks/toggle/${{ id: "w1" }}`,
  policy: "repeatable",
  mayBeEmpty: true,
};

function reply(call: Call, status: number, body: unknown, headers: Partial<Reply["advice"]> = {}) {
  const { method, path } = call;
  return judge({
    call,
    keys: ["k-1"],
    context: {
      interface: "main",
      address: "https://mail.example/v1",
      method,
      route: path.route,
      attempts: 1,
      sent: "no",
    },
    status,
    text: typeof body === "string" ? body : JSON.stringify(body),
    advice: { retryAfter: null, date: null, ...headers },
  });
}

/** How a reply failed, in short. */
function failure(...given: Parameters<typeof reply>) {
  const outcome = reply(...given);
  if (!("reason" in outcome)) throw new Error("it did not fail");
  const { code, message, details } = callError(outcome);
  const passes = mayPass(outcome);
  return { passes, code, message, sent: sentOf(outcome), details, waitMs: outcome.retryAfterMs };
}

const checkAddress =
  "Check that emailmarketing:baseUrl is the address of the API, including its version.";

describe("judge", () => {
  it("gives the body of a good reply", () => {
    for (const status of [200, 201, 202, 299]) {
      expect(reply(read, status, { data: [] })).to.deep.equal({ status, body: { data: [] } });
    }
    expect(reply(read, 200, { data: [], message: "ok" })).to.have.property("body");
  });

  it("does not take JSON that is nested 100,000 levels deep for an answer", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const body of [`{"data":${deep}}`, `{"error":${deep}}`]) {
      const { message, ...rest } = failure(read, 200, body);
      expect(message).to.equal(
        "https://mail.example/v1 replied with JSON nested more than 100 levels deep (200, GET /list/{id}). " +
          checkAddress,
      );
      expect(rest).to.include({ code: "unexpected-reply", sent: "maybe" });
    }
  });

  it("takes an empty reply, or only a message, where the request says all", () => {
    for (const body of ["", "  \n", {}, { message: "The webhook is active" }]) {
      expect(reply(toggle, 200, body)).to.have.property("body");
    }
  });

  for (const [form, body] of [
    ["an empty body", ""],
    ["an unexpected body", { message: "ok" }],
    ["an unexpected body", {}],
    ["an unexpected body", "OK"],
    ["an unexpected body", "[]"],
    ["an unexpected body", "null"],
    ["an unexpected body", '{"id":'],
  ] as const) {
    it(`does not take ${JSON.stringify(body)} for an answer: the call may have been carried out`, () => {
      const { message, ...rest } = failure(create, 201, body);
      expect(message).to.equal(
        `https://mail.example/v1 replied with ${form} (201, POST /senders). ${checkAddress}`,
      );
      expect(rest).to.deep.include({ passes: false, code: "unexpected-reply", sent: "maybe" });
    });
  }

  it("does not take another form for the acknowledgement of a write", () => {
    expect(failure(toggle, 200, "<html>")).to.include({
      code: "unexpected-reply",
      sent: "maybe",
    });
    expect(failure(toggle, 200, "OK").code).to.equal("unexpected-reply");
  });

  it("fails a good status with an error in the body", () => {
    expect(failure(create, 200, { error: "The domain is not verified" })).to.deep.include({
      passes: false,
      code: "validation",
      sent: "no",
      message: 'the service replied "The domain is not verified" (200, POST /senders).',
    });
    expect(failure(toggle, 200, { errors: [{ field: "id", message: "no" }] }).code).to.equal(
      "validation",
    );
  });

  it("quotes every complaint, with its field, without key and address", () => {
    const errors = [
      { field: "sender_email", message: "ada@example.com is not on a verified domain" },
      { field: "", message: "for k-1" },
    ];
    const { message, details } = failure(create, 400, { errors });
    expect(details).to.deep.equal([
      "sender_email: [address] is not on a verified domain",
      "for [key]",
    ]);
    expect(message).to.equal(
      'the service replied "sender_email: [address] is not on a verified domain; for [key]" (400, POST /senders).',
    );
  });

  for (const [status, body] of [
    [404, { errors: [{ field: "id", message: "Record not found with the given Id" }] }],
    [400, { error: { field: "id", message: "Record not found with the given Id" } }],
    [404, { error: "Record not found with the given Id" }],
    [200, { error: "Record not found with the given Id" }],
    [422, { message: "record NOT found" }],
  ] as const) {
    it(`knows an unknown id by its sentence: ${status} ${JSON.stringify(body)}`, () => {
      expect(failure(read, status, body)).to.include({ passes: false, code: "not-found" });
    });
  }

  it("takes a 404 that says nothing of a record for another server", () => {
    for (const body of ["", { message: "Cannot GET /list/l1" }, "Not Found"]) {
      expect(failure(read, 404, body)).to.include({
        code: "unexpected-reply",
        message: `https://mail.example/v1 has no such endpoint (404, GET /list/{id}). ${checkAddress}`,
      });
    }
  });

  it("takes a 404 about a field for a complaint", () => {
    const errors = [{ field: "segment_id", message: "unknown" }];
    expect(failure(create, 404, { errors }).code).to.equal("validation");
  });

  for (const status of [401, 403]) {
    it(`says of a ${status} that the key was refused`, () => {
      const errors = [{ field: "", message: "Authorization failed" }];
      expect(failure(read, status, { errors })).to.include({
        passes: false,
        code: "auth",
        message: `the service replied "Authorization failed" (${status}, GET /list/{id}).`,
      });
    });
  }

  for (const [status, code] of [
    [400, "validation"],
    [409, "conflict"],
    [413, "validation"],
    [422, "validation"],
  ] as const) {
    it(`calls a ${status} ${code}`, () => {
      expect(failure(create, status, { message: "no" })).to.include({
        passes: false,
        code,
        sent: "no",
      });
    });
  }

  for (const status of [405, 501]) {
    it(`says of a ${status} that the operation is not offered`, () => {
      expect(failure(create, status, { message: "no" })).to.include({
        passes: false,
        code: "unexpected-reply",
        sent: "no",
        message: `https://mail.example/v1 does not support this operation (${status}, POST /senders). ${checkAddress}`,
      });
    });
  }

  for (const status of [300, 304, 307]) {
    it(`never takes a ${status} for a write that may have happened`, () => {
      expect(failure(create, status, "")).to.include({
        passes: false,
        code: "unexpected-reply",
        sent: "no",
      });
    });
  }

  for (const status of [500, 502, 503, 504, 599]) {
    it(`says that a write may have happened after a ${status}`, () => {
      expect(failure(create, status, { message: "technical difficulties" })).to.include({
        passes: true,
        code: "server",
        sent: "maybe",
        message:
          `the service replied "technical difficulties" (${status}, POST /senders). ` +
          "The error is on the service's side; try again later.",
      });
    });
  }

  it("calls a 429 a refusal that did nothing, with the wait that is asked for", () => {
    const refused = failure(create, 429, { message: "Too Many Requests" }, { retryAfter: "2" });
    expect(refused).to.include({
      passes: true,
      code: "rate-limit",
      sent: "no",
      waitMs: 2000,
      message:
        "too many requests (429, POST /senders); the service asked to wait 2 s. " +
        "Try again later, or raise emailmarketing:deadlineSeconds.",
    });
    expect(failure(create, 429, "")).to.include({ passes: true, waitMs: undefined });
  });

  it("counts the wait until a date from the reply's own date", () => {
    const { waitMs } = failure(read, 503, "", {
      date: "Wed, 01 Jan 2020 10:00:00 GMT",
      retryAfter: "Wed, 01 Jan 2020 10:00:05 GMT",
    });
    expect(waitMs).to.equal(5000);
  });

  it("says that the proxy refuses its credentials, which is no fault of the service", () => {
    for (const call of [read, create]) {
      expect(failure(call, 407, "")).to.include({
        passes: false,
        code: "network",
        sent: "no",
        message: `proxy authentication failed (407, ${call.method} ${call.path.route}). Check the credentials in HTTPS_PROXY.`,
      });
    }
  });
});
