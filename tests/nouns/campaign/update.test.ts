import { expect } from "chai";
import { unknownValue } from "../../../provider/input/plain";
import { newLists } from "../../../provider/nouns/campaign/update";

describe("newLists", () => {
  it("gives the lists that a campaign does not have yet", () => {
    expect(newLists(["1", "2"], ["2", "3"])).to.deep.equal(["3"]);
    expect(newLists(undefined, ["2"])).to.deep.equal(["2"]);
  });

  it("gives all of them while those of the campaign are unconfirmed", () => {
    // A part of the text that stands for what is unknown.
    const id = unknownValue.slice(0, 2);
    expect(newLists(unknownValue, [id])).to.deep.equal([id]);
  });
});
