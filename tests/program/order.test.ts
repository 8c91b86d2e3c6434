import { ComponentResource, type CustomResourceOptions, concat } from "@pulumi/pulumi";
import { expect } from "chai";
import { CustomProperty } from "../../provider/nouns/custom-property/program";
import { currentRun } from "../../provider/program/run";
import { within } from "./within";

describe("namesBefore", () => {
  const property = (name: string, opts?: CustomResourceOptions, description = "What it is for") =>
    new CustomProperty(name, { name, type: "text", description }, opts);

  /** The names that come before the last resource that a program declares. */
  const namesOf = (program: () => unknown) =>
    within(
      async () => {
        await program();
        const last = currentRun().declarations.at(-1);
        return [...((await last?.before) ?? [])].sort();
      },
      { config: { "emailmarketing:preflight": "off" } },
    );

  it("has what a resource depends on, by options, parent and inputs, and what comes before that", async () => {
    const ofOptions = () => {
      const one = property("one");
      const two = property("two", { dependsOn: one });
      property("other");
      property("last", { dependsOn: [two] });
    };
    expect(await namesOf(ofOptions)).to.deep.equal(["one", "two"]);
    expect(await namesOf(() => void property("last", { parent: property("one") }))).to.deep.equal([
      "one",
    ]);
    const ofInputs = () => {
      const one = property("one");
      property("other");
      new CustomProperty("last", {
        name: "last",
        type: "text",
        description: concat("By ", one.id),
      });
    };
    expect(await namesOf(ofInputs)).to.deep.equal(["one"]);
  });

  it("has nothing of what is only declared before, in the program or in the same component", async () => {
    const alone = () => {
      property("one");
      property("last");
    };
    expect(await namesOf(alone)).to.deep.equal([]);
    const together = () => {
      const parent = new ComponentResource("acme:index:Brand", "brand");
      property("one", { parent });
      property("last", { parent });
    };
    expect(await namesOf(together)).to.deep.equal([]);
  });

  it("has what is below a component that a resource depends on, and what its own may wait for", async () => {
    const ofComponent = () => {
      const brand = new ComponentResource("acme:index:Brand", "brand");
      property("one", { parent: brand });
      property("other");
      property("last", { dependsOn: brand });
    };
    expect(await namesOf(ofComponent)).to.deep.equal(["one"]);
    const below = () => {
      const one = property("one");
      const parent = new ComponentResource("acme:index:Brand", "brand", {}, { dependsOn: one });
      property("other", { parent });
      property("last", { parent, dependsOn: parent });
    };
    expect(await namesOf(below)).to.deep.equal(["one", "other"]);
  });

  it("has what is registered when a resource is declared", async () => {
    const program = async () => {
      const one = property("one");
      property("other");
      await new Promise((done) => one.urn.apply(() => done(property("last"))));
    };
    expect(await namesOf(program)).to.include("one");
  });
});
