import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { runCommand } from "../../tools/engine/command";
import { included } from "../../tools/example/gitlab-file";
import { ok } from "../support/outcome";
import { useScratch } from "../support/scratch";

const root = join(__dirname, "..", "..");
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
/** The error of actionlint about a key that GitHub added in May 2026. */
const unknownToIt = 'unexpected key "queue" for "concurrency" section';
/** A package that contains the schema of GitLab's files. GitLab itself publishes the schema only without a version. */
const schemaPackage = "check-jsonschema==0.39.0";
const schemaFile = "check_jsonschema/builtin_schemas/vendor/gitlab-ci.json";
const template = join(root, "templates", "email-marketing", "template.yml");

describe("the pipeline files", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);

  it("for GitHub pass actionlint", async () => {
    const files = [".github/workflows/*.yml", "examples/pipelines/github*.yml"];
    const listed = ["ls-files", "-co", "--exclude-standard", ...files];
    const { stdout } = await ok(runCommand("git", listed, { cwd: root }));
    const found = stdout.trim().split("\n");
    expect(found).to.include.members([
      ".github/workflows/email-marketing.yml",
      "examples/pipelines/github.yml",
      "examples/pipelines/github-two-stacks.yml",
    ]);
    const args = ["run", actionlint, "-ignore", unknownToIt, ...found];
    await ok(runCommand("go", args, { cwd: root }));
  });

  it("for GitLab match GitLab's schema", async () => {
    const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", scratch()];
    await ok(runCommand("python3", [...args, schemaPackage], { cwd: root }));
    const schema = JSON.parse(await readFile(join(scratch(), schemaFile), "utf8")) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const [header] = parseAllDocuments(await readFile(template, "utf8"));
    const jobs = included(template);
    for (const part of [header?.toJS() as object, jobs]) {
      validate(part);
      expect(validate.errors).to.equal(null);
    }
    const wrong = { ...jobs, "email-marketing-drift": { script: 5 } };
    expect(validate(wrong)).to.equal(false);
  });
});
