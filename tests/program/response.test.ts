import { CustomResource, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { responseTo } from "../../provider/program/sdk";
import { Sender } from "../../provider/resources/sender/program";
import { unknown } from "../support/wire-value";
import { runInline, within } from "./inline-run";

class Other extends CustomResource {}

const off = { "emailmarketing:preflight": "off" };
const news = { email: "news@acme.example", name: "News" };

describe("the engine's response about a new resource", () => {
  it("contains the values of the program and of the engine", async () => {
    const replies = { news: { country: "DE", city: secret({ deep: ["Bonn", unknown] }) } };
    const response = await within(() => responseTo(new Sender("news", news)), {
      ...{ config: off, replies },
    });
    expect(response?.values).to.include({ ...news, country: "DE" });
    expect(response?.values.city).to.deep.equal({ deep: ["Bonn", unknown] });
    expect(response?.values).to.not.have.any.keys("state", "account");
    expect(response?.secretNames).to.deep.equal(["city"]);
  });

  it("is undefined if Pulumi refuses the resource", async () => {
    const { failures } = await runInline(
      async () => {
        const refused = new Sender("news", { ...news, name: Promise.reject(new Error("no name")) });
        expect(await responseTo(refused)).to.equal(undefined);
      },
      { config: off },
    );
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'error serializing property "name": no name',
    ]);
  });

  it("is an error if @pulumi/pulumi doesn't provide the response", async () => {
    const message = await within(async () => {
      const other = new Other("acme:index:Other", "other");
      return responseTo(other).catch((error: Error) => error.message);
    });
    expect(message).to.equal(
      "preflight doesn't see what the engine returns for urn:pulumi:stack::project::pulumi:pulumi:Stack$acme:index:Other::other. Use a version of @pulumi/pulumi that this package supports, or report this. [config]",
    );
  });
});
