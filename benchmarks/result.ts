import type { DiffSize } from "./diff-size";
import type { LifecycleMeasure } from "./lifecycle";
import type { Machine } from "./machine";
import type { RunMeasure } from "./measure";
import type { StartUp } from "./start-up";

/** A way to manage the objects, as the result tells of it. */
export interface Compared {
  readonly name: string;
  readonly what: string;
  readonly cannot: readonly string[];
}

/** Creating senders while the service refuses what comes too fast. */
export interface LimitedMeasure {
  readonly perSecond: number;
  readonly run: RunMeasure;
  /** The no-op's `up` of as many, right before. */
  readonly noop: RunMeasure;
}

/** What else the machine had to do. */
export interface Load {
  /** Runnable processes a minute, before the first measure: above the processors' number, others were at work. */
  readonly before: number;
  /** The same after the last measure. */
  readonly after: number;
  /** The share of the processors' time that other machines on the same host took, in percent; absent where nothing tells. */
  readonly stolenPercent?: number;
}

/** A program that calls the same function many times. */
export interface CallMeasure {
  readonly calls: number;
  /** Requests to the service in one preview. */
  readonly requests: number;
}

/** Everything that one run of the benchmark found. */
export interface BenchResult {
  readonly size: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly machine: Machine;
  readonly load: Load;
  readonly versions: Readonly<Record<string, string>>;
  readonly compared: readonly Compared[];
  /** What could not be compared here, and why. */
  readonly absent: readonly string[];
  /** What was to be measured and was not: it failed, or the time was over. */
  readonly missing: readonly string[];
  readonly runs: readonly RunMeasure[];
  readonly startUp: readonly StartUp[];
  readonly lifecycles: readonly LifecycleMeasure[];
  readonly limited?: LimitedMeasure;
  readonly identicalCalls?: CallMeasure;
  readonly diffSizes: readonly DiffSize[];
}
