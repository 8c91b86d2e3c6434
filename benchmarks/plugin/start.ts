import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startCommand } from "../../tools/engine/command";
import type { Plugins } from "./project";

/** The CPU time of a process until it has printed its first line, all on one Node.js. */
export interface StartMeasure {
  /** Of Node.js that prints a line. */
  readonly nodeMs: readonly number[];
  /** Of the plugin from npm that prints its port. */
  readonly pluginMs: readonly number[];
  /** Of the executable of a release that does. */
  readonly releasedMs: readonly number[];
  /** Of a plugin that does nothing else. */
  readonly noOpMs: readonly number[];
}

const preload = join(__dirname, "..", "start-process.cjs");
const bin = join(__dirname, "..", "..", "provider", "bin", "pulumi-resource-emailmarketing.js");
const printLine = ["--eval", `process.stdout.write("1\\n")`];

/** Starts all of them in turns. */
export async function measureStart(
  rounds: number,
  { plugins, folder }: { readonly plugins: Plugins; readonly folder: string },
): Promise<StartMeasure> {
  const file = join(folder, "start");
  const measure = {
    nodeMs: [] as number[],
    pluginMs: [] as number[],
    releasedMs: [] as number[],
    noOpMs: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    measure.nodeMs.push(await startOf(file, process.execPath, printLine));
    measure.pluginMs.push(await startOf(file, process.execPath, [bin]));
    measure.releasedMs.push(await startOf(file, plugins.released));
    measure.noOpMs.push(await startOf(file, plugins.noOp));
  }
  return measure;
}

async function startOf(
  file: string,
  executable: string,
  args: readonly string[] = [],
): Promise<number> {
  const command = startCommand(executable, args, {
    // The executable of a release takes options of Node.js from here alone.
    env: { ...process.env, NODE_OPTIONS: `--require "${preload}"`, BENCH_START_FILE: file },
    // So does the engine end a plugin.
    onLine: () => command.kill("SIGINT"),
  });
  await command.result;
  const spent = Number(await readFile(file, "utf8"));
  await rm(file);
  return spent;
}
