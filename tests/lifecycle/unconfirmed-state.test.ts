import { expect } from "chai";
import { namesOfChange } from "../../provider/lifecycle/unconfirmed-state";
import { assetOf } from "../support/wire-value";

const asset = assetOf("Hello");

describe("namesOfChange", () => {
  it("names what came, what went and what differs", () => {
    const old = { same: [1], went: "a", differs: { a: 1 } };
    const props = { same: [1], differs: { a: 2 }, came: false };
    const names = ["same", "went", "differs", "came", "never"];
    expect(namesOfChange(names, old, props)).to.deep.equal(["went", "differs", "came"]);
  });

  it("names nothing but what it is asked for: the state holds outputs as well", () => {
    expect(namesOfChange(["name"], { name: "a", status: "new" }, { name: "a" })).to.deep.equal([]);
  });

  it("takes an asset for the same whose text is, of which the state holds the hash only", () => {
    const old = { html: asset, plainText: asset };
    const props = { html: { ...asset, path: "./mail.html" }, plainText: "Hello" };
    const names = ["html", "plainText"];
    expect(namesOfChange(names, old, props)).to.deep.equal([]);
    const other = { ...props, plainText: "Bye" };
    expect(namesOfChange(names, old, other)).to.deep.equal(["plainText"]);
  });
});
