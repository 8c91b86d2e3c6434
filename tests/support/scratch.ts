import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Suite } from "mocha";

/** Gives every test of a suite an empty folder of its own in another one, which goes when the test is over. */
export function useScratch(suite: Suite, parent = tmpdir()): () => string {
  let folder = "";
  suite.beforeEach("makes a scratch folder", async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "scratch-"));
  });
  suite.afterEach("removes the scratch folder", async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return () => folder;
}
