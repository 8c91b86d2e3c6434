import { expect } from "chai";
import { validateExchange } from "../support/exchange";

interface Responses {
  readonly takes: readonly object[];
  /** Bodies that the schema refuses, besides an empty body and an accepted body with an additional field. */
  readonly refuses: readonly object[];
}

const fault = { field: "limit", message: "limit must be at least 10" };
const refused = { field: "", message: "Authorization failed" };
const missing = { field: "id", message: "Record not found with the given Id" };
const failure = "We are facing technical difficulties.";

/** Responses whose only accepted body is an error list with this one error. */
const only = (error: typeof fault): Responses => ({
  takes: [{ errors: [error] }],
  refuses: [
    { errors: [{ ...error, field: "other" }] },
    { errors: [{ ...error, message: "No" }] },
    { errors: [{ ...error, code: 1 }] },
    { errors: [{ field: error.field }] },
    { errors: [{ message: error.message }] },
    { errors: [error, error] },
    { errors: [] },
  ],
});

/** Accepted and refused error bodies by request and status. Messages are fixed only if the specification has them. */
const errors: Readonly<Record<string, Responses>> = {
  "POST /senders/search 400": {
    takes: [{ errors: [fault] }, { errors: [fault, fault] }],
    refuses: [
      { errors: [] },
      { errors: [{ field: "limit" }] },
      { errors: [{ message: "bad" }] },
      { errors: [{ ...fault, code: 1 }] },
      { error: fault },
    ],
  },
  "PUT /campaign/c 400": {
    takes: [{ error: fault }],
    refuses: [{ error: "bad" }, { errors: [fault] }],
  },
  "POST /webhooks/toggle/w 400": {
    takes: [{ error: "Invalid status" }],
    refuses: [{ error: fault }, { message: "Invalid status" }],
  },
  "POST /senders 401": only(refused),
  "GET /verifyFileStatus/f 401": only(refused),
  "GET /contacts/c 404": only(missing),
  "POST /webhooks/toggle/w 404": {
    takes: [{ error: missing.message }],
    refuses: [{ error: "No" }, { errors: [missing] }],
  },
  "POST /domains/search 429": {
    takes: [{ message: "Too Many Requests" }],
    refuses: [{ message: "Slow down" }],
  },
  "POST /domains/search 500": { takes: [{ message: failure }], refuses: [{ error: failure }] },
};

describe("the contract's schemas of errors", () => {
  for (const [response, { takes, refuses }] of Object.entries(errors)) {
    const [method = "", path = "", status] = response.split(" ");
    const isResponse = (responseBody: object) =>
      validateExchange({ method, path, status: Number(status), responseBody }).every(
        ({ on }) => on !== "reply",
      );

    it(`accept only error bodies of the specified form for status ${status} of ${method} ${path}`, () => {
      expect(takes.filter((body) => !isResponse(body))).to.deep.equal([]);
      const more = takes.map((body) => ({ ...body, code: 1 }));
      expect([...refuses, ...more, {}].filter(isResponse)).to.deep.equal([]);
    });
  }
});
