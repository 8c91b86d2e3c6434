import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startCommand } from "../../tools/engine/command";

/** The CPU time of a process until it has printed its first line. */
export interface StartMeasure {
  /** Of Node.js that prints a line. */
  readonly nodeMs: readonly number[];
  /** Of the plugin that prints its port. */
  readonly pluginMs: readonly number[];
}

const preload = join(__dirname, "..", "start-process.cjs");
const bin = join(__dirname, "..", "..", "provider", "bin", "pulumi-resource-emailmarketing.js");

/** Starts both in turns. */
export async function measureStart(rounds: number, folder: string): Promise<StartMeasure> {
  const nodeMs: number[] = [];
  const pluginMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    nodeMs.push(await startOf(["--eval", `process.stdout.write("1\\n")`], folder));
    pluginMs.push(await startOf([bin], folder));
  }
  return { nodeMs, pluginMs };
}

async function startOf(args: readonly string[], folder: string): Promise<number> {
  const file = join(folder, "start");
  const command = startCommand(process.execPath, ["--require", preload, ...args], {
    env: { ...process.env, NODE_OPTIONS: "", BENCH_START_FILE: file },
    // So does the engine end a plugin.
    onLine: () => command.kill("SIGINT"),
  });
  await command.result;
  const spent = Number(await readFile(file, "utf8"));
  await rm(file);
  return spent;
}
