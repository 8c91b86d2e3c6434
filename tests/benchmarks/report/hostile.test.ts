import { expect } from "chai";
import { brokenLimits, hostileGoals, hostileTable } from "../../../benchmarks/report/hostile";
import { partIn, withHostile } from "../../../benchmarks/report/markdown";

const sizes = [250_000, 500_000, 1_000_000];

const held = [
  { text: "`a`", target: "comment", ms: [200, 480, 1000] },
  { text: "`[`", target: "comment", ms: [10, 60, 499] },
];
const broken = [
  { text: "`a`", target: "show", ms: [300, 600, 1001] },
  { text: "`[`", target: "show", ms: [100, 240, 610] },
  { text: "`@`", target: "show", ms: [1200] },
  { text: "`%`", target: "show", ms: [20], problem: "RangeError: too deep" },
];

describe("the table of texts that are slow to read", () => {
  it("names what takes more than a second, grows more than 2.5 times per doubling, or throws", () => {
    expect(brokenLimits([...held, ...broken], sizes)).to.deep.equal([
      "show: `a`: **1,001 ×2.00 ×1.67**",
      "show: `[`: **610 ×2.54**",
      "show: `@`: **1,200 at 250,000**",
      "show: `%`: **RangeError: too deep**",
    ]);
    expect(brokenLimits(held, sizes)).to.deep.equal([]);
  });

  it("has a row for each text and a column for each place", () => {
    expect(hostileTable([...held, ...broken.slice(0, 1)], sizes).split("\n")).to.deep.equal([
      "| ms of CPU |     comment |                  show |",
      "| --------- | ----------: | --------------------: |",
      "| `a`       | 1,000 ×2.08 | **1,001 ×2.00 ×1.67** |",
      "| `[`       |         499 |                       |",
    ]);
  });

  it("says of each place what is slowest and what grows most", () => {
    expect(hostileGoals(held)).to.deep.equal([
      { what: "comment: slowest text", measured: 1, atMost: 1, digits: 2, unit: "s of CPU" },
      {
        what: "comment: growth per doubling",
        measured: 1000 / 480,
        atMost: 2.5,
        digits: 1,
        unit: "times",
      },
    ]);
  });

  it("prints a dash for the growth of a place whose texts are all too fast to be judged", () => {
    const fast = [{ text: "`a`", target: "reply", ms: [10, 60, 499] }];
    const written = { startedAt: "2026-01-01T00:00:00.000Z", versions: {} };
    const page = withHostile("<!-- begin hostile --><!-- end hostile -->", fast, written);
    const rows = partIn(page, "hostile").split("\n");
    expect(rows.filter((row) => row.startsWith("| reply"))).to.deep.equal([
      "| reply: slowest text        | s of CPU |       1 |     0.50 | yes        |",
      "| reply: growth per doubling | times    |     2.5 |        – | not judged |",
    ]);
  });
});
