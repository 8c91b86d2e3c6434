import { expect } from "chai";
import type { RunMeasure, StepMeasure } from "../../../benchmarks/measure";
import { growth, inOrder, ratios, typical } from "../../../benchmarks/report/comparison";

function run(contender: string, wallMs: number, more: Partial<StepMeasure> = {}): RunMeasure {
  const known = { contender, shape: "senders", count: 10 } as const;
  const step: StepMeasure = { ...known, step: "up", wallMs, requests: 12, searches: 2, ...more };
  return { ...known, stateBytes: 100, steps: [step] };
}

describe("typical", () => {
  it("takes the middle of the times and the most requests and memory of several runs", () => {
    const runs = [
      run("provider", 300, { cpuMs: 90, peakBytes: 7, requests: 12 }),
      run("provider", 200, { cpuMs: 100, peakBytes: 9, requests: 15, searches: 5 }),
      run("provider", 900, { cpuMs: 120, peakBytes: 8, requests: 12 }),
    ];
    expect(typical(runs)).to.deep.equal([
      {
        contender: "provider",
        shape: "senders",
        count: 10,
        step: "up",
        runs: 3,
        wallMs: 300,
        cpuMs: 100,
        peakBytes: 9,
        requests: 15,
        searches: 5,
      },
    ]);
  });

  it("leaves out what no run could measure", () => {
    expect(typical([run("provider", 300)])[0]).to.not.have.any.keys("cpuMs", "peakBytes");
  });

  it("keeps contenders apart", () => {
    const names = typical([run("no-op", 1), run("provider", 2)]).map(({ contender }) => contender);
    expect(names).to.deep.equal(["no-op", "provider"]);
  });
});

describe("ratios", () => {
  it("gives one contender's times as multiples of another's", () => {
    const all = [run("no-op", 200, { cpuMs: 100 }), run("provider", 300, { cpuMs: 110 })];
    const [up] = ratios(all, "provider", "no-op");
    expect(up?.wallRatio).to.equal(1.5);
    expect(up?.cpuRatio).to.equal(1.1);
  });

  it("compares the runs that took turns, and takes the middle", () => {
    const all = [
      ...[run("no-op", 100), run("provider", 150)],
      ...[run("no-op", 1000), run("provider", 1100)],
      ...[run("no-op", 100), run("provider", 105)],
    ];
    const [up] = ratios(all, "provider", "no-op");
    expect(up).to.include({ wallRatio: 1.1, leastRatio: 1.05, mostRatio: 1.5, runs: 3 });
  });

  it("has no processor ratio where the time of one is unknown", () => {
    const all = [run("no-op", 200), run("provider", 300, { cpuMs: 110 })];
    expect(ratios(all, "provider", "no-op")[0]).to.not.have.property("cpuRatio");
  });

  it("leaves out steps that the other has not done", () => {
    const all = [run("no-op", 200, { step: "destroy" }), run("provider", 300)];
    expect(ratios(all, "provider", "no-op")).to.deep.equal([]);
  });
});

describe("inOrder", () => {
  it("puts fewer objects first, and steps as they are done", () => {
    const steps = [
      { count: 100, step: "up" },
      { count: 10, step: "refresh" },
      { count: 10, step: "unchanged" },
    ] as const;
    expect(inOrder(steps)).to.deep.equal([
      { count: 10, step: "unchanged" },
      { count: 10, step: "refresh" },
      { count: 100, step: "up" },
    ]);
  });
});

describe("growth", () => {
  it("is what each further object adds between the two largest counts", () => {
    const points = [
      { count: 1000, value: 2500 },
      { count: 1000, value: 2500 },
      { count: 10, value: 9999 },
      { count: 500, value: 1500 },
    ];
    expect(growth(points)).to.equal(2);
  });

  it("is unknown with one count only", () => {
    expect(growth([{ count: 10, value: 1 }])).to.equal(undefined);
  });
});
