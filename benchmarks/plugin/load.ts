import { type Emulator, startEmulator } from "email-marketing-emulator";
import type { Deployment } from "../contender";
import { profiledSteps, type StepProfile } from "../profile";
import { seed } from "../program";

/** The CPU time of all processes of one step, by our provider and by one that does nothing, in the rounds. */
export interface LoadMeasure {
  readonly way: "plugin" | "dynamic resources";
  readonly step: StepProfile["step"];
  readonly count: number;
  readonly oursMs: readonly number[];
  readonly noOpMs: readonly number[];
}

/** How two stacks of so many senders are opened, one for each provider. */
export interface Load extends Pick<LoadMeasure, "way" | "count"> {
  readonly rounds: number;
  readonly ours: (emulator: Emulator) => Promise<Deployment>;
  readonly noOp: (emulator: Emulator) => Promise<Deployment>;
}

/** Takes both through the steps, in turns; those that change nothing more than once. */
export async function measureLoad({ way, count, rounds, ...open }: Load): Promise<LoadMeasure[]> {
  const emulators = [await startEmulator({ seed }), await startEmulator({ seed })] as const;
  const ours = await open.ours(emulators[0]);
  const noOp = await open.noOp(emulators[1]);
  try {
    const measures: LoadMeasure[] = [];
    for (const step of profiledSteps) {
      const oursMs: number[] = [];
      const noOpMs: number[] = [];
      const times = step === "unchanged" || step === "refresh" ? rounds : 1;
      for (let round = 0; round < times; round += 1) {
        oursMs.push(await cpuMsOf(ours, step));
        noOpMs.push(await cpuMsOf(noOp, step));
      }
      measures.push({ way, step, count, oursMs, noOpMs });
    }
    return measures;
  } finally {
    for (const one of [ours, noOp, ...emulators]) await one.close();
  }
}

async function cpuMsOf(deployment: Deployment, step: LoadMeasure["step"]): Promise<number> {
  const { exitCode, output, cpuMs } = await deployment.timed(step);
  if (exitCode !== 0) throw new Error(output);
  return cpuMs;
}
