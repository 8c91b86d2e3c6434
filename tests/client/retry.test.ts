import { expect } from "chai";
import { backoffMs } from "../../provider/client/http-client";

describe("the wait before a retry", () => {
  it("is random, and the longest possible wait grows with every attempt up to 30 s", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempt) => backoffMs(attempt, () => 1));
    expect(longest).to.deep.equal([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(backoffMs(5, () => 0)).to.equal(0);
    expect(backoffMs(5, () => 0.25)).to.equal(2000);
  });
});
