import { expect } from "chai";
import { showGoals } from "../../../benchmarks/report/show";
import { exact } from "./exact";

describe("showGoals", () => {
  const missed = (more: object) =>
    showGoals(exact.shows.map((one) => ({ ...one, ...more })))
      .filter(({ measured, atMost }) => measured > atMost)
      .map(({ what, measured }) => [what, measured]);

  it("are met by what is exactly at most", () => {
    expect(missed({})).to.deep.equal([]);
    expect(showGoals(exact.shows)).to.have.length(3);
  });

  it("allow five seconds and 300 MB for 200 campaigns, and one second for their index", () => {
    expect(missed({ wallMs: 5100 })).to.deep.equal([
      ["`show` of 200 changed campaigns of 100 kB, given as files", 5.1],
    ]);
    expect(missed({ peakBytes: 301_000_000 })).to.deep.equal([["the same, memory", 301]]);
    expect(missed({ openMs: 1010 })).to.deep.equal([["its index in Chromium", 1.01]]);
  });
});
