import { expect } from "chai";
import { indexBy } from "../../../../cli/review/preview/index-by";

describe("an index of an array", () => {
  const members = [{ names: ["a"] }, { names: ["b", "a"] }, { names: ["c"] }];

  it("returns the members that have one of the given keys, each once, in the array's order", () => {
    const byName = indexBy<(typeof members)[number]>(({ names }) => names);
    expect(byName(members, ["b", "c", "a"])).to.deep.equal(members);
    expect(byName(members, ["c", "d"])).to.deep.equal([{ names: ["c"] }]);
    expect(byName(members, ["d"])).to.deep.equal([]);
  });

  it("computes the keys of each member once", () => {
    let computed = 0;
    const byName = indexBy<(typeof members)[number]>(({ names }) => {
      computed += 1;
      return names;
    });
    byName(members, ["a"]);
    byName(members, ["b"]);
    expect(computed).to.equal(3);
  });
});
