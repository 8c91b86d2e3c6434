import { type Emulator, startEmulator } from "email-marketing-emulator";
import type { CommandResult } from "../tools/engine/command";
import type { Contender, Deployment, Load, Shape, Step } from "./contender";
import { steps } from "./contender";
import { watchProcesses } from "./process-watch";
import { seedFor } from "./program";

/** One step of one run. */
export interface StepMeasure {
  readonly contender: string;
  readonly shape: Shape;
  readonly count: number;
  readonly step: Step;
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly peakBytes?: number;
  /** Requests to the service. */
  readonly requests: number;
  readonly searches: number;
}

/** What one run of all steps left behind. */
export interface RunMeasure {
  readonly contender: string;
  readonly shape: Shape;
  readonly count: number;
  readonly stateBytes: number;
  readonly codeBytes?: number;
  /** The size of the preview of all creates, with all inputs. */
  readonly previewBytes?: number;
  readonly steps: readonly StepMeasure[];
}

/** What one run shall do. */
export interface RunOptions {
  readonly shape: Shape;
  readonly count: number;
  /** Requests per second that the service takes; no limit when absent. */
  readonly limit?: number;
  /** The steps to do; all when absent. */
  readonly only?: readonly Step[];
}

/** Runs a contender through the steps on an account of its own. */
export async function measureRun(contender: Contender, options: RunOptions): Promise<RunMeasure> {
  const { shape, count, limit } = options;
  const emulator = await startEmulator({
    seed: seedFor(shape, count),
    ...(limit === undefined ? {} : { rateLimit: { perSecond: limit, retryAfter: true } }),
  });
  const load: Load = { shape, count, emulator };
  const deployment = await contender.open(load).catch(async (error: unknown) => {
    await emulator.close();
    throw error;
  });
  try {
    return await measureSteps(contender, deployment, { ...options, emulator });
  } finally {
    await deployment.close();
    await emulator.close();
  }
}

async function measureSteps(
  contender: Contender,
  deployment: Deployment,
  { shape, count, only = steps, emulator }: RunOptions & { emulator: Emulator },
): Promise<RunMeasure> {
  const known = { contender: contender.name, shape, count };
  const measures: StepMeasure[] = [];
  let sizes = { stateBytes: 0, codeBytes: 0 };
  let previewBytes: number | undefined;
  for (const step of steps.filter((one) => only.includes(one))) {
    const before = emulator.requests().length;
    const stop = watchProcesses(contender.isProviderProcess);
    const startedAt = performance.now();
    const result = await deployment.run(step);
    const wallMs = performance.now() - startedAt;
    const cost = stop();
    succeeded(result, contender, step);
    const requests = emulator.requests().slice(before);
    const searches = requests.filter(({ path }) => path.endsWith("/search")).length;
    measures.push({ ...known, step, wallMs, ...cost, requests: requests.length, searches });
    if (step === "preview") previewBytes = Buffer.byteLength(result.stdout);
    if (step === "up") {
      sizes = {
        stateBytes: await deployment.stateBytes(),
        codeBytes: (await deployment.codeBytes?.()) ?? 0,
      };
    }
  }
  return {
    ...known,
    stateBytes: sizes.stateBytes,
    ...(sizes.codeBytes === 0 ? {} : { codeBytes: sizes.codeBytes }),
    ...(previewBytes === undefined ? {} : { previewBytes }),
    steps: measures,
  };
}

/** A benchmark of something that failed would be a number about nothing. */
function succeeded(result: CommandResult, { name }: Contender, step: string): CommandResult {
  if (result.exitCode === 0) return result;
  const last = result.output.trim().split("\n").slice(-30).join("\n");
  throw new Error(`${step} of "${name}" failed (exit status ${result.exitCode}):\n${last}`);
}
