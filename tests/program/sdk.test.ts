import { type Output, output, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import {
  clearSecrets,
  isMocked,
  knownSoFar,
  programHasRun,
  withInstants,
} from "../../provider/program/sdk";
import { Sender } from "../../provider/resources/sender/program";
import { unknown } from "../support/wire-value";
import { runInline, within } from "./inline-run";

const newSender = (name: string) => new Sender(name, { email: "news@acme.example", name: "News" });
const off = { config: { "emailmarketing:preflight": "off" } };

describe("the check for Pulumi's mocks", () => {
  it("is true only if the program runs under mocks", async () => {
    expect(isMocked()).to.equal(false);
    expect(await within(isMocked)).to.equal(false);
    expect(await within(isMocked, { showsMocks: true })).to.equal(true);
  });
});

describe("the resolution of a value that contains outputs", () => {
  it("puts the unknown value in place of each output that is unknown", async () => {
    const known = await within(() => {
      const { status, email } = newSender("news");
      return knownSoFar({ list: [status, email], deep: { status, none: null }, zero: 0 });
    }, off);
    expect(known).to.deep.equal({
      list: [unknown, "news@acme.example"],
      deep: { status: unknown, none: null },
      zero: 0,
    });
  });

  it("leaves a resource within the value unchanged", async () => {
    const [sender, known] = await within(async () => {
      const one = newSender("news");
      return [one, (await knownSoFar({ one })) as { one: unknown }] as const;
    }, off);
    expect(known.one).to.equal(sender);
  });
});

describe("programHasRun", () => {
  it("resolves at once if no Pulumi program is running", async () => {
    expect(await programHasRun()).to.equal(undefined);
  });

  it("resolves after the end of the Pulumi program even if the program fails", async () => {
    const order: string[] = [];
    const { failures } = await runInline(async () => {
      void programHasRun().then(() => order.push("after"));
      await new Promise((resolve) => setImmediate(resolve));
      order.push("program");
      throw new Error("no more");
    });
    expect(order).to.deep.equal(["program", "after"]);
    expect(failures.map(({ message }) => message)).to.deep.equal(["no more"]);
  });
});

describe("clearSecrets", () => {
  it("returns every known string of a value's secrets, at any depth", async () => {
    const secrets = await within(() => {
      const { status } = newSender("news");
      const deep = { list: ["b", 5, null, undefined], object: { c: "c" } };
      const open = ["plain", output("open"), { text: "plain" }, 5, null, undefined];
      return clearSecrets([secret("a"), ...open, secret(deep), secret(status), secret(null)]);
    }, off);
    expect(secrets).to.deep.equal(["a", "b", "c"]);
  });
});

describe("the conversion of dates in inputs", () => {
  const date = new Date("2027-03-01T14:00:00Z");
  const instantIn = (scheduledAt: unknown) =>
    (withInstants({ scheduledAt, other: date }, "scheduledAt") as { scheduledAt: unknown })
      .scheduledAt;

  it("turns a Date in scheduledAt into text, and leaves a Date in another input unchanged", () => {
    expect(instantIn(date)).to.equal("2027-03-01T14:00:00Z");
    expect(instantIn(new Date("never"))).to.equal("an invalid Date");
    expect(withInstants({ scheduledAt: date, other: date }, "scheduledAt")).to.deep.equal({
      scheduledAt: "2027-03-01T14:00:00Z",
      other: date,
    });
  });

  it("turns a Date in a promise or an output into text", async () => {
    expect(await instantIn(Promise.resolve(date))).to.equal("2027-03-01T14:00:00Z");
    const found = instantIn(output(0).apply(() => date)) as Output<unknown>;
    const text = await new Promise((resolve) => void found.apply(resolve));
    expect(text).to.equal("2027-03-01T14:00:00Z");
  });

  it("leaves values without a Date unchanged", () => {
    expect(instantIn("2027-03-01 09:00:00")).to.equal("2027-03-01 09:00:00");
    expect(instantIn({ a: 1 })).to.deep.equal({ a: 1 });
    for (const args of [undefined, null, "text", [1], {}]) {
      expect(withInstants(args, "scheduledAt")).to.equal(args);
    }
  });
});
