import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import type { Engine } from "../../tools/engine/executable";
import { requireLanguage } from "../../tools/engine/language-host";
import { pulumiContenders } from "../contender/pulumi";
import { measuring } from "../measuring";
import { type LoadMeasure, measureLoad } from "./load";
import { openYaml, preparePlugins } from "./project";
import { measureStart, type StartMeasure } from "./start";
import { measureUnchanged, type UnchangedMeasure } from "./unchanged";

/** What the plugin takes, and a large stack by both ways in. */
export interface PluginMeasure {
  readonly start: StartMeasure;
  readonly unchanged: UnchangedMeasure;
  readonly load: readonly LoadMeasure[];
}

/** How much of it is measured. */
export interface PluginPlan {
  /** Starts, and unchanged runs. */
  readonly rounds: number;
  readonly unchanged: number;
  /** Senders of the large stack, which is made and removed in so many rounds. */
  readonly load: number;
  readonly loadRounds: number;
}

/** Measures all of it, by the processor time that it takes: a busy machine changes that least. */
export async function measurePlugin(engine: Engine, plan: PluginPlan): Promise<PluginMeasure> {
  await requireLanguage(engine, "yaml");
  const folder = await mkdtemp(join(tmpdir(), "email-marketing-plugin-"));
  try {
    const plugins = await preparePlugins(folder);
    const { rounds, unchanged: count } = plan;
    return {
      start: await measuring("starts of the plugin", () =>
        measureStart(rounds * 2, { plugins, folder }),
      ),
      unchanged: await measuring(
        `unchanged runs of ${count} senders of both kinds of resources`,
        () => measureUnchanged(engine, { plugins, count, rounds }),
      ),
      load: await measuring(
        `${plan.load} senders, in turns with providers that do nothing`,
        async () => {
          const [provider, noOp] = pulumiContenders(engine);
          const load = { count: plan.load, rounds: plan.loadRounds };
          const yaml = (plugin: string) => (emulator: Emulator) =>
            openYaml(engine, { emulator, plugin, count: plan.load });
          return [
            ...(await measureLoad({
              ...load,
              way: "plugin",
              ours: yaml(plugins.ours),
              noOp: yaml(plugins.noOp),
            })),
            ...(await measureLoad({
              ...load,
              way: "dynamic resources",
              ours: (emulator) => provider.open({ count: plan.load, emulator }),
              noOp: (emulator) => noOp.open({ count: plan.load, emulator }),
            })),
          ];
        },
      ),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
