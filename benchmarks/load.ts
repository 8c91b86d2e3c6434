import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { openYaml, type Plugins } from "./plugins";
import { noOpProgram, providerProgram, seed } from "./program";
import { openProject, type Project } from "./project";
import { figure, median, type Row } from "./row";

const steps = [
  { step: "up", what: "up", repeats: false },
  { step: "preview", what: "unchanged preview", repeats: true },
  { step: "up", what: "unchanged up", repeats: true },
  { step: "refresh", what: "refresh", repeats: true },
  { step: "destroy", what: "destroy", repeats: false },
] as const;

/** Limits for the CPU time of a step, as multiples of the time with a provider that does nothing. */
const mostTimes = {
  up: 1.15,
  "unchanged preview": 1.2,
  "unchanged up": 1.2,
  refresh: 1.2,
  destroy: 1.15,
};

/**
 * Limits for the number of requests. Senders are read by one search, then by pages of 100; a create also reads domains.
 */
const mostRequests = {
  up: (count: number) => count + 4,
  "unchanged preview": () => 0,
  "unchanged up": () => 0,
  refresh: (count: number) => Math.ceil(count / 100) + 1,
  destroy: () => 0,
};

export interface Load {
  readonly plugins: Plugins;
  readonly count: number;
  /** The number of runs of a step that changes nothing. */
  readonly rounds: number;
}

/** Measures all steps of a stack of senders, alternating with a provider that does nothing. */
export async function measureLoad(engine: Engine, load: Load): Promise<Row[]> {
  const rows: Row[] = [];
  for (const runtime of ["dynamic resources", "plugin"] as const) {
    const emulators = [await startEmulator({ seed }), await startEmulator({ seed })] as const;
    const open = (which: "ours" | "noOp"): Promise<Project> => {
      const emulator = emulators[which === "ours" ? 0 : 1];
      const { count, plugins } = load;
      if (runtime === "plugin")
        return openYaml(engine, { emulator, plugin: plugins[which], count });
      const program = which === "ours" ? providerProgram : noOpProgram;
      return openProject(engine, emulator, program(count));
    };
    const [ours, noOp] = [await open("ours"), await open("noOp")];
    try {
      for (const { step, what, repeats } of steps) {
        const named = `${what} of ${figure(load.count)} senders, ${runtime}`;
        const before = emulators[0].requests().length;
        const [oursMs, ratios]: [number[], number[]] = [[], []];
        const rounds = repeats ? load.rounds : 1;
        for (let round = 0; round < rounds; round += 1) {
          const { cpuMs } = await ours.run(step);
          oursMs.push(cpuMs);
          // Run the no-op provider directly afterwards, because the speed of a machine varies over time.
          ratios.push(cpuMs / (await noOp.run(step)).cpuMs);
        }
        const requests = (emulators[0].requests().length - before) / rounds;
        const most = mostRequests[what](load.count);
        rows.push(
          { what: named, measured: requests, atMost: most, digits: 0, unit: "requests" },
          { what: "", measured: median(oursMs) / 1000, digits: 1, unit: "s of CPU" },
          {
            what: "",
            measured: median(ratios),
            atMost: mostTimes[what],
            digits: 2,
            unit: "times a provider that does nothing",
          },
        );
      }
    } finally {
      for (const one of [ours, noOp, ...emulators]) await one.close();
    }
  }
  return rows;
}
