import { expect } from "chai";
import { pluginGoals } from "../../../benchmarks/report/plugin";
import { exact } from "./exact";

/** The goals that are not met. */
function missed(changes: Partial<typeof exact.plugin>): string[] {
  return pluginGoals({ ...exact.plugin, ...changes })
    .filter(({ measured, atMost }) => measured > atMost + 1e-9)
    .map(({ what }) => what);
}

describe("pluginGoals", () => {
  it("are met by what is exactly at most, by the median of the rounds", () => {
    expect(missed({})).to.deep.equal([]);
    expect(pluginGoals(exact.plugin)).to.have.length(4);
  });

  it("allow 0.15 s for a start, above Node.js itself", () => {
    const start = { nodeMs: [50], pluginMs: [201] };
    expect(missed({ start })).to.deep.equal([
      "start of the plugin to its port line, above Node.js itself",
    ]);
  });

  it("allow an unchanged run 0.6 s above a program with none, and 0.7 of that with dynamic resources", () => {
    const unchanged = { count: 10, emptyMs: [1000], pluginMs: [1601], dynamicMs: [2200] };
    expect(missed({ unchanged })).to.deep.equal([
      "unchanged up of 10 senders in YAML, above a program with none",
      "unchanged up of 10 senders in YAML, of the time of dynamic resources in TypeScript",
    ]);
  });

  it("allow a tenth more than a plugin that does nothing", () => {
    const load = [{ step: "refresh", count: 1000, pluginMs: [1101], noOpMs: [1000] }] as const;
    expect(missed({ load })).to.deep.equal([
      "refresh of 1,000 senders, of the time of a plugin that does nothing",
    ]);
  });

  it("compare the two of each round, since a machine is now faster, now slower", () => {
    const slower = { pluginMs: [1000, 3000, 2050], noOpMs: [1000, 3000, 1800] };
    expect(missed({ load: [{ step: "refresh", count: 1000, ...slower }] })).to.deep.equal([]);
  });
});
