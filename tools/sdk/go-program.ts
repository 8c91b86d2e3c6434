import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildProgram, requireGoFor } from "../engine/build";
import { cacheFolder } from "../engine/cache";
import { isExecutable } from "../engine/executable";

/** The executable of a Go module in one folder of this repository, from the user's cache or built with Go. */
export async function goProgram(module: string, what: string, purpose: string): Promise<string> {
  const name = `${basename(module)}-${await digestOf(module)}`;
  const folder = join(cacheFolder(), "..", "go", name);
  const file = join(folder, "program");
  if (await isExecutable(file)) return file;
  await requireGoFor(purpose);
  await mkdir(folder, { recursive: true });
  await buildProgram({ what, module, package: ".", expected: "1 to 4 minutes, once" }, file);
  return file;
}

/** A digest of the sources, which is used as the name of the folder in the cache. */
async function digestOf(module: string): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}`);
  for (const name of (await readdir(module)).sort()) {
    hash.update(await readFile(join(module, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
