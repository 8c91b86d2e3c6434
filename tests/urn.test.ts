import { expect } from "chai";
import { ownType, typeIn, urnParts } from "../provider/engine/urn";

describe("urnParts", () => {
  it("takes a URN apart, whatever its name contains", () => {
    const types = "acme:index:Brand$pulumi-nodejs:dynamic/emailmarketing:Sender";
    expect(urnParts(`urn:pulumi:prod::mail::${types}::a::b$c`)).to.deep.equal({
      stack: "prod",
      project: "mail",
      type: "pulumi-nodejs:dynamic/emailmarketing:Sender",
      kind: "Sender",
      name: "a::b$c",
    });
  });
});

describe("ownType", () => {
  it("reads the types of both forms", () => {
    for (const form of ["dynamic", "plugin"] as const) {
      expect(ownType(typeIn(form, "Sender"))).to.deep.equal({ form, kind: "Sender" });
    }
  });

  it("reads no type of another package, or of a provider", () => {
    for (const type of [
      "aws:ses/sender:Sender",
      "acme:emailmarketing:Sender",
      "pulumi-nodejs:dynamic:Resource",
      "pulumi:providers:emailmarketing",
      "",
    ]) {
      expect(ownType(type), type).to.equal(undefined);
    }
  });
});
