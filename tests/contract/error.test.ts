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
  it("error list: one or more fields with their messages", () => {
    const isErrorList = (body: unknown) => isReply("POST /senders/search", 400, body);
    expect(isErrorList({ errors: [fault] })).to.be.true;
    expect(isErrorList({ errors: [fault, fault] })).to.be.true;
    expect(isErrorList({ errors: [] })).to.be.false;
    expect(isErrorList({ errors: [{ field: "limit" }] })).to.be.false;
    expect(isErrorList({ errors: [{ message: "bad" }] })).to.be.false;
    expect(isErrorList({ error: fault })).to.be.false;
    expect(isErrorList({})).to.be.false;
  });

  it("error object: one field with its message", () => {
    const isErrorObject = (body: unknown) => isReply("PUT /campaign/c", 400, body);
    expect(isErrorObject({ error: fault })).to.be.true;
    expect(isErrorObject({ error: "bad" })).to.be.false;
    expect(isErrorObject({ errors: [fault] })).to.be.false;
    expect(isErrorObject({})).to.be.false;
  });

  it("error text: one sentence", () => {
    const isErrorText = (body: unknown) => isReply("POST /webhooks/toggle/w", 400, body);
    expect(isErrorText({ error: "Invalid status" })).to.be.true;
    expect(isErrorText({ error: fault })).to.be.false;
    expect(isErrorText({ message: "Invalid status" })).to.be.false;
    expect(isErrorText({})).to.be.false;
  });

  it("message: one sentence under its own name", () => {
    const isMessage = (body: unknown) => isReply("POST /domains/search", 500, body);
    expect(isMessage({ message: "We are facing technical difficulties." })).to.be.true;
    expect(isMessage({ error: "We are facing technical difficulties." })).to.be.false;
    expect(isMessage({})).to.be.false;
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

  it("an unknown id is an error list with the field id", () => {
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

  it("an unknown webhook is an error text", () => {
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
