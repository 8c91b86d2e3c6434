import { buildWithGo } from "./build";
import { cacheFolder, findInCache } from "./cache";
import type { Engine } from "./executable";
import { installOfficially } from "./installer";
import { requireLanguage } from "./language-host";
import { findOnPath } from "./on-path";

export type { Engine } from "./executable";

/**
 * Finds a Pulumi engine: on PATH, in our cache, with the official installer, or built with Go. If all of them fail,
 * rejects with one sentence that says what to install.
 */
export async function findEngine(): Promise<Engine> {
  const cache = cacheFolder();
  return (
    (await findOnPath()) ??
    (await findInCache(cache)) ??
    (await installOfficially(cache)) ??
    (await buildWithGo(cache))
  );
}

/** Prepares the engine and the YAML language host in advance, so that parallel processes don't each build them. */
export async function prepareEngine(): Promise<void> {
  await requireLanguage(await findEngine(), "yaml");
}
