import { readFileSync, statfsSync } from "node:fs";
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

/** The version of a package as it is installed here. */
export function versionOf(name: string): string {
  const file = require.resolve(join(name, "package.json"));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
