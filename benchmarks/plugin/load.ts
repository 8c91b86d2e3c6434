import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../../tools/engine/executable";
import { withoutCheckpoints } from "../checkpoint";
import { seed } from "../program";
import { profiledSteps, type StepProfile } from "../result";
import { openYaml, type Plugins } from "./project";

/** The CPU time of all processes of one step, by our plugin and by one that does nothing, in the rounds. */
export interface LoadMeasure {
  readonly step: StepProfile["step"];
  readonly count: number;
  readonly pluginMs: readonly number[];
  readonly noOpMs: readonly number[];
}

/** Takes both through the steps, in turns. */
export async function measureLoad(
  engine: Engine,
  { plugins, count, rounds }: { plugins: Plugins; count: number; rounds: number },
): Promise<LoadMeasure[]> {
  const times = { ours: new Map<string, number[]>(), noOp: new Map<string, number[]>() };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ["ours", "noOp"] as const) {
      const emulator = await startEmulator({ seed });
      const plugin = plugins[name];
      const deployment = await openYaml(engine, { emulator, plugin, count });
      try {
        for (const step of profiledSteps) {
          // The engine's own writing of its state would hide what the plugins take.
          const result = await deployment.timed(step, withoutCheckpoints);
          if (result.exitCode !== 0) throw new Error(result.output);
          times[name].set(step, [...(times[name].get(step) ?? []), result.cpuMs]);
        }
      } finally {
        await deployment.close();
        await emulator.close();
      }
    }
  }
  return profiledSteps.map((step) => ({
    step,
    count,
    pluginMs: times.ours.get(step) ?? [],
    noOpMs: times.noOp.get(step) ?? [],
  }));
}
