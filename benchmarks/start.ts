import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startCommand } from "../tools/engine/command";
import { median, type Row } from "./row";

const preload = join(__dirname, "start-process.cjs");
const bin = join(__dirname, "..", "provider", "bin", "pulumi-resource-emailmarketing.js");
const printing = (code: string) => ["--eval", `${code};process.stdout.write("1\\n")`];

/** Measures the CPU time of processes up to their first line of output. All run on the same Node.js, and take turns. */
export async function measureStart(rounds: number, folder: string): Promise<Row[]> {
  const node = process.execPath;
  const starts = {
    node: [node, printing("")],
    sdk: [node, printing('require("@pulumi/pulumi")')],
    program: [node, printing('require("@pulumi/pulumi");require("pulumi-email-marketing")')],
    plugin: [node, [bin]],
  } as const;
  const spent: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, [executable, args]] of Object.entries(starts)) {
      const ms = await startOf(join(folder, "start"), executable, args);
      spent[name] = [...(spent[name] ?? []), ms];
    }
  }
  const seconds = (name: keyof typeof starts) => median(spent[name] ?? []) / 1000;
  const row = { digits: 2, unit: "s of CPU" };
  return [
    {
      ...row,
      what: "loading this package in a program, above Pulumi's SDK",
      measured: seconds("program") - seconds("sdk"),
    },
    {
      ...row,
      what: "start of the plugin to its port line, above Node.js itself",
      measured: seconds("plugin") - seconds("node"),
      atMost: 0.15,
    },
  ];
}

async function startOf(file: string, executable: string, args: readonly string[]): Promise<number> {
  const command = startCommand(executable, args, {
    cwd: join(__dirname, ".."),
    env: { ...process.env, NODE_OPTIONS: `--require "${preload}"`, BENCH_START_FILE: file },
    // The engine ends a plugin with the same signal.
    onLine: () => command.kill("SIGINT"),
  });
  await command.result;
  const spent = Number(await readFile(file, "utf8"));
  await rm(file);
  return spent;
}
