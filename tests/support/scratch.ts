import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Suite } from "mocha";

/** Gives every test of a suite an empty folder of its own, which goes when the test is over. */
export function useScratch(suite: Suite): () => string {
  let folder = "";
  suite.beforeEach("makes a scratch folder", async () => {
    folder = await mkdtemp(join(tmpdir(), "scratch-"));
  });
  suite.afterEach("removes the scratch folder", async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return () => folder;
}
