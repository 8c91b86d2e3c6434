import { expect } from "chai";
import { createRequests, refreshRequests, searches } from "../../../benchmarks/report/model";

describe("searches", () => {
  it("are one for the first and a page for the rest in an empty account", () => {
    expect(searches(1000, 0)).to.equal(2);
  });

  it("read the whole account, whatever part of it is wanted", () => {
    expect(searches(500, 2000)).to.equal(21);
  });

  it("go on alone where only a few are wanted of very many", () => {
    expect(searches(3, 5000)).to.equal(4);
    expect(searches(20, 20_000)).to.equal(219);
    expect(searches(19, 20_000)).to.equal(20);
  });

  it("are one for one, and none for none", () => {
    expect(searches(1, 5000)).to.equal(1);
    expect(searches(0, 5000)).to.equal(0);
  });
});

describe("the tables of docs/cost.md", () => {
  const created = (stacks: number, perStack: number) =>
    Array.from({ length: stacks }, (_, n) => createRequests(perStack, n * perStack)).reduce(
      (sum, one) => sum + one,
      0,
    );
  const refreshed = (stacks: number, perStack: number) =>
    stacks * refreshRequests(perStack, stacks * perStack);

  it("give what stacks send that are created one after another", () => {
    expect(created(10, 1000)).to.equal(10_499);
    expect(created(100, 1000)).to.equal(154_454);
    expect(created(1000, 1000)).to.equal(6_494_504);
    expect(created(2000, 500)).to.equal(4_254_503);
  });

  it("give what they send when all are refreshed", () => {
    expect(refreshed(10, 1000)).to.equal(1090);
    expect(refreshed(100, 1000)).to.equal(109_900);
    expect(refreshed(1000, 1000)).to.equal(10_999_000);
    expect(refreshed(2000, 500)).to.equal(1_002_000);
  });

  it("give what a stack alone sends", () => {
    expect([100, 1000, 10_000].map((count) => createRequests(count, 0))).to.deep.equal([
      103, 1003, 10_003,
    ]);
    expect([100, 1000, 10_000].map((count) => refreshRequests(count, count))).to.deep.equal([
      2, 11, 109,
    ]);
  });
});
