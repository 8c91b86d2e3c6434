import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Suite } from "mocha";

/** Gives a suite one empty folder for all of its tests, which goes when the last one is over. */
export function useSuiteFolder(suite: Suite): () => string {
  let folder = "";
  suite.beforeAll("makes the folder of the suite", async () => {
    folder = await mkdtemp(join(tmpdir(), "suite-"));
  });
  suite.afterAll("removes the folder of the suite", () =>
    rm(folder, { recursive: true, force: true }),
  );
  return () => folder;
}
