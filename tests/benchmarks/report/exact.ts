import type { BenchResult } from "../../benchmarks/result";

/** The result of a benchmark that has measured nothing yet, on a machine that no benchmark runs on. */
export const begun: BenchResult = {
  size: "tiny",
  startedAt: "2026-01-01T00:00:00.000Z",
  machine: {
    processors: 2,
    model: "a processor",
    memoryGigabytes: 8,
    system: "Linux 6",
    files: "ext4",
  },
  load: { before: 0, after: 0 },
  versions: {},
  compared: [],
  absent: [],
  missing: [],
  runs: [],
  startUp: [],
  lifecycles: [],
  diffSizes: [],
};
