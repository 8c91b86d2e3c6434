import { expect } from "chai";
import { fifthOf } from "./draw";

describe("fifthOf", () => {
  it("gives each of them once in five seeds in a row", () => {
    const all = ["a", "b", "c", "d", "e", "f", "g"];
    const days = [20_783, 20_784, 20_785, 20_786, 20_787].map((seed) => fifthOf(all, seed));
    expect(days).to.deep.equal([["d"], ["e"], ["a", "f"], ["b", "g"], ["c"]]);
  });
});
