import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { expect } from "chai";
import { type Answer, draft, errorList, errorObject, notFound, useEmulator } from "./caller";

const unauthorised: Answer = {
  status: 401,
  body: { errors: [{ field: "", message: "Authorization failed" }] },
};

const invalidStatus: Answer = { status: 400, body: { error: "Invalid status" } };

interface Condition {
  readonly condition: string;
  readonly path: string;
  readonly body: unknown;
  readonly answer: Answer;
}

/** The specification's table of known conditions, row by row. */
const conditions: readonly Condition[] = [
  {
    condition: "domain search `limit` below 10",
    path: "/domains/search",
    body: { page: 1, limit: 9 },
    answer: errorList("limit", "limit must be at least 10"),
  },
  {
    condition: "domain search `status` outside the allowed values",
    path: "/domains/search",
    body: { page: 1, limit: 10, status: "Verified" },
    answer: errorList("status", "status must be one of verified, not_verified, failed"),
  },
  {
    condition: "domain search without `page`",
    path: "/domains/search",
    body: { limit: 10 },
    answer: errorList("page", "page is required"),
  },
  {
    condition: "inbox tracking `domain` not allowed",
    path: "/inbox-tracking",
    body: { date_from: "2025-12-01", date_to: "2025-12-31", domain: "aol" },
    answer: errorList("domain", "domain must be one of gmail, yahoo, outlook, others"),
  },
  {
    condition: "campaign create with invalid `sender_email`",
    path: "/campaign",
    body: { ...draft, sender: { sender_email: "hello", sender_name: "Acme" } },
    answer: errorList("sender_email", "sender_email must be a valid email address"),
  },
  {
    condition: "campaign create with invalid `reply_email`",
    path: "/campaign",
    body: { ...draft, reply_email: "hello" },
    answer: errorList("reply_email", "reply_email must be a valid email address"),
  },
  {
    condition: "property `name` too short",
    path: "/contact/property",
    body: { name: "ab", type: "text" },
    answer: errorObject("name", "name must be at least 3 characters"),
  },
  {
    condition: "webhook toggle `status` not 0 or 1",
    path: "/webhooks/toggle/webhook-1",
    body: { status: "2" },
    answer: invalidStatus,
  },
  {
    condition: "webhook toggle `status` as a number",
    path: "/webhooks/toggle/webhook-1",
    body: { status: 1 },
    answer: invalidStatus,
  },
  {
    condition: "toggle of an unknown webhook",
    path: "/webhooks/toggle/webhook-9",
    body: { status: "1" },
    answer: { status: 404, body: { error: "Record not found with the given Id" } },
  },
];

/** One valid request to every operation whose path has an id, with an id that nothing has. */
const unknownIds: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", "/contacts/contact-9"],
  ["GET", "/list/list-9"],
  ["POST", "/domains/domain-9/share", { recipients: ["dns@example.com"] }],
  ["PUT", "/campaign/campaign-9", { name: "News" }],
  ["POST", "/campaign/campaign-9/opens", { page: 1, limit: 1 }],
  ["POST", "/campaign/campaign-9/unsubs", { page: 1, limit: 1 }],
  [
    "POST",
    "/inbox-tracking",
    { date_from: "2025-12-01", date_to: "2025-12-31", campaign_id: "campaign-9" },
  ],
  ["PATCH", "/contact/property/property-9", { name: "plan" }],
  ["DELETE", "/contact/property/property-9"],
];

describe("the specification's known conditions", function () {
  const { emulator, call, post, verify } = useEmulator(this);

  for (const { condition, path, body, answer } of conditions) {
    it(`answers ${condition} as specified`, async () => {
      expect(await post(path, body)).to.deep.equal(answer);
    });
  }

  for (const [method, path, body] of unknownIds) {
    it(`answers ${method} ${path} with record not found in an error list`, async () => {
      expect(await call(method, path, body)).to.deep.equal(notFound);
    });
  }

  it("answers an unknown file id with record not found in an error list", async () => {
    expect(await verify("/verifyFileStatus/file-9")).to.deep.equal(notFound);
  });

  for (const authorization of [undefined, "wrong", "Bearer emulator-api-key", ""]) {
    it(`refuses the main API to the header ${JSON.stringify(authorization)}`, async () => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${emulator().baseUrl}/list/list-1`, { headers });
      expect({ status: response.status, body: await response.json() }).to.deep.equal(unauthorised);
    });
  }

  for (const authorization of [undefined, "emulator-verify-key", "Bearer emulator-api-key"]) {
    it(`refuses the verification API to ${JSON.stringify(authorization)}`, async () => {
      const headers = authorization === undefined ? {} : { authorization };
      const url = `${emulator().verifyUrl}/verifyFileStatus/file-1`;
      const response = await fetch(url, { headers });
      expect({ status: response.status, body: await response.json() }).to.deep.equal(unauthorised);
    });
  }

  it("looks at the key before the body", async () => {
    const response = await fetch(`${emulator().baseUrl}/senders`, { method: "POST", body: "{" });
    expect(response.status).to.equal(401);
  });

  it("answers one request too many with 429 and a message", async () => {
    emulator().faults([{ path: "/list/list-1", times: 1, kind: "status", status: 429 }]);
    expect(await call("GET", "/list/list-1")).to.deep.equal({
      status: 429,
      body: { message: "Too Many Requests" },
    });
  });

  it("answers an internal failure with 500 and a message", async () => {
    emulator().faults([{ path: "/list/list-1", times: 1, kind: "status" }]);
    expect(await call("GET", "/list/list-1")).to.deep.equal({
      status: 500,
      body: { message: "We are facing technical difficulties. Please try again later." },
    });
  });
});

describe("requests that no operation takes", function () {
  const { emulator, call, post } = useEmulator(this);
  const unserved = (route: string) => ({
    status: 501,
    body: {
      message: `The emulator does not serve ${route}. Its README lists the operations that it serves.`,
    },
  });

  for (const [method, path] of [
    ["POST", "/tags/search"],
    ["GET", "/senders"],
    ["DELETE", "/list/list-1"],
    ["GET", "/list/"],
    ["GET", "/verifyFileStatus/file-1"],
  ] as const) {
    it(`says 501 to ${method} ${path}, never a plausible 404`, async () => {
      expect(await call(method, path)).to.deep.equal(unserved(`${method} /v1${path}`));
    });
  }

  it("says 501 without a key, too", async () => {
    const response = await fetch(`${emulator().baseUrl}/tags`);
    expect(response.status).to.equal(501);
  });

  for (const method of ["HEAD", "OPTIONS", "TRACE", "QUERY"]) {
    it(`says 501 to ${method}`, async () => {
      const { statusCode } = await send(`${emulator().baseUrl}/list/list-1`, { method });
      expect(statusCode).to.equal(501);
    });
  }

  const refusals: Readonly<Record<string, (message: string) => Answer>> = {
    "POST /domains/search": (message) => errorList("", message),
    "PUT /campaign/campaign-2": (message) => errorObject("", message),
    "POST /webhooks/toggle/webhook-1": () => invalidStatus,
  };

  for (const [route, refusal] of Object.entries(refusals)) {
    it(`refuses to ${route} a body that is not JSON, or not sent as JSON`, async () => {
      const [method = "", path = ""] = route.split(" ");
      const answer = async (type: string, body: string) => {
        const headers = { authorization: "emulator-api-key", "content-type": type };
        const response = await fetch(`${emulator().baseUrl}${path}`, { method, headers, body });
        return { status: response.status, body: await response.json() };
      };
      expect(await answer("application/json", '{"page":1,')).to.deep.equal(
        refusal("The body is not valid JSON"),
      );
      expect(await answer("text/plain", "{}")).to.deep.equal(
        refusal("Content-Type must be application/json"),
      );
    });
  }

  it("refuses a field that the operation does not have", async () => {
    expect(await post("/senders/search", { page: 1, limit: 10, name: "Acme" })).to.deep.equal(
      errorList("name", "name is not a field of this operation"),
    );
  });

  it("takes an empty JSON object where no body is needed", async () => {
    const headers = {
      authorization: "emulator-api-key",
      "content-type": "application/json",
      "content-length": 2,
    };
    const url = `${emulator().baseUrl}/contacts/contact-1`;
    expect((await send(url, { headers }, "{}")).statusCode).to.equal(200);
  });
});

/** Sends what fetch refuses to: a GET with a body, or the method TRACE. */
function send(url: string, options: RequestOptions, body = ""): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      response.resume();
      resolve(response);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
