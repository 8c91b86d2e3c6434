import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildProgram, type GoProgram, requireGoFor } from "../engine/build";
import { cacheFolder } from "../engine/cache";
import { isExecutable } from "../engine/executable";
import { withLock } from "../engine/lock";
import { standardErrorProgress } from "../engine/progress";

/** An executable that the Go client builds from a module that is all in one folder of this repository. */
export interface OwnProgram extends Omit<GoProgram, "linkerFlags"> {
  readonly executable: string;
  /** What it is needed for, as in "generate SDKs". */
  readonly purpose: string;
}

/** The path of the executable: from the user's cache, or built with Go. */
export async function goProgram(program: OwnProgram): Promise<string> {
  const name = `${basename(program.module)}-${await digestOf(program.module)}`;
  const folder = join(cacheFolder(), "..", "go", name);
  const file = join(folder, program.executable);
  if (await isExecutable(file)) return file;
  const progress = standardErrorProgress();
  const waiting = (pid: number) =>
    progress.say(`Process ${pid} is building ${program.what}; waiting for it ...`);
  await withLock(`${folder}.lock`, waiting, async () => {
    // The process that held the lock may have built it.
    if (await isExecutable(file)) return;
    await mkdir(folder, { recursive: true });
    await requireGoFor(program.purpose);
    await buildProgram({ ...program, linkerFlags: "-w -s" }, file, progress);
  });
  return file;
}

/** The sources decide the executable, so they name its folder. */
async function digestOf(module: string): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}`);
  for (const name of (await readdir(module)).sort()) {
    hash.update(await readFile(join(module, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
