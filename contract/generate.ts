import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMerged } from "./document";
import { contractJson } from "./json";
import { openPoints } from "./open-points";

const root = join(__dirname, "..");

/** The texts of the generated files, by path from the root of the repository. */
export function generate(): Record<string, string> {
  return {
    "contract/open-points.md": format("contract/open-points.md", `${openPoints()}\n`),
    "contract/contract.json": contractJson(readMerged()),
  };
}

/** The generated files that are missing or out of date on disk. */
export function stale(): string[] {
  const generated = Object.entries(generate());
  return generated.filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Formats a text as `npm run fix` does. */
function format(path: string, text: string): string {
  const biome = require.resolve("@biomejs/biome/bin/biome");
  const run = spawnSync(
    process.execPath,
    [biome, "check", "--write", `--stdin-file-path=${path}`],
    {
      cwd: root,
      input: text,
      encoding: "utf8",
    },
  );
  if (run.status !== 0) throw new Error(`biome failed to format ${path}: ${run.stderr}`);
  return run.stdout;
}

function main(): void {
  if (process.argv.includes("--check")) {
    const staleFiles = stale();
    if (staleFiles.length === 0) return;
    console.error(`Out of date: ${staleFiles.join(", ")}. Run: npm run contract`);
    process.exitCode = 1;
    return;
  }
  for (const [path, text] of Object.entries(generate())) {
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}

if (require.main === module) main();
