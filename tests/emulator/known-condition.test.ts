import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { expect } from "chai";
import { type Answer, draft, errorList, errorObject, notFound, useEmulator } from "./caller";

const invalidStatus: Answer = { status: 400, body: { error: "Invalid status" } };

const december = { date_from: "2025-12-01", date_to: "2025-12-31" };

/** The specification's table of known conditions, without unknown ids in a path, which the contract's tests check. */
const conditions: readonly (readonly [path: string, body: object, answer: Answer])[] = [
  ["/domains/search", { page: 1, limit: 9 }, errorList("limit", "limit must be at least 10")],
  [
    "/domains/search",
    { page: 1, limit: 10, status: "Verified" },
    errorList("status", "status must be one of verified, not_verified, failed"),
  ],
  ["/domains/search", { limit: 10 }, errorList("page", "page is required")],
  [
    "/inbox-tracking",
    { ...december, domain: "aol" },
    errorList("domain", "domain must be one of gmail, yahoo, outlook, others"),
  ],
  ["/inbox-tracking", { ...december, campaign_id: "campaign-9" }, notFound],
  [
    "/campaign",
    { ...draft, sender: { sender_email: "hello", sender_name: "Acme" } },
    errorList("sender_email", "sender_email must be a valid email address"),
  ],
  [
    "/contact/property",
    { name: "ab", type: "text" },
    errorObject("name", "name must be at least 3 characters"),
  ],
  ["/webhooks/toggle/webhook-1", { status: "2" }, invalidStatus],
];

/** The text of the error in a response. */
const errorIn = ({ body }: Answer) =>
  /"(?:message|error)":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? "";

describe("an emulator", function () {
  const { emulator, post } = useEmulator(this);

  for (const [path, body, answer] of conditions) {
    it(`refuses POST ${path} with "${errorIn(answer)}" if the body is ${JSON.stringify(body)}`, async () => {
      expect(await post(path, body)).to.deep.equal(answer);
    });
  }

  // The contract's tests send a wrong key. These headers are missing, or have the format of the other API.
  for (const [path, keys] of Object.entries({
    "/v1/list/list-1": [undefined, "Bearer emulator-api-key"],
    "/verify/verifyFileStatus/file-1": [undefined, "emulator-verify-key"],
  })) {
    for (const authorization of keys) {
      it(`refuses GET ${path} with "Authorization failed" if the Authorization header is ${authorization ?? "missing"}`, async () => {
        const headers = authorization === undefined ? {} : { authorization };
        const response = await fetch(new URL(path, emulator().baseUrl), { headers });
        expect(response.status).to.equal(401);
        expect(await response.json()).to.deep.equal({
          errors: [{ field: "", message: "Authorization failed" }],
        });
      });
    }
  }

  it("reports the missing key, not the invalid body, if a request has both mistakes", async () => {
    const response = await fetch(`${emulator().baseUrl}/senders`, { method: "POST", body: "{" });
    expect(response.status).to.equal(401);
  });
});

describe("the emulator", function () {
  const { emulator, call, post } = useEmulator(this);
  const unserved = (route: string) => ({
    status: 501,
    // The vendor's client treats a body with only a message as a success, whatever the status.
    body: {
      errors: [
        {
          field: "",
          message: `The emulator does not serve ${route}. Its README links to the list of what it serves.`,
        },
      ],
    },
  });

  for (const [method, path] of [
    ["POST", "/tags/search"],
    ["DELETE", "/list/list-1"],
    ["GET", "/verifyFileStatus/file-1"],
  ] as const) {
    it(`replies with 501 to ${method} ${path}, because a 404 could mean an unknown object`, async () => {
      expect(await call(method, path)).to.deep.equal(unserved(`${method} /v1${path}`));
    });
  }

  it("replies with 501 to an unknown path even without a key", async () => {
    const response = await fetch(`${emulator().baseUrl}/tags`);
    expect(response.status).to.equal(501);
  });

  for (const method of ["HEAD", "TRACE"]) {
    it(`replies with 501 to the method ${method}`, async () => {
      expect(await send(`${emulator().baseUrl}/list/list-1`, { method })).to.equal(501);
    });
  }

  const refusals: Readonly<Record<string, (message: string) => Answer>> = {
    "POST /domains/search": (message) => errorList("", message),
    "PUT /campaign/campaign-2": (message) => errorObject("", message),
    "POST /webhooks/toggle/webhook-1": () => invalidStatus,
  };

  for (const [route, refusal] of Object.entries(refusals)) {
    it(`replies with 400 to ${route} if the body is not JSON or not sent as JSON`, async () => {
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

  it("replies with 400 if the body has a field unknown to the operation", async () => {
    expect(await post("/senders/search", { page: 1, limit: 10, name: "Acme" })).to.deep.equal(
      errorList("name", "name is not a field of this operation"),
    );
  });

  it("accepts the body {} if the operation needs no body", async () => {
    const headers = {
      authorization: "emulator-api-key",
      "content-type": "application/json",
      "content-length": 2,
    };
    const url = `${emulator().baseUrl}/contacts/contact-1`;
    expect(await send(url, { headers }, "{}")).to.equal(200);
  });
});

/** Sends a request that `fetch` refuses, such as a GET with a body or the method TRACE. Returns the status. */
async function send(url: string, options: RequestOptions, body = "") {
  const sent = request(url, options).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response.resume().statusCode;
}
