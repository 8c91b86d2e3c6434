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

const found = (exchange: RecordedExchange, more: Partial<RecordedExchange>) =>
  validateExchange({ ...exchange, ...more }).map(({ on, message }) => `${on}: ${message}`);
const inSearch = "POST /reply-emails/search";
const inFile = "GET /verifyFileStatus/{file_id}";
const accepted = `reply: ${inSearch} 200: accepts an invalid request`;

describe("the validation of requests and responses", () => {
  it("reports a request that no operation of the contract matches", () => {
    expect(found(search, { path: "/v1/tags/search" })).to.deep.equal([
      "request: POST /v1/tags/search is no operation of the contract",
    ]);
    expect(found(search, { path: "/verify/reply-emails/search" })).to.have.lengthOf(1);
    expect(found(file, { path: "/v1/verifyFileStatus/file_1" })).to.have.lengthOf(1);
  });

  it("reports the request and the response if the service accepts a request with an unknown field", () => {
    expect(found(search, { requestBody: { page: 1, limit: 10, term: "hello" } })).to.deep.equal([
      `request: ${inSearch}: the body must NOT have additional properties (term)`,
      accepted,
    ]);
  });

  it("doesn't include the value of a request's search text in a report", () => {
    const requestBody = { page: 1, limit: 10, search: "private".repeat(50) };
    const tooLong = `request: ${inSearch}: /search must NOT have more than 255 characters`;
    expect(found(search, { requestBody })).to.deep.equal([tooLong, accepted]);
  });

  it("reports a request body that is missing, unreadable or unexpected", () => {
    const missing = [`request: ${inSearch}: the body is missing`, accepted];
    expect(found(search, { requestBody: "" })).to.deep.equal(missing);
    const unreadable = [`request: ${inSearch}: the body is not JSON`, accepted];
    expect(found(search, { requestBody: "{" })).to.deep.equal(unreadable);
    const unwanted = [`request: ${inFile}: takes no body`];
    expect(found(file, { requestBody: { a: 1 } })).to.deep.equal(unwanted);
    expect(found(file, { requestBody: "{}" })).to.deep.equal([]);
  });

  it("reports an undocumented status, and a response whose body doesn't match the schema", () => {
    const undocumented = [`reply: ${inSearch} 204: the status is not documented`];
    expect(found(search, { status: 204, responseBody: "" })).to.deep.equal(undocumented);
    const unreadable = [`reply: ${inSearch} 200: the body is not JSON`];
    expect(found(search, { responseBody: "<html>" })).to.deep.equal(unreadable);
    const responseBody = { message: "Authorization failed" };
    expect(found(search, { status: 401, responseBody })).not.to.be.empty;
  });

  it("reports a response field whose value has the wrong format", () => {
    const path = "/v1/senders/search";
    const row = {
      id: "1",
      sender_email: "news@acme.example",
      sender_name: "News",
      status: "active",
    };
    const at = (createdDate: string) =>
      found(search, { path, responseBody: { count: 1, data: [{ ...row, createdDate }] } });
    expect(at("2026-01-15 09:30:00")).to.deep.equal([]);
    expect(at("2026-01-15T09:30:00Z")).to.have.lengthOf(1);
  });

  it("reports an Authorization header in the format of the other API", () => {
    const bearer = { Authorization: "Bearer key" };
    const plain = { authorization: "key" };
    expect(found(search, { headers: plain })).to.deep.equal([]);
    expect(found(file, { headers: bearer })).to.deep.equal([]);
    expect(found(search, { headers: bearer })).to.deep.equal([
      `request: ${inSearch}: the Authorization header is not that of the main API`,
      accepted,
    ]);
    expect(found(file, { headers: plain })).to.have.lengthOf(1);
  });

  it("reports a request with a content type other than JSON", () => {
    const type = (value: string) => found(search, { headers: { "Content-Type": value } });
    expect(type("application/json; charset=utf-8")).to.deep.equal([]);
    const other = [`request: ${inSearch}: Content-Type is not application/json`, accepted];
    expect(type("text/plain")).to.deep.equal(other);
  });
});
