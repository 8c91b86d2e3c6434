import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Suite } from "mocha";

/** Gives each test of a suite its own empty folder within `parent`, and removes the folder after the test. */
export function useScratch(suite: Suite, parent = tmpdir()): () => string {
  return folderOf(parent, suite.beforeEach.bind(suite), suite.afterEach.bind(suite));
}

/** Gives a suite one empty folder for all of its tests, and removes the folder after the last test. */
export function useSuiteFolder(suite: Suite): () => string {
  return folderOf(tmpdir(), suite.beforeAll.bind(suite), suite.afterAll.bind(suite));
}

type Hook = (title: string, act: () => Promise<void>) => unknown;

function folderOf(parent: string, before: Hook, after: Hook): () => string {
  let folder = "";
  before("makes a folder", async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "scratch-"));
  });
  after("removes the folder", () => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
