import { expect } from "chai";
import { pathOf } from "../../provider/api/call";
import type { Call } from "../../provider/client/call";
import { outcomeOf, parseRetryAfterMs, type ServiceResponse } from "../../provider/client/response";
import { callError, failureKind, isTemporary } from "../../provider/errors/call-error";

const read: Call = { method: "GET", ...pathOf("/list/{id}", "l1"), policy: "read" };
const create: Call = { method: "POST", ...pathOf("/senders"), policy: "at-most-once" };
const toggle: Call = {
  method: "POST",
  ...pathOf("/webhooks/toggle/{id}", "w1"),
  policy: "idempotent",
  mayBeEmpty: true,
};

interface More extends Pick<ServiceResponse, "isKnown"> {
  readonly headers?: Readonly<Record<string, string>>;
}

function response(call: Call, status: number, body: unknown, { isKnown, headers = {} }: More = {}) {
  const { method, route } = call;
  return outcomeOf({
    call,
    keys: ["k-1"],
    context: {
      api: "main",
      address: "https://mail.example/v1",
      method,
      route,
      attempts: 1,
      sent: "no",
    },
    status,
    text: typeof body === "string" ? body : JSON.stringify(body),
    headers: new Map(Object.entries(headers)),
    ...(isKnown !== undefined && { isKnown }),
  });
}

/** Describes the failure in a response. Throws if the response is a success. */
function failure(...given: Parameters<typeof response>) {
  const outcome = response(...given);
  if (!("reason" in outcome)) throw new Error("it did not fail");
  const { code, message, details } = callError(outcome);
  const passes = isTemporary(outcome);
  const { sent } = failureKind(outcome);
  return { passes, code, message, sent, details, waitMs: outcome.retryAfterMs };
}

const checkAddress =
  "Check that emailmarketing:baseUrl is the address of the API, including its version.";

describe("response parsing", () => {
  it("returns the body if the status is 200 to 299 and the error fields are absent or empty", () => {
    for (const status of [200, 201, 202, 299]) {
      expect(response(read, status, { data: [] })).to.deep.equal({ status, body: { data: [] } });
    }
    const none = [
      { errors: [] },
      { errors: {} },
      ...["", null, false, 0].map((error) => ({ error })),
    ];
    for (const more of [{ message: "ok" }, ...none]) {
      expect(response(read, 200, { data: [], ...more })).to.have.property("body");
    }
  });

  it("fails with an error about an unreadable response if the JSON is nested 100,000 levels deep", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const body of [`{"data":${deep}}`, `{"error":${deep}}`]) {
      const { message, ...rest } = failure(read, 200, body);
      expect(message).to.equal(
        "https://mail.example/v1 replied with something that is not the API's (200, GET /list/{id}). " +
          checkAddress,
      );
      expect(rest).to.include({ code: "unexpected-reply", sent: "maybe" });
    }
  });

  it("replaces half of a surrogate pair by U+FFFD if the service has cut a character in two", () => {
    const text = String.raw`{"data":[{"name":"Opens \ud83d"},{"name":"\uDE00 \ud83d\ude00"}]}`;
    const body = { data: [{ name: "Opens \ufffd" }, { name: "\ufffd 😀" }] };
    expect(response(read, 200, text)).to.deep.equal({ status: 200, body });
  });

  it("accepts a response with an empty body or only a message if the call needs no result", () => {
    for (const body of ["", "  \n", {}, { message: "The webhook is active" }]) {
      expect(response(toggle, 200, body)).to.have.property("body");
    }
  });

  for (const [form, body] of [
    ["an empty body", ""],
    ["something that is not the API's", { message: "ok" }],
    ["something that is not the API's", {}],
    ["something that is not the API's", "OK"],
    ["something that is not the API's", "[]"],
    ["something that is not the API's", "null"],
    ["something that is not the API's", '{"id":'],
  ] as const) {
    it(`treats a create as unconfirmed if the status is 201 and the body is ${JSON.stringify(body)}`, () => {
      const { message, ...rest } = failure(create, 201, body);
      expect(message).to.equal(
        `https://mail.example/v1 replied with ${form} (201, POST /senders). ${checkAddress}`,
      );
      expect(rest).to.deep.include({ passes: false, code: "unexpected-reply", sent: "maybe" });
    });
  }

  it("shows a web page's title in the error within 5 s even if 80,000 title tags are unclosed", () => {
    const html = `${"<title".repeat(80_000)}<title>Sign in</title>`;
    expect(failure(create, 200, html).message).to.include('a web page ("Sign in") in place of');
  }).timeout(5000);

  const no = { message: "no" };
  const unknownId = "Record not found with the given Id";
  // For each response to a create: the error code, and whether the create may have been carried out.
  for (const [status, body, code, sent] of [
    [200, { error: "The domain is not verified" }, "validation", "no"],
    [200, { error: true }, "validation", "no"],
    [200, { errors: [{ field: "id", message: "no" }] }, "validation", "no"],
    [300, "", "unexpected-reply", "maybe"],
    [301, "", "unexpected-reply", "no"],
    [302, "", "unexpected-reply", "no"],
    [303, "", "unexpected-reply", "maybe"],
    [304, "", "unexpected-reply", "maybe"],
    [308, "", "unexpected-reply", "no"],
    [399, "", "unexpected-reply", "maybe"],
    [307, "", "unexpected-reply", "no"],
    [400, no, "validation", "no"],
    [401, no, "auth", "no"],
    [403, no, "auth", "no"],
    [404, "", "unexpected-reply", "no"],
    [404, { message: "Cannot GET /list/l1" }, "unexpected-reply", "no"],
    [404, { errors: [{ field: "segment_id", message: "unknown" }] }, "validation", "no"],
    [404, { errors: [{ field: "id", message: unknownId }] }, "not-found", "no"],
    [400, { error: { field: "id", message: unknownId } }, "not-found", "no"],
    [200, { error: unknownId }, "not-found", "no"],
    [422, { message: "record NOT found" }, "not-found", "no"],
    [405, no, "unexpected-reply", "no"],
    [501, no, "unexpected-reply", "no"],
    [407, "", "network", "no"],
    [408, "", "server", "maybe"],
    [409, no, "conflict", "no"],
    [413, no, "validation", "no"],
    [429, no, "rate-limit", "no"],
    [500, no, "server", "maybe"],
    [599, "", "server", "maybe"],
  ] as const) {
    it(`reports a create as ${sent === "no" ? "not carried out" : "unconfirmed"}, with the error code ${code}, if the status is ${status} and the body is ${JSON.stringify(body)}`, () => {
      const passes = code === "server" || code === "rate-limit";
      expect(failure(create, status, body)).to.include({ code, sent, passes });
    });
  }

  it("treats a write as unconfirmed after status 301 or 302 if the service has responded before", () => {
    const sentAfter = (call: Call, status: number) =>
      failure(call, status, "", { isKnown: true }).sent;
    for (const [status, sent] of [
      [301, "maybe"],
      [302, "maybe"],
      [307, "no"],
      [308, "no"],
    ] as const) {
      expect([create, toggle].map((call) => sentAfter(call, status))).to.deep.equal([sent, sent]);
    }
    for (const status of [300, 301, 302, 303, 304]) {
      expect(sentAfter(read, status)).to.equal("no");
    }
  });

  it("treats a write as unconfirmed if a 403 web page may hide the write's success (mayActBehindPage)", () => {
    const share: Call = { ...create, mayActBehindPage: true };
    const sentAfter = (call: Call, isKnown: boolean, body = "<title>Blocked</title>") =>
      failure(call, 403, body, { isKnown }).sent;
    expect(sentAfter(share, true)).to.equal("maybe");
    expect(sentAfter(share, false)).to.equal("no");
    expect(sentAfter(share, true, '{"message":"no"}')).to.equal("no");
    expect(sentAfter(create, true)).to.equal("no");
    expect(failure(share, 403, "<title>Blocked</title>", { isKnown: true }).message).to.equal(
      'https://mail.example/v1 replied with a web page ("Blocked") in place of a reply, perhaps from a proxy or firewall in front of the service (403, POST /senders).',
    );
  });

  it("omits the advice to check the API's URL from the error if the status is 303 or 304", () => {
    expect(failure(create, 303, "<title>Senders</title>").message).to.equal(
      "https://mail.example/v1 replied with neither a result nor an error (303, POST /senders).",
    );
    expect(failure(create, 304, "").message).to.equal(
      "https://mail.example/v1 replied with neither a result nor an error (304, POST /senders).",
    );
  });

  it("says what a redirect and a proxy's refusal mean, even if the response is a web page", () => {
    const page = "<title>Sign in</title>";
    expect(failure(read, 302, page).message).to.equal(
      `https://mail.example/v1 replied with a redirect, which is never followed (302, GET /list/{id}). ${checkAddress}`,
    );
    expect(failure(read, 407, page).message).to.equal(
      "the proxy in HTTPS_PROXY refused to connect to https://mail.example/v1 (407, GET /list/{id}). Check HTTPS_PROXY with its credentials, and what the proxy allows.",
    );
  });

  it("treats a write that needs no result as unconfirmed if the response isn't JSON", () => {
    for (const body of ["<html>", "OK"]) {
      expect(failure(toggle, 200, body)).to.include({ code: "unexpected-reply", sent: "maybe" });
    }
  });

  it("quotes the service's error messages with their field names, but without keys and email addresses", () => {
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

  it("returns the wait in the header Retry-After, as the difference from the header Date if Retry-After is a date", () => {
    expect(failure(create, 429, "", { headers: { "retry-after": "2" } }).waitMs).to.equal(2000);
    expect(failure(create, 429, "").waitMs).to.equal(undefined);
    const headers = {
      date: "Wed, 01 Jan 2020 10:00:00 GMT",
      "retry-after": "Wed, 01 Jan 2020 10:00:05 GMT",
    };
    const { waitMs } = failure(read, 503, "", { headers });
    expect(waitMs).to.equal(5000);
  });
});

describe("parseRetryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  for (const [header, waitMs] of [
    ["7", 7000],
    [" 7 ", 7000],
    ["0", 0],
    ["0.0001", 1],
    ["1, 120", 120_000],
    ["120, 1", 120_000],
    ["99999999999", 99_999_999_999_000],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["Thursday, 01-Jan-26 00:01:00 GMT", 60_000],
    ["Thu Jan  1 00:01:00 2026 GMT", 60_000],
    ["Thu Jan  1 00:01:00 2026", 60_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["Thu, 01 Jan 2026 00:01:00 GMT, Thu, 01 Jan 2026 00:02:00 GMT", 120_000],
    ["Thursday, 01-Jan-26 00:02:00 GMT, 7", 120_000],
    ["7, Thu, 01 Jan 2026 00:02:00 GMT", 120_000],
    ["7, soon", 7000],
    ...["", "-5", "soon", "1,5", "1 minute", "Infinity", "1e9"].map(
      (header) => [header, undefined] as const,
    ),
  ] as const) {
    it(`returns ${waitMs === undefined ? "undefined" : `${waitMs} ms`} at 2026-01-01 00:00 UTC if Retry-After is "${header}"`, () => {
      expect(parseRetryAfterMs(header, now)).to.equal(waitMs);
    });
  }
});
