import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import { parseAllDocuments } from "yaml";
import { runCommand } from "./engine/command";
import { included } from "./example/gitlab-file";

/*
 * Reads every workflow with actionlint, and the file for GitLab with the schema that GitLab publishes: as the package
 * check-jsonschema has it, since GitLab itself offers it at no fixed version.
 */

const root = join(__dirname, "..");
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
/** It doesn't know this key of May 2026 yet. */
const unknownToIt = 'unexpected key "queue" for "concurrency" section';
const schemaPackage = "check-jsonschema==0.39.0";
const schemaFile = "check_jsonschema/builtin_schemas/vendor/gitlab-ci.json";
const template = join(root, "templates", "email-marketing", "template.yml");

async function lintWorkflows(): Promise<void> {
  const folders = [".github/workflows/*.yml", "examples/pipelines/github*.yml"];
  const listed = await runCommand("git", ["ls-files", "-co", "--exclude-standard", ...folders], {
    cwd: root,
  });
  const files = listed.stdout.trim().split("\n");
  const args = ["run", actionlint, "-ignore", unknownToIt, ...files];
  const { exitCode, output } = await runCommand("go", args, { cwd: root });
  if (exitCode !== 0) throw new Error(`actionlint:\n${output}`);
  console.log(`actionlint: no problems in ${files.length} files`);
}

/** The header and the body of the file are each checked as a file of its own, the body with its inputs filled in. */
async function lintTemplate(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "gitlab-schema-"));
  try {
    const args = [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-deps",
      "--target",
      folder,
      schemaPackage,
    ];
    const { exitCode, output } = await runCommand("python3", args, { cwd: root });
    if (exitCode !== 0) throw new Error(`pip install ${schemaPackage}:\n${output}`);
    const schema = JSON.parse(await readFile(join(folder, schemaFile), "utf8")) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const [header] = parseAllDocuments(await readFile(template, "utf8"));
    for (const part of [header?.toJS(), included(template)]) {
      if (!validate(part)) throw new Error(`GitLab's schema: ${JSON.stringify(validate.errors)}`);
    }
    console.log("GitLab's schema: no problems in the header and the body");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

lintWorkflows()
  .then(lintTemplate)
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
