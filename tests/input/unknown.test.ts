import { expect } from "chai";
import { containsUnknown } from "../../provider/input/plain";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("containsUnknown", () => {
  it("finds what is not known yet at any depth, beside what is", () => {
    for (const value of [
      unknown,
      [unknown],
      ["red", unknown],
      { colour: unknown, title: "Plan" },
      { parts: [{ title: "Plan" }, { title: unknown }] },
    ]) {
      expect(containsUnknown(value)).to.equal(true);
    }
  });

  it("finds none in what is known", () => {
    for (const value of [
      undefined,
      null,
      "",
      "red",
      7,
      true,
      [],
      {},
      { title: null },
      { [unknown]: "red" },
    ]) {
      expect(containsUnknown(value)).to.equal(false);
    }
  });
});
