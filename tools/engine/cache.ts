import { rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { cliName, type Engine, isCompleteEngine } from "./executable";
import { inScratch } from "./scratch";
import { cliVersion, languageHostVersion } from "./version";

const platform = `${process.platform}-${process.arch}`;

/** The folder of an installed engine. The name contains everything that determines its content. */
export const installedName = `installed-${cliVersion}-${platform}`;

export const builtName = `built-${cliVersion}-host-${languageHostVersion}-${platform}`;

/** Our folder in the user's cache. `~/.pulumi` isn't used, because it belongs to official installations. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const xdg = env.XDG_CACHE_HOME ?? "";
  // The XDG specification says to ignore relative paths.
  const root = isAbsolute(xdg) ? xdg : join(homedir(), ".cache");
  return join(root, "pulumi-email-marketing", "engine");
}

/** An engine that an earlier run installed or built. */
export async function findInCache(cache: string): Promise<Engine | undefined> {
  for (const name of [installedName, builtName]) {
    const dir = join(cache, name, "bin");
    if (await isCompleteEngine(dir)) {
      return { pulumi: join(dir, cliName), dir, version: cliVersion, source: "cache" };
    }
  }
  return undefined;
}

/**
 * Makes an engine in a temporary folder and renames the folder into the cache, so that no process finds an incomplete
 * engine. Returns the folder of the executables.
 */
export async function addToCache(
  cache: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const target = join(cache, name);
  await inScratch(async (scratch) => {
    await make(scratch);
    if (!(await isCompleteEngine(join(scratch, "bin")))) {
      throw new Error(`some executables of Pulumi ${cliVersion} are missing`);
    }
    // Another process may have added the same engine in the meantime.
    if (!(await isCompleteEngine(join(target, "bin")))) {
      await rm(target, { recursive: true, force: true });
      await rename(scratch, target);
    }
  }, cache);
  return join(target, "bin");
}
