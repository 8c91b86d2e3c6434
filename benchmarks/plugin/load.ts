import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../../tools/engine/executable";
import type { PulumiDeployment } from "../contender/pulumi";
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

/** Takes both through the steps, in turns; those that change nothing more than once. */
export async function measureLoad(
  engine: Engine,
  { plugins, count, rounds }: { plugins: Plugins; count: number; rounds: number },
): Promise<LoadMeasure[]> {
  const [ours, noOp] = [
    await open(engine, plugins.ours, count),
    await open(engine, plugins.noOp, count),
  ];
  try {
    const measures: LoadMeasure[] = [];
    for (const step of profiledSteps) {
      const pluginMs: number[] = [];
      const noOpMs: number[] = [];
      const times = step === "unchanged" || step === "refresh" ? rounds : 1;
      for (let round = 0; round < times; round += 1) {
        pluginMs.push(await cpuMsOf(ours.deployment, step));
        noOpMs.push(await cpuMsOf(noOp.deployment, step));
      }
      measures.push({ step, count, pluginMs, noOpMs });
    }
    return measures;
  } finally {
    await ours.close();
    await noOp.close();
  }
}

/** A stack behind a plugin, with a service of its own. */
async function open(engine: Engine, plugin: string, count: number) {
  const emulator = await startEmulator({ seed });
  const deployment = await openYaml(engine, { emulator, plugin, count });
  const close = async () => {
    await deployment.close();
    await emulator.close();
  };
  return { deployment, close };
}

async function cpuMsOf(deployment: PulumiDeployment, step: LoadMeasure["step"]): Promise<number> {
  const { exitCode, output, cpuMs } = await deployment.timed(step);
  if (exitCode !== 0) throw new Error(output);
  return cpuMs;
}
