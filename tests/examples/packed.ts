import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { packInto } from "../../tools/package/pack";

/** The folder of the archives that the READMEs install, which `npm run pack` makes. */
export const packedFolder = join(__dirname, "..", "..", "packed");

let archives: Promise<string[]> | undefined;

/** Packs both packages once for all suites of this process, and returns the paths of the archives. */
export function packedOnce(): Promise<string[]> {
  archives ??= pack();
  return archives;
}

async function pack(): Promise<string[]> {
  await rm(packedFolder, { recursive: true, force: true });
  await mkdir(packedFolder);
  return packInto(packedFolder);
}
