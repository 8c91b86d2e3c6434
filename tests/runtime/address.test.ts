import { expect } from "chai";
import { emptyNameIn, invisibleIn } from "../../provider/runtime/address";

describe("invisibleIn", () => {
  it("names the character and its place, counted as characters", () => {
    expect(invisibleIn("🙂 \u2060")).to.equal(
      "must not contain the invisible character U+2060 (character 3). Type it in place of copying it",
    );
  });

  it("leaves what joins or parts letters within a name, and what is seen", () => {
    for (const text of [
      "",
      "acme.example",
      "نامه\u200cای.example",
      "क्\u200dष.example",
      "é.example",
    ]) {
      expect(invisibleIn(text), text).to.equal(undefined);
    }
  });
});

describe("emptyNameIn", () => {
  it("tells where a name is missing", () => {
    expect([".a.example", "a..example", "a.example.", "a.example"].map(emptyNameIn)).to.deep.equal([
      "begins with a dot",
      "has two dots in a row",
      "ends with a dot",
      undefined,
    ]);
  });
});
