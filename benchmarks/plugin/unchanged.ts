import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../../tools/engine/executable";
import type { PulumiDeployment } from "../contender/pulumi";
import { seed } from "../program";
import { openTypeScript, openYaml, type Plugins } from "./project";

/** The CPU time of all processes of an unchanged `up`, in the rounds. */
export interface UnchangedMeasure {
  readonly count: number;
  /** In YAML, with no resource. */
  readonly emptyMs: readonly number[];
  /** In YAML, by the plugin. */
  readonly pluginMs: readonly number[];
  /** In TypeScript, by dynamic resources. */
  readonly dynamicMs: readonly number[];
}

/** Runs all three in turns. */
export async function measureUnchanged(
  engine: Engine,
  { plugins, count, rounds }: { plugins: Plugins; count: number; rounds: number },
): Promise<UnchangedMeasure> {
  const emulator = await startEmulator({ seed });
  const plugin = plugins.ours;
  const measured = {
    emptyMs: await openYaml(engine, { emulator, plugin, count: 0 }),
    pluginMs: await openYaml(engine, { emulator, plugin, count }),
    dynamicMs: await openTypeScript(engine, { emulator, count }),
  } satisfies Record<string, PulumiDeployment>;
  const all = Object.entries(measured);
  try {
    for (const [, deployment] of all) await timed(deployment, "up");
    // The first run behind it keeps what it compiles.
    for (const [, deployment] of all) await timed(deployment, "unchanged");
    const times: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, deployment] of all) {
        times[name] = [...(times[name] ?? []), await timed(deployment, "unchanged")];
      }
    }
    const { emptyMs = [], pluginMs = [], dynamicMs = [] } = times;
    return { count, emptyMs, pluginMs, dynamicMs };
  } finally {
    for (const [, deployment] of all) await deployment.close();
    await emulator.close();
  }
}

async function timed(deployment: PulumiDeployment, step: "up" | "unchanged"): Promise<number> {
  const { exitCode, output, cpuMs } = await deployment.timed(step);
  if (exitCode !== 0) throw new Error(output);
  return cpuMs;
}
