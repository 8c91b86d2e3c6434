import { expect } from "chai";
import { containsUnknown } from "../../provider/input/plain";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("containsUnknown", () => {
  it("finds what is not known yet at any depth, beside what is", () => {
    const some = [unknown, ["red", unknown], { parts: [{ title: "Plan" }, { title: unknown }] }];
    expect(some.filter(containsUnknown)).to.deep.equal(some);
  });

  it("finds none in what is known", () => {
    const known = [undefined, null, "", 7, [], { title: null }, { [unknown]: "red" }];
    expect(known.filter(containsUnknown)).to.deep.equal([]);
  });
});
