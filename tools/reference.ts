import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { githubSecrets, gitlabSecrets } from "./example/secret-table";
import { guideParts } from "./reference/guide-table";
import { marked } from "./reference/marked";
import { pagesOf } from "./reference/page";
import { readPublished } from "./schema/metadata";
import { readPackage } from "./schema/package-model";
import { packageSchema } from "./schema/package-schema";

/*
 * Writes the files that are generated from the sources of the package: the reference pages, the tables of guides, and
 * the plugin's schema.
 */

const root = join(__dirname, "..");
const reference = "docs/reference";

/** Reference pages that are written by hand, although some of their tables are generated. */
const written = new Set(
  [
    "cost.md",
    "drift.md",
    "errors.md",
    "findings.md",
    "service-differences.md",
    "troubleshooting.md",
  ].map((name) => `${reference}/${name}`),
);

/** The page of the pipelines, with a table of their secrets. */
const pipelines = "examples/pipelines/README.md";

/** All generated files: text by path from the root of the repository. */
function generated(): ReadonlyMap<string, string> {
  const model = readPackage();
  const schema = packageSchema(model, readPublished());
  const guides = [...guideParts(model)].map(([path, parts]) => {
    return [path, marked(readFileSync(join(root, path), "utf8"), parts)] as const;
  });
  const secrets = {
    "github-secrets": githubSecrets(root).join("\n"),
    "gitlab-secrets": gitlabSecrets(root).join("\n"),
  };
  return new Map([
    ...pagesOf(schema, model),
    ...guides,
    [pipelines, marked(readFileSync(join(root, pipelines), "utf8"), secrets)],
    ["provider/schema.json", `${JSON.stringify(schema, null, 2)}\n`],
  ]);
}

function isOutdated([path, text]: readonly [string, string]): boolean {
  return !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text;
}

function obsoleteFiles(files: ReadonlyMap<string, string>): string[] {
  return readdirSync(join(root, reference), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(`${reference}/examples/`))
    .filter((path) => !files.has(path) && !written.has(path));
}

function main(): void {
  const files = generated();
  const old = [...files].filter(isOutdated);
  const unused = obsoleteFiles(files);
  if (process.argv.includes("--check")) {
    const paths = [...old.map(([path]) => path), ...unused];
    if (paths.length === 0) return;
    console.error(`Out of date: ${paths.join(", ")}. Run: npm run docs`);
    process.exitCode = 1;
    return;
  }
  for (const path of unused) rmSync(join(root, path));
  for (const [path, text] of old) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

main();
