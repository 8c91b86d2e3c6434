import { expect } from "chai";
import { validateExchange } from "../support/exchange";

/** Whether the contract knows a body as the reply of an operation with a status. */
function isReply(route: string, status: number, responseBody: unknown): boolean {
  const [method = "", path = ""] = route.split(" ");
  return validateExchange({ method, path, status, responseBody }).every(({ on }) => on !== "reply");
}

const fault = { field: "limit", message: "limit must be at least 10" };
const refused = { field: "", message: "Authorization failed" };
const missing = { field: "id", message: "Record not found with the given Id" };

describe("contract error shapes", () => {
  it("A is a list of one or more fields with their messages", () => {
    const isA = (body: unknown) => isReply("POST /senders/search", 400, body);
    expect(isA({ errors: [fault] })).to.be.true;
    expect(isA({ errors: [fault, fault] })).to.be.true;
    expect(isA({ errors: [] })).to.be.false;
    expect(isA({ errors: [{ field: "limit" }] })).to.be.false;
    expect(isA({ errors: [{ message: "bad" }] })).to.be.false;
    expect(isA({ error: fault })).to.be.false;
    expect(isA({})).to.be.false;
  });

  it("B is one field with its message", () => {
    const isB = (body: unknown) => isReply("PUT /campaign/c", 400, body);
    expect(isB({ error: fault })).to.be.true;
    expect(isB({ error: "bad" })).to.be.false;
    expect(isB({ errors: [fault] })).to.be.false;
    expect(isB({})).to.be.false;
  });

  it("C is a text", () => {
    const isC = (body: unknown) => isReply("POST /webhooks/toggle/w", 400, body);
    expect(isC({ error: "Invalid status" })).to.be.true;
    expect(isC({ error: fault })).to.be.false;
    expect(isC({ message: "Invalid status" })).to.be.false;
    expect(isC({})).to.be.false;
  });

  it("D is a message", () => {
    const isD = (body: unknown) => isReply("POST /domains/search", 500, body);
    expect(isD({ message: "We are facing technical difficulties." })).to.be.true;
    expect(isD({ error: "We are facing technical difficulties." })).to.be.false;
    expect(isD({})).to.be.false;
  });
});

describe("contract error words", () => {
  it("a wrong key is refused in these words alone, on both interfaces", () => {
    for (const route of ["POST /senders", "POST /webhooks/toggle/w", "GET /verifyFileStatus/f"]) {
      expect(isReply(route, 401, { errors: [refused] })).to.be.true;
      expect(isReply(route, 401, { errors: [{ ...refused, field: "key" }] })).to.be.false;
      expect(isReply(route, 401, { errors: [{ ...refused, message: "No" }] })).to.be.false;
      expect(isReply(route, 401, { errors: [{ field: "" }] })).to.be.false;
      expect(isReply(route, 401, { errors: [{ message: "Authorization failed" }] })).to.be.false;
      expect(isReply(route, 401, { errors: [refused, refused] })).to.be.false;
      expect(isReply(route, 401, { errors: [] })).to.be.false;
      expect(isReply(route, 401, {})).to.be.false;
    }
  });

  it("an unknown id is told in shape A with field id", () => {
    for (const route of ["GET /contacts/c", "PUT /campaign/c", "GET /list/l"]) {
      expect(isReply(route, 404, { errors: [missing] })).to.be.true;
      expect(isReply(route, 404, { errors: [{ ...missing, field: "" }] })).to.be.false;
      expect(isReply(route, 404, { errors: [{ ...missing, message: "No" }] })).to.be.false;
      expect(isReply(route, 404, { errors: [{ field: "id" }] })).to.be.false;
      expect(isReply(route, 404, { errors: [{ message: missing.message }] })).to.be.false;
      expect(isReply(route, 404, { errors: [missing, missing] })).to.be.false;
      expect(isReply(route, 404, { errors: [] })).to.be.false;
      expect(isReply(route, 404, {})).to.be.false;
    }
  });

  it("an unknown webhook is told in shape C", () => {
    const { message } = missing;
    expect(isReply("POST /webhooks/toggle/w", 404, { error: message })).to.be.true;
    expect(isReply("POST /webhooks/toggle/w", 404, { error: "No" })).to.be.false;
    expect(isReply("POST /webhooks/toggle/w", 404, { errors: [missing] })).to.be.false;
    expect(isReply("POST /webhooks/toggle/w", 404, {})).to.be.false;
  });

  it("too many requests are told in these words alone", () => {
    expect(isReply("POST /domains/search", 429, { message: "Too Many Requests" })).to.be.true;
    expect(isReply("POST /domains/search", 429, { message: "Slow down" })).to.be.false;
    expect(isReply("POST /domains/search", 429, {})).to.be.false;
  });

  it("no error carries more than its shape", () => {
    const extra = { code: 1 };
    expect(isReply("POST /senders", 400, { errors: [fault], ...extra })).to.be.false;
    expect(isReply("POST /senders", 400, { errors: [{ ...fault, ...extra }] })).to.be.false;
    expect(isReply("PUT /campaign/c", 400, { error: fault, ...extra })).to.be.false;
    expect(isReply("POST /webhooks/toggle/w", 400, { error: "a", ...extra })).to.be.false;
    expect(isReply("POST /senders", 401, { errors: [refused], ...extra })).to.be.false;
    expect(isReply("POST /senders", 401, { errors: [{ ...refused, ...extra }] })).to.be.false;
    expect(isReply("GET /list/l", 404, { errors: [missing], ...extra })).to.be.false;
    expect(isReply("GET /list/l", 404, { errors: [{ ...missing, ...extra }] })).to.be.false;
    expect(isReply("POST /domains/search", 429, { message: "Too Many Requests", ...extra })).to.be
      .false;
  });
});
