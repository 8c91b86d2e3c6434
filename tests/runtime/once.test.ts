import { expect } from "chai";
import { once, oncePer } from "../../provider/runtime/once";

describe("once", () => {
  it("computes nothing before it is asked, and the same value for all who ask", () => {
    let count = 0;
    const value = once(() => {
      count += 1;
      return undefined;
    });
    expect(count).to.equal(0);
    expect([value(), value()]).to.deep.equal([undefined, undefined]);
    expect(count).to.equal(1);
  });

  it("computes anew after it has failed", () => {
    let count = 0;
    const value = once(() => {
      count += 1;
      if (count === 1) throw new Error("not yet");
      return count;
    });
    expect(value).to.throw("not yet");
    expect(value()).to.equal(2);
  });
});

describe("oncePer", () => {
  it("computes once for each key", () => {
    const asked: string[] = [];
    const length = oncePer((text: string) => {
      asked.push(text);
      return text.length;
    });
    expect([length("one"), length("three"), length("one")]).to.deep.equal([3, 5, 3]);
    expect(asked).to.deep.equal(["one", "three"]);
  });
});
