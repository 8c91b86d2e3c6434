import { expect } from "chai";
import type { Step } from "../../../benchmarks/contender";
import type { RunMeasure } from "../../../benchmarks/measure";
import { goals } from "../../../benchmarks/report/goal";
import type { BenchResult } from "../../../benchmarks/result";
import { begun } from "../bench-result";

const wallMs: Record<Step, number> = {
  preview: 1000,
  up: 1000,
  "unchanged-preview": 1000,
  unchanged: 1000,
  refresh: 1000,
  destroy: 1000,
};

function run(contender: string, count: number, changes: Partial<typeof wallMs> = {}): RunMeasure {
  const known = { contender, shape: "senders", count } as const;
  const steps = Object.entries({ ...wallMs, ...changes }).map(([step, ms]) => ({
    ...known,
    step: step as Step,
    wallMs: ms,
    requests: step === "up" ? count + 2 : 0,
    searches: step === "up" ? 2 : 0,
  }));
  return { ...known, stateBytes: 0, codeBytes: 75, steps };
}

function result(changes: Partial<BenchResult>): BenchResult {
  return { ...begun, size: "small", load: { before: 0, after: 1 }, ...changes };
}

function goal(one: BenchResult, words: string) {
  return goals(one).find(({ what }) => what.includes(words));
}

describe("goals", () => {
  it("holds an up that takes a tenth longer than the no-op's, and no longer one", () => {
    const atLimit = result({ runs: [run("no-op", 10), run("provider", 10, { up: 1100 })] });
    const beyond = result({ runs: [run("no-op", 10), run("provider", 10, { up: 1101 })] });
    expect(goal(atLimit, "up of 10 senders, time")).to.include({ measured: 1.1, holds: true });
    expect(goal(beyond, "up of 10 senders, time")?.holds).to.equal(false);
  });

  it("holds an unchanged up to a twentieth", () => {
    const one = result({ runs: [run("no-op", 10), run("provider", 10, { unchanged: 1060 })] });
    expect(goal(one, "unchanged of 10 senders, time")?.holds).to.equal(false);
  });

  it("judges times at 1,000 objects where there are more", () => {
    const counts = [10, 1000, 2000].flatMap((n) => [run("no-op", n), run("provider", n)]);
    expect(goal(result({ runs: counts }), "refresh of")?.what).to.include("refresh of 1,000");
  });

  it("counts creates and searches apart", () => {
    const one = result({ runs: [run("provider", 1000)] });
    expect(goal(one, "requests that create 1,000")).to.include({ measured: 1000, holds: true });
    expect(goal(one, "searches beside")).to.include({ measured: 2, atMost: 20 });
  });

  it("measures a limited up by what takes longer: the limit or the no-op", () => {
    const limited = (noopMs: number) => ({
      perSecond: 50,
      run: run("provider", 100, { up: 3000 }),
      noop: run("no-op", 100, { up: noopMs }),
    });
    const measured = (noopMs: number) =>
      goal(result({ limited: limited(noopMs) }), "takes 50 requests")?.measured;
    expect(measured(1000)).to.equal(1.5);
    expect(measured(4000)).to.equal(0.75);
  });

  it("measures memory by what further senders add", () => {
    const measure = { what: "refresh", wallMs: 0, checkMicroseconds: 0, diffMicroseconds: 0 };
    const lifecycles = [
      { ...measure, what: "refresh", count: 1000, heldBytes: 5_000_000, requests: 0, searches: 0 },
      { ...measure, what: "refresh", count: 2000, heldBytes: 5_400_000, requests: 0, searches: 0 },
    ] as const;
    expect(goal(result({ lifecycles }), "keeps for each sender")).to.include({
      measured: 400,
      holds: true,
    });
  });

  it("wants the tutorial's text to be ten times as long", () => {
    const tutorial = { ...run("tutorial", 10), codeBytes: 740 };
    const one = result({ runs: [run("provider", 10), tutorial] });
    expect(goal(one, "the tutorial's text")?.holds).to.equal(false);
  });

  it("holds what several runs come to in the middle, and tells how far they lie apart", () => {
    const ups = [1300, 1000, 1090].flatMap((up) => [run("no-op", 10), run("provider", 10, { up })]);
    expect(goal(result({ runs: ups }), "up of 10 senders, time")).to.deep.include({
      measured: 1.09,
      spread: [1, 1.3],
      holds: true,
    });
  });

  it("wants one request of many identical calls", () => {
    const twice = result({ identicalCalls: { calls: 20, requests: 2 } });
    expect(goal(twice, "20 identical function calls")).to.include({ measured: 2, holds: false });
  });

  it("wants no request of an unchanged preview", () => {
    const one = result({ runs: [run("provider", 10)] });
    expect(goal(one, "unchanged preview of 10")).to.include({ measured: 0, holds: true });
  });

  it("keeps every goal that was not measured, without a verdict", () => {
    const all = goals(result({}));
    expect(all).to.have.length(14);
    expect(all.flatMap(({ measured, holds }) => [measured, holds])).to.deep.equal(
      Array.from({ length: 28 }, () => undefined),
    );
  });
});
