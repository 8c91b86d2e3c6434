import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../tools/engine/command";

/** The folder of the repository. */
export const repository = join(__dirname, "..", "..");

/** The text of each page that `git ls-files` lists. */
export async function pagesOf(...args: readonly string[]): Promise<Map<string, string>> {
  const { stdout } = await runCommand("git", ["ls-files", ...args], { cwd: repository });
  const pages = stdout.trim().split("\n");
  return new Map(pages.map((page) => [page, readFileSync(join(repository, page), "utf8")]));
}
