import { startEmulator } from "email-marketing-emulator";
import type { Contender } from "./contender";
import { succeeded } from "./measure";
import { seed } from "./program";

/** What it takes to make and to remove a stack. */
export interface CheckpointMeasure {
  readonly what: string;
  readonly count: number;
  readonly step: "up" | "destroy";
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** A contender, and how the state of its stack is written. */
export interface Recorded {
  readonly what: string;
  readonly contender: Contender;
  readonly env?: Readonly<Record<string, string>>;
}

/** The engine writes its state once, at the end. */
export const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Makes and removes so many senders on an account of its own. */
export async function measureCheckpoints(
  { what, contender, env = {} }: Recorded,
  count: number,
): Promise<CheckpointMeasure[]> {
  const emulator = await startEmulator({ seed });
  const deployment = await contender.open({ count, emulator });
  const measured: CheckpointMeasure[] = [];
  try {
    for (const step of ["up", "destroy"] as const) {
      const result = await deployment.timed(step, env);
      succeeded(result, contender, step);
      measured.push({ what, count, step, wallMs: result.wallMs, cpuMs: result.cpuMs });
    }
  } finally {
    await deployment.close();
    await emulator.close();
  }
  return measured;
}
