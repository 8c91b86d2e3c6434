import { expect } from "chai";
import { deviations, type Outcome, type Step, writesOf } from "../../../tools/demo/step";

const request = (method: string, path: string) => ({ at: "", method, path, status: 200 });

const step: Step = {
  name: "up",
  commands: ["pulumi up"],
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

  const writes = "requests that change something";
  const oneMore = [...asItShouldBe.requests, request("POST", "/v1/senders")];
  for (const [what, [outcome, found]] of Object.entries<readonly [Partial<Outcome>, string]>({
    "a command that failed": [{ exitCode: 255 }, "the command ended with status 255"],
    "another number of changes": [
      { changes: { same: 1, create: 1 } },
      "resources: create 1, same 1; expected create 2",
    ],
    "a write too many": [
      { requests: oneMore },
      `${writes}: POST /senders, POST /senders; expected POST /senders`,
    ],
    "a write that is missing": [{ requests: [] }, `${writes}: none; expected POST /senders`],
  })) {
    it(`finds ${what}`, () => {
      expect(deviations(step, { ...asItShouldBe, ...outcome })).to.deep.equal([found]);
    });
  }
});

describe("writesOf", () => {
  it("leaves out GET and the searches and reports that are sent by POST", () => {
    const requests = [
      request("GET", "/v1/list/1"),
      request("POST", "/v1/domains/search"),
      request("POST", "/v1/campaign/1/opens"),
      request("POST", "/v1/campaign/1/unsubs"),
      request("POST", "/v1/inbox-tracking"),
      request("POST", "/v1/campaign/list"),
      request("PUT", "/v1/campaign/1"),
      request("POST", "/v1/contact/property"),
    ];
    expect(writesOf(requests)).to.deep.equal(["POST /contact/property", "PUT /campaign/1"]);
  });
});
