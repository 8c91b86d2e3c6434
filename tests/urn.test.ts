import { expect } from "chai";
import { isDefaultName, ownType, typeToken, urnParts } from "../provider/engine/resource";

describe("splitting a URN", () => {
  it("returns the parts of the URN even if the resource's name contains separators", () => {
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

describe("isDefaultName", () => {
  it("returns true if the engine has created the provider", () => {
    for (const name of ["default", "default_0_1_0", "default_1_2_3_alpha", "default_https_acme"]) {
      expect(isDefaultName(name), name).to.equal(true);
    }
  });

  it("returns false if the program has created the provider", () => {
    for (const name of ["eu", "default_eu", "default-eu", "default_2", "defaults"]) {
      expect(isDefaultName(name), name).to.equal(false);
    }
  });
});

describe("the recognition of the package's resource types", () => {
  it("returns the type if a resource is of the plugin or a dynamic provider", () => {
    for (const form of ["dynamic", "plugin"] as const) {
      expect(ownType(typeToken(form, "Sender"))).to.deep.equal({ form, kind: "Sender" });
    }
  });

  it("returns undefined if a resource is of another package or is a Provider", () => {
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
