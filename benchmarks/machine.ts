import { existsSync, readFileSync, statfsSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";

/** The machine that was measured on, without what would tell whose it is. */
export interface Machine {
  readonly processors: number;
  readonly model: string;
  readonly memoryGigabytes: number;
  readonly system: string;
  /** What the engine's files lie on: their speed is part of every `up`. */
  readonly files: string;
}

/** Magic numbers of file systems, as Linux gives them; other systems count otherwise. */
const fileSystems: Readonly<Record<number, string>> = {
  16914836: "memory (tmpfs)",
  61267: "ext4",
  1481003842: "XFS",
  2435016766: "Btrfs",
  2035054128: "OverlayFS",
};

/** This machine. */
export function thisMachine(): Machine {
  const processors = cpus();
  return {
    processors: processors.length,
    model: processors[0]?.model.trim() ?? "unknown",
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split("-")[0] ?? ""}`,
    files: fileSystems[statfsSync(__dirname).type] ?? "another file system",
  };
}

/** Begins to count; what it gives tells the percentage of the time since then that the host gave to other machines. */
export function watchStolen(): () => number | undefined {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    if (!before || !after) return undefined;
    return (100 * (after.stolen - before.stolen)) / (after.all - before.all);
  };
}

/** All processors' time since the start, as Linux sums it up; undefined elsewhere. */
function processorTimes(): { readonly stolen: number; readonly all: number } | undefined {
  if (!existsSync("/proc/stat")) return undefined;
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  // user, nice, system, idle, iowait, irq, softirq, steal
  const times = line.split(/ +/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}

/** The version of a package as it is installed here. */
export function versionOf(name: string): string {
  const file = require.resolve(join(name, "package.json"));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
