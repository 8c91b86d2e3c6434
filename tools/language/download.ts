import { access, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheFolder } from "../engine/cache";
import { inScratch } from "../engine/scratch";
import { runTool } from "./requirement";

/**
 * Returns a folder of the user's cache. Fills a missing folder under a temporary name, so that no process finds it
 * incomplete.
 */
export async function cachedDownload(
  name: string,
  fill: (folder: string) => Promise<void>,
  cache = dirname(cacheFolder()),
): Promise<string> {
  const parent = join(cache, "download");
  const target = join(parent, name);
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  await inScratch(async (scratch) => {
    await fill(scratch);
    await rename(scratch, target);
  }, parent);
  return target;
}

/** The folder of an npm package without dependencies, unpacked without running its scripts. */
export function npmPackage(name: string, version: string): Promise<string> {
  return cachedDownload(`${name.replace("/", "-")}-${version}`, async (folder) => {
    const options = { cwd: folder };
    const archive = await runTool("npm", ["pack", `${name}@${version}`, "--silent"], options);
    await runTool("tar", ["-xzf", archive.trim(), "--strip-components", "1"], options);
  });
}
