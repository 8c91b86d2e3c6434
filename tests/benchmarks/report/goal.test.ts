import { expect } from "chai";
import { type Goal, goals } from "../../../benchmarks/report/goal";
import type { BenchResult } from "../../../benchmarks/result";
import { exact } from "./exact";

/** The goals that are not met. */
function missed(changes: Partial<BenchResult>): Pick<Goal, "what" | "measured" | "atMost">[] {
  return goals({ ...exact, ...changes })
    .filter(({ measured, atMost }) => measured > atMost)
    .map(({ what, measured, atMost }) => ({ what, measured, atMost }));
}

const profile = (step: string, more: object) =>
  exact.profiles.map((one) => (one.step === step ? { ...one, ...more } : one));

describe("goals", () => {
  it("are met by what is exactly at most", () => {
    expect(missed({})).to.deep.equal([]);
    expect(goals(exact)).to.have.length(13);
  });

  it("allow a create for each sender, and three searches in an empty account", () => {
    expect(missed({ profiles: profile("up", { requests: 1004 }) })).to.deep.equal([
      { what: "up of 1,000 senders", measured: 1004, atMost: 1003 },
    ]);
  });

  it("allow no request of an unchanged up", () => {
    expect(missed({ profiles: profile("unchanged", { requests: 1 }) })).to.deep.equal([
      { what: "unchanged up of 1,000 senders", measured: 1, atMost: 0 },
    ]);
  });

  it("allow no request of an unchanged preview", () => {
    const runs = exact.runs.map((run) => ({
      ...run,
      steps: [{ step: "unchanged-preview", requests: 1 } as const],
    }));
    expect(missed({ runs })).to.deep.equal([
      { what: "unchanged preview of 100 senders", measured: 1, atMost: 0 },
    ]);
  });

  it("allow a search for each page of a refresh, and one", () => {
    expect(missed({ profiles: profile("refresh", { requests: 12 }) })).to.deep.equal([
      { what: "refresh of 1,000 senders", measured: 12, atMost: 11 },
    ]);
  });

  it("allow our code a tenth of the CPU time", () => {
    expect(missed({ profiles: profile("destroy", { ownMs: 110 }) })).to.deep.equal([
      {
        what: "our code's share of the CPU time, destroy of 1,000 senders",
        measured: 11,
        atMost: 10,
      },
    ]);
  });

  it("allow one request of many identical calls", () => {
    expect(missed({ identicalCalls: { calls: 20, requests: 2 } })).to.deep.equal([
      { what: "20 identical function calls", measured: 2, atMost: 1 },
    ]);
  });

  it("allow 100 bytes of text in the state", () => {
    const runs = exact.runs.map((run) => ({ ...run, codeBytes: 101 }));
    expect(missed({ runs })).to.deep.equal([
      { what: "text of the provider in the state, each copy", measured: 101, atMost: 100 },
    ]);
  });

  it("measure memory by what further senders add", () => {
    const refreshes = [
      { count: 1000, requests: 11, keptBytes: 5_000_000 },
      { count: 2000, requests: 21, keptBytes: 7_001_000 },
    ];
    expect(missed({ refreshes })).to.deep.equal([
      {
        what: "memory that a provider process keeps for each sender it refreshes",
        measured: 2001,
        atMost: 2000,
      },
    ]);
  });
});
