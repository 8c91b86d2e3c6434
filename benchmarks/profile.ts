import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where the CPU time of some processes went. */
export interface ProcessorTime {
  /** In the code of our package, in milliseconds. */
  readonly ownMs: number;
  /** In everything, our package, Pulumi's SDK and Node.js included. */
  readonly allMs: number;
}

/** The steps whose CPU time is measured. */
export const profiledSteps = ["up", "unchanged", "refresh", "destroy"] as const;

/** What one step of the provider took. */
export interface StepProfile extends ProcessorTime {
  readonly step: (typeof profiledSteps)[number];
  readonly count: number;
  /** Requests to the service. */
  readonly requests: number;
}

/** A profile as V8 writes it, times in microseconds. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** The node that ran at each sample. */
  readonly samples: readonly number[];
  /** The time before each sample. */
  readonly timeDeltas: readonly number[];
}

const ownFolder = pathToFileURL(join(__dirname, "..", "provider", "dist")).href;
const firstModule = join(__dirname, "profile-process.cjs");

/** The environment of a command whose Node.js processes write their profiles into a folder. */
export function profiledEnvironment(folder: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--require=${JSON.stringify(firstModule)}`,
    BENCH_PROFILE_FOLDER: folder,
  };
}

/** Sums up the profiles in a folder. */
export async function processorTimeIn(folder: string): Promise<ProcessorTime> {
  const names = await readdir(folder);
  const times = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return processorTime(JSON.parse(text) as Profile);
    }),
  );
  return times.reduce(
    (sum, { ownMs, allMs }) => ({ ownMs: sum.ownMs + ownMs, allMs: sum.allMs + allMs }),
    { ownMs: 0, allMs: 0 },
  );
}

/** Sums up one profile; time in which the process waited is no CPU time. */
export function processorTime({ nodes, samples, timeDeltas }: Profile): ProcessorTime {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  let [own, all] = [0, 0];
  for (const [index, id] of samples.entries()) {
    const { functionName = "", url = "" } = frames.get(id) ?? {};
    if (functionName === "(idle)") continue;
    const elapsed = timeDeltas[index] ?? 0;
    all += elapsed;
    if (url.startsWith(`${ownFolder}/`)) own += elapsed;
  }
  return { ownMs: own / 1000, allMs: all / 1000 };
}
