import { join } from "node:path";
import { buildWithGo } from "./build";
import { cacheFolder, findInCache } from "./cache";
import type { Engine } from "./executable";
import { installOfficially } from "./installer";
import { withLock } from "./lock";
import { findOnPath } from "./on-path";
import { createProgress, type Progress, standardErrorProgress } from "./progress";

export type { Engine } from "./executable";

/** How to look for an engine. */
export interface FindEngineOptions {
  /** Takes the lines that tell what takes time; the standard error stream when absent. */
  report?: (line: string) => void;
}

/** The ways to an engine, in the order in which they are tried. */
export interface EngineSources {
  onPath: (progress: Progress) => Promise<Engine | undefined>;
  inCache: () => Promise<Engine | undefined>;
  installer: (progress: Progress) => Promise<Engine | undefined>;
  build: (progress: Progress) => Promise<Engine>;
  /** Keeps other processes from making the same engine at the same time. */
  exclusively: (progress: Progress, work: () => Promise<Engine>) => Promise<Engine>;
}

/**
 * Finds a Pulumi engine: on PATH, in our cache, by the official installer, or built with Go.
 * Rejects with one sentence that names the ways out when none can be had.
 */
export async function findEngine(options: FindEngineOptions = {}): Promise<Engine> {
  const { report } = options;
  const progress = report ? createProgress({ line: report }) : standardErrorProgress();
  return findEngineIn(sourcesOf(cacheFolder()), progress);
}

/** `findEngine` over given sources. */
export async function findEngineIn(sources: EngineSources, progress: Progress): Promise<Engine> {
  const found = (await sources.onPath(progress)) ?? (await sources.inCache());
  if (found !== undefined) {
    return found;
  }
  return sources.exclusively(progress, async () => {
    // The process that held the lock may have made it.
    const made = (await sources.inCache()) ?? (await sources.installer(progress));
    return made ?? sources.build(progress);
  });
}

function sourcesOf(cache: string): EngineSources {
  return {
    onPath: findOnPath,
    inCache: () => findInCache(cache),
    installer: (progress) => installOfficially(cache, progress),
    build: (progress) => buildWithGo(cache, progress),
    exclusively: (progress, work) => {
      const waiting = (pid: number) =>
        progress.say(
          `Process ${pid} is installing or building the Pulumi engine; waiting for it ...`,
        );
      return withLock(join(cache, "making.lock"), waiting, work);
    },
  };
}
