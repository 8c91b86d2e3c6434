import type { CheckpointMeasure } from "./checkpoint";
import type { DiffSize } from "./diff-size";
import type { HostileCell } from "./hostile/measure";
import type { RefreshMeasure } from "./lifecycle";
import type { RunMeasure } from "./measure";
import type { MemoryMeasure } from "./memory";
import type { PluginMeasure } from "./plugin/measure";
import type { StepProfile } from "./profile";
import type { ReachMeasure } from "./reach";
import type { ShowMeasure } from "./show";

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
  readonly versions: Readonly<Record<string, string>>;
  readonly runs: readonly RunMeasure[];
  readonly profiles: readonly StepProfile[];
  readonly refreshes: readonly RefreshMeasure[];
  readonly checkpoints: readonly CheckpointMeasure[];
  readonly reach: readonly ReachMeasure[];
  readonly identicalCalls: CallMeasure;
  readonly diffSizes: readonly DiffSize[];
  readonly memory: readonly MemoryMeasure[];
  readonly plugin: PluginMeasure;
  readonly hostile: readonly HostileCell[];
  readonly shows: readonly ShowMeasure[];
}
