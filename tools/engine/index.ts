import { buildWithGo } from "./build";
import { cacheFolder, findInCache } from "./cache";
import type { Engine } from "./executable";
import { installOfficially } from "./installer";
import { requireLanguage } from "./language-host";
import { findOnPath } from "./on-path";

export type { Engine } from "./executable";

/**
 * Finds a Pulumi engine: on PATH, in our cache, by the official installer, or built with Go.
 * Rejects with one sentence that names the ways out when none can be had.
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

/** Has an engine and its language host for YAML made before processes side by side would each make their own. */
export async function prepareEngine(): Promise<void> {
  await requireLanguage(await findEngine(), "yaml");
}
