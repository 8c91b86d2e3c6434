import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pagesOf } from "./reference/markdown/pages";
import { readPackage } from "./reference/package-model";
import { readPublished } from "./schema/metadata";
import { schemaText } from "./schema/package-schema";

/* Writes what is generated from the sources of the package: the pages of the reference, and the plugin's schema. */

const root = join(__dirname, "..");
const folder = join(root, "docs", "reference");
const schemaFile = join(root, "provider", "schema.json");

/** The pages that are missing, out of date or no longer made. */
function outdated(pages: ReadonlyMap<string, string>): string[] {
  const present = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const old = [...pages].filter(
    ([path, text]) => !present.includes(path) || readFileSync(join(folder, path), "utf8") !== text,
  );
  return [...old.map(([path]) => path), ...present.filter((path) => !pages.has(path))];
}

function main(): void {
  const model = readPackage();
  const pages = pagesOf(model);
  const schema = schemaText(model, readPublished());
  if (process.argv.includes("--check")) {
    const isOld = !existsSync(schemaFile) || readFileSync(schemaFile, "utf8") !== schema;
    const paths = outdated(pages).map((path) => `docs/reference/${path}`);
    if (isOld) paths.push("provider/schema.json");
    if (paths.length === 0) return;
    console.error(`Out of date: ${paths.join(", ")}. Run: npm run docs`);
    process.exitCode = 1;
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(schemaFile, schema);
}

main();
