import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import type { CommandResult } from "../tools/engine/command";
import { type Contender, type Step, steps } from "./contender";
import { processorTimeIn, profiledEnvironment, profiledSteps, type StepProfile } from "./profile";
import { seed } from "./program";

/** What one step sent to the service. */
export interface StepMeasure {
  readonly step: Step;
  readonly requests: number;
}

/** The provider, taken through the steps with so many senders. */
export interface RunMeasure {
  readonly count: number;
  /** After the `up`. */
  readonly stateBytes: number;
  readonly codeBytes?: number;
  /** The size of the preview of all creates, with all inputs. */
  readonly previewBytes: number;
  readonly steps: readonly StepMeasure[];
}

/** Runs all steps on an account of its own, and counts. */
export async function measureRun(contender: Contender, count: number): Promise<RunMeasure> {
  const emulator = await startEmulator({ seed });
  const deployment = await contender.open({ count, emulator });
  const measured: StepMeasure[] = [];
  let [stateBytes, codeBytes, previewBytes] = [0, 0, 0];
  try {
    for (const step of steps) {
      const before = emulator.requests().length;
      const result = await deployment.run(step);
      succeeded(result, contender, step);
      measured.push({ step, requests: emulator.requests().length - before });
      if (step === "preview") previewBytes = Buffer.byteLength(result.stdout);
      if (step === "up") {
        stateBytes = await deployment.stateBytes();
        codeBytes = (await deployment.codeBytes?.()) ?? 0;
      }
    }
  } finally {
    await deployment.close();
    await emulator.close();
  }
  const sizes = { stateBytes, previewBytes, ...(codeBytes === 0 ? {} : { codeBytes }) };
  return { count, ...sizes, steps: measured };
}

/** Profiles the program and the provider process in each step. */
export async function profileSteps(contender: Contender, count: number): Promise<StepProfile[]> {
  const folder = await mkdtemp(join(tmpdir(), "email-marketing-bench-"));
  const emulator = await startEmulator({ seed });
  const deployment = await contender.open({ count, emulator });
  const profiles: StepProfile[] = [];
  try {
    for (const step of profiledSteps) {
      const own = join(folder, step);
      await mkdir(own);
      const before = emulator.requests().length;
      succeeded(await deployment.run(step, profiledEnvironment(own)), contender, step);
      const requests = emulator.requests().length - before;
      profiles.push({ step, count, requests, ...(await processorTimeIn(own)) });
    }
  } finally {
    await deployment.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
  return profiles;
}

/** The figures of a step that failed would mean nothing. */
export function succeeded(
  result: CommandResult,
  { name }: Pick<Contender, "name">,
  step: string,
): void {
  if (result.exitCode === 0) return;
  const last = result.output.trim().split("\n").slice(-30).join("\n");
  throw new Error(`${step} of "${name}" failed (exit status ${result.exitCode}):\n${last}`);
}
