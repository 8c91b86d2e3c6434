import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMerged } from "./document";
import { contractJson } from "./json";
import { openPoints } from "./open-points";

const root = join(__dirname, "..");

/** The texts of the generated files, by path from the root of the repository. */
const generated = Object.entries({
  "contract/open-points.md": `${openPoints()}\n`,
  "contract/contract.json": contractJson(readMerged()),
});

if (process.argv.includes("--check")) {
  const stale = generated.filter(([path, text]) => read(path) !== text).map(([path]) => path);
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.join(", ")}. Run: npm run contract`);
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of generated) {
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}

/** The text of a file; undefined if it is missing. */
function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
