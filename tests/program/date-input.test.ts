import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { withInstants } from "../../provider/program/sdk";

describe("withInstants", () => {
  const date = new Date("2027-03-01T14:00:00Z");
  const instantIn = (scheduledAt: unknown) =>
    (withInstants({ scheduledAt, other: date }, "scheduledAt") as { scheduledAt: unknown })
      .scheduledAt;

  it("makes text of a Date, which Pulumi carries as an object without members", () => {
    expect(instantIn(date)).to.equal("2027-03-01T14:00:00Z");
    expect(instantIn(new Date("never"))).to.equal("an invalid Date");
    expect(withInstants({ scheduledAt: date, other: date }, "scheduledAt")).to.deep.equal({
      scheduledAt: "2027-03-01T14:00:00Z",
      other: date,
    });
  });

  it("looks into promises and outputs", async () => {
    expect(await instantIn(Promise.resolve(date))).to.equal("2027-03-01T14:00:00Z");
    const found = instantIn(pulumi.output(0).apply(() => date)) as pulumi.Output<unknown>;
    const text = await new Promise((resolve) => void found.apply(resolve));
    expect(text).to.equal("2027-03-01T14:00:00Z");
  });

  it("leaves alone what is no Date", () => {
    expect(instantIn("2027-03-01 09:00:00")).to.equal("2027-03-01 09:00:00");
    expect(instantIn({ a: 1 })).to.deep.equal({ a: 1 });
    for (const args of [undefined, null, "text", [1], {}]) {
      expect(withInstants(args, "scheduledAt")).to.equal(args);
    }
  });
});
