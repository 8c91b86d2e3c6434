import { expect } from "chai";
import { median } from "../../benchmarks/median";

describe("median", () => {
  it("is the middle value, whatever the order", () => {
    expect(median([30, 10, 20])).to.equal(20);
  });

  it("is the lower one of two in the middle", () => {
    expect(median([4, 1, 3, 2])).to.equal(2);
  });

  it("is zero of nothing", () => {
    expect(median([])).to.equal(0);
  });
});
