import { expect } from "chai";
import { type RecordedExchange, validateExchange } from "../support/exchange";

const search: RecordedExchange = {
  method: "POST",
  path: "/v1/reply-emails/search",
  requestBody: '{"page":1,"limit":10}',
  status: 200,
  responseBody: '{"count":0,"data":[]}',
};

const file: RecordedExchange = {
  method: "GET",
  path: "/verify/verifyFileStatus/file_1",
  status: 404,
  responseBody: { errors: [{ field: "id", message: "Record not found with the given Id" }] },
};

describe("validateExchange", () => {
  it("knows what the contract has no operation for", () => {
    expect(validateExchange({ ...search, path: "/v1/tags/search" })).to.deep.equal([
      { on: "request", message: "POST /v1/tags/search is no operation of the contract" },
    ]);
    expect(validateExchange({ ...search, path: "/verify/reply-emails/search" })).to.have.lengthOf(
      1,
    );
    expect(validateExchange({ ...file, path: "/v1/verifyFileStatus/file_1" })).to.have.lengthOf(1);
  });

  it("names an unknown field of a request, and the reply that took it", () => {
    const requestBody = { page: 1, limit: 10, term: "hello" };
    expect(validateExchange({ ...search, requestBody })).to.deep.equal([
      {
        on: "request",
        message: "POST /reply-emails/search: the body must NOT have additional properties (term)",
      },
      { on: "reply", message: "POST /reply-emails/search 200: accepts an invalid request" },
    ]);
  });

  it("never tells a value", () => {
    const requestBody = { page: 1, limit: 10, search: "private".repeat(50) };
    expect(JSON.stringify(validateExchange({ ...search, requestBody }))).not.to.include("private");
  });

  it("finds a body that is missing, unreadable, or not wanted", () => {
    const requestFaults = (exchange: RecordedExchange) =>
      validateExchange(exchange)
        .filter(({ on }) => on === "request")
        .map(({ message }) => message);
    expect(requestFaults({ ...search, requestBody: "" })).to.deep.equal([
      "POST /reply-emails/search: the body is missing",
    ]);
    expect(requestFaults({ ...search, requestBody: "{" })).to.deep.equal([
      "POST /reply-emails/search: the body is not JSON",
    ]);
    expect(requestFaults({ ...file, requestBody: { a: 1 } })).to.deep.equal([
      "GET /verifyFileStatus/{file_id}: takes no body",
    ]);
    expect(requestFaults({ ...file, requestBody: "{}" })).to.deep.equal([]);
  });

  it("finds a status that is not documented, and a reply of another shape", () => {
    expect(validateExchange({ ...search, status: 204, responseBody: "" })).to.deep.equal([
      { on: "reply", message: "POST /reply-emails/search 204: the status is not documented" },
    ]);
    expect(validateExchange({ ...search, responseBody: "<html>" })).to.deep.equal([
      { on: "reply", message: "POST /reply-emails/search 200: the body is not JSON" },
    ]);
    const message = { message: "Authorization failed" };
    expect(validateExchange({ ...search, status: 401, responseBody: message })).not.to.be.empty;
  });

  it("finds the header form of the other API", () => {
    const bearer = { Authorization: "Bearer key" };
    const plain = { authorization: "key" };
    expect(validateExchange({ ...search, headers: plain })).to.deep.equal([]);
    expect(validateExchange({ ...file, headers: bearer })).to.deep.equal([]);
    expect(validateExchange({ ...search, headers: bearer })).to.deep.include({
      on: "request",
      message: "POST /reply-emails/search: the Authorization header is not that of the main API",
    });
    expect(validateExchange({ ...file, headers: plain })).to.have.lengthOf(1);
  });

  it("finds a content type other than JSON", () => {
    const type = (value: string) => ({ ...search, headers: { "Content-Type": value } });
    expect(validateExchange(type("application/json; charset=utf-8"))).to.deep.equal([]);
    expect(validateExchange(type("text/plain"))).to.deep.include({
      on: "request",
      message: "POST /reply-emails/search: Content-Type is not application/json",
    });
  });
});
