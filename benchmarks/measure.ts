import { type Emulator, startEmulator } from "email-marketing-emulator";
import type { CommandResult } from "../tools/engine/command";
import type { Contender, Deployment, Shape, Step } from "./contender";
import { type ProcessCost, watchProcesses } from "./process-watch";
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

/** What one run through the steps left behind; one that was cut has fewer of them. */
export interface RunMeasure {
  readonly contender: string;
  readonly shape: Shape;
  readonly count: number;
  /** After the `up`. */
  readonly stateBytes?: number;
  readonly codeBytes?: number;
  /** The size of the preview of all creates, with all inputs. */
  readonly previewBytes?: number;
  readonly steps: readonly StepMeasure[];
}

/** What a contender shall deploy, and where. */
export interface RunOptions {
  readonly shape: Shape;
  readonly count: number;
  /** Requests per second that the service takes; no limit when absent. */
  readonly limit?: number;
}

/** A contender on an account of its own. */
export interface Partaker {
  readonly name: string;
  /** Does one step; gives all that is known of the run by then. */
  readonly measure: (step: Step) => Promise<RunMeasure>;
  readonly close: () => Promise<void>;
}

/** Lays a contender's program, and starts the service that it speaks to. */
export async function enter(contender: Contender, options: RunOptions): Promise<Partaker> {
  const { shape, count, limit } = options;
  const emulator = await startEmulator({
    seed: seedFor(shape, count),
    ...(limit === undefined ? {} : { rateLimit: { perSecond: limit, retryAfter: true } }),
  });
  const deployment = await contender
    .open({ shape, count, emulator })
    .catch(async (error: unknown) => {
      await emulator.close();
      throw error;
    });
  let run: RunMeasure = { contender: contender.name, shape, count, steps: [] };
  return {
    name: contender.name,
    async measure(step) {
      run = await measureStep(run, step, { contender, deployment, emulator });
      return run;
    },
    async close() {
      await deployment.close();
      await emulator.close();
    },
  };
}

interface Place {
  readonly contender: Contender;
  readonly deployment: Deployment;
  readonly emulator: Emulator;
}

async function measureStep(run: RunMeasure, step: Step, place: Place): Promise<RunMeasure> {
  const { contender, deployment, emulator } = place;
  const before = emulator.requests().length;
  const stop = watchProcesses(contender.isProviderProcess);
  const startedAt = performance.now();
  let cost: ProcessCost = {};
  const result = await deployment.run(step).finally(() => {
    cost = stop();
  });
  const wallMs = performance.now() - startedAt;
  succeeded(result, contender, step);
  const sent = emulator.requests().slice(before);
  const searches = sent.filter(({ path }) => path.endsWith("/search")).length;
  const { shape, count, steps, contender: name } = run;
  const known = { contender: name, shape, count, step, wallMs, ...cost };
  const after = { ...run, steps: [...steps, { ...known, requests: sent.length, searches }] };
  if (step === "preview") return { ...after, previewBytes: Buffer.byteLength(result.stdout) };
  if (step !== "up") return after;
  const codeBytes = (await deployment.codeBytes?.()) ?? 0;
  const stateBytes = await deployment.stateBytes();
  return { ...after, stateBytes, ...(codeBytes === 0 ? {} : { codeBytes }) };
}

/** A benchmark of something that failed would be a number about nothing. */
function succeeded(result: CommandResult, { name }: Contender, step: string): void {
  if (result.exitCode === 0) return;
  const last = result.output.trim().split("\n").slice(-30).join("\n");
  throw new Error(`${step} of "${name}" failed (exit status ${result.exitCode}):\n${last}`);
}
