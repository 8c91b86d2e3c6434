import { expect } from "chai";
import { deviations, type Outcome, type Step, writesOf } from "../../../tools/demo/step";

const request = (method: string, path: string) => ({ at: "", method, path, status: 200 });

const step: Step = {
  name: "up",
  args: ["up"],
  expected: "1 sender created by exactly 1 write",
  changes: { create: 2 },
  writes: ["POST /senders"],
};

const asItShouldBe: Outcome = {
  exitCode: 0,
  changes: { create: 2 },
  requests: [request("POST", "/v1/senders/search"), request("POST", "/v1/senders")],
};

describe("deviations", () => {
  it("finds none in an outcome that is as its step says", () => {
    expect(deviations(step, asItShouldBe)).to.deep.equal([]);
  });

  it("finds a command that failed", () => {
    expect(deviations(step, { ...asItShouldBe, exitCode: 255 })).to.deep.equal([
      "the command ended with status 255",
    ]);
  });

  it("finds another number of changes", () => {
    expect(deviations(step, { ...asItShouldBe, changes: { same: 1, create: 1 } })).to.deep.equal([
      "resources: create 1, same 1; expected create 2",
    ]);
  });

  it("finds a write too many", () => {
    const requests = [...asItShouldBe.requests, request("POST", "/v1/senders")];
    expect(deviations(step, { ...asItShouldBe, requests })).to.deep.equal([
      "requests that change something: POST /senders, POST /senders; expected POST /senders",
    ]);
  });

  it("finds a write that is missing", () => {
    expect(deviations(step, { ...asItShouldBe, requests: [] })).to.deep.equal([
      "requests that change something: none; expected POST /senders",
    ]);
  });
});

describe("writesOf", () => {
  it("leaves out GET and the searches and reports that are sent by POST", () => {
    const requests = [
      request("GET", "/v1/list/1"),
      request("POST", "/v1/domains/search"),
      request("POST", "/v1/campaign/1/opens"),
      request("POST", "/v1/campaign/1/unsubs"),
      request("POST", "/v1/inbox-tracking"),
      request("PUT", "/v1/campaign/1"),
      request("POST", "/v1/contact/property"),
    ];
    expect(writesOf(requests)).to.deep.equal(["POST /contact/property", "PUT /campaign/1"]);
  });
});
