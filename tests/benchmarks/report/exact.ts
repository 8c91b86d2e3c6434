import type { BenchResult } from "../../../benchmarks/result";

/** The result of a benchmark in which every goal is met exactly. */
export const exact: BenchResult = {
  size: "small",
  startedAt: "2026-01-01T00:00:00.000Z",
  versions: {},
  compared: [],
  absent: [],
  runs: [
    {
      contender: "provider",
      count: 100,
      stateBytes: 120_000,
      codeBytes: 100,
      previewBytes: 20_000,
      steps: [{ step: "unchanged-preview", requests: 0 }],
    },
  ],
  profiles: [
    { step: "up", count: 1000, requests: 1002, ownMs: 100, allMs: 1000 },
    { step: "unchanged", count: 1000, requests: 0, ownMs: 100, allMs: 1000 },
    { step: "refresh", count: 1000, requests: 11, ownMs: 100, allMs: 1000 },
    { step: "destroy", count: 1000, requests: 0, ownMs: 100, allMs: 1000 },
  ],
  refreshes: [
    { count: 1000, requests: 11, keptBytes: 1_000_000 },
    { count: 2000, requests: 21, keptBytes: 3_000_000 },
  ],
  checkpoints: [{ what: "each step", count: 1000, step: "up", wallMs: 90_000, cpuMs: 80_000 }],
  identicalCalls: { calls: 100, requests: 1 },
  diffSizes: [{ what: "a FileAsset", isAsset: true, bytes: 600 }],
  plugin: {
    start: { nodeMs: [50, 40, 60], pluginMs: [200, 199, 900] },
    unchanged: { count: 10, emptyMs: [1000], pluginMs: [1600], dynamicMs: [1600 / 0.7] },
    load: [{ step: "up", count: 1000, pluginMs: [11_000], noOpMs: [10_000] }],
  },
  hostile: [{ text: "`a`", target: "comment", ms: [250, 500, 1000] }],
  shows: [{ what: "files", count: 200, wallMs: 5000, peakBytes: 300_000_000, openMs: 1000 }],
};
