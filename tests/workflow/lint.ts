import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { goProgram } from "../../tools/sdk/go-program";
import { readGitlabPipeline } from "../examples/pipeline-file";
import { useScratch } from "../support/scratch";

const repository = join(__dirname, "..", "..");
const tools = join(repository, "tools", "workflow");
const github = [
  ".github/workflows/ci.yml",
  ".github/workflows/release.yml",
  "examples/pipelines/github-actions.yml",
];
const dependabot = ".github/dependabot.yml";
const gitlab = "examples/pipelines/gitlab-ci.yml";

describe("the pipelines, as the tools for them judge", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);
  let actionlint = "";
  let python = "";

  this.beforeAll("installs the tools", async () => {
    actionlint = await goProgram({
      what: "actionlint",
      purpose: "check the workflows",
      module: join(tools, "actionlint"),
      package: "github.com/rhysd/actionlint/cmd/actionlint",
      executable: "actionlint",
      expected: "half a minute, once",
    });
    python = await pythonEnvironment(join(tools, "requirements.txt"));
  });

  /** What a tool prints of files where it finds something; what it prints where it doesn't is not asked for. */
  async function findings(command: string, args: readonly string[], root = repository) {
    const { exitCode, output } = await runCommand(command, args, { cwd: root });
    return exitCode === 0 ? "" : output;
  }

  const withActionlint = (files: readonly string[], root?: string) =>
    findings(actionlint, ["-no-color", "-shellcheck", join(python, "shellcheck"), ...files], root);
  const withZizmor = (files: readonly string[], root?: string) =>
    findings(join(python, "zizmor"), ["--offline", "--no-progress", "-q", ...files], root);
  const withSchema = (schema: string, file: string, root?: string) =>
    findings(join(python, "check-jsonschema"), ["--builtin-schema", schema, file], root);

  /** The shell of every job of a GitLab pipeline. */
  async function withShellcheck(file: string): Promise<string> {
    const said: string[] = [];
    for (const [job, steps] of Object.entries(readGitlabPipeline(file))) {
      const script = join(scratch(), job);
      await writeFile(script, steps.map(({ run }) => run).join("\n"));
      said.push(await findings(join(python, "shellcheck"), ["--shell", "bash", script]));
    }
    return said.join("");
  }

  /** A copy of a file in a scratch folder, changed as a mistake would. */
  async function mistaken(file: string, right: string, wrong: string): Promise<string> {
    await mkdir(join(scratch(), file, ".."), { recursive: true });
    await cp(join(repository, file), join(scratch(), file));
    const text = await readFile(join(scratch(), file), "utf8");
    expect(text).to.include(right);
    await writeFile(join(scratch(), file), text.replace(right, wrong));
    return scratch();
  }

  it("are GitHub's without a finding of actionlint and shellcheck", async () => {
    expect(await withActionlint(github)).to.equal("");
  });

  it("are GitHub's without a finding of zizmor", async () => {
    expect(await withZizmor([...github, dependabot])).to.equal("");
  });

  it("are Dependabot's as its schema has them", async () => {
    expect(await withSchema("vendor.dependabot", dependabot)).to.equal("");
  });

  it("are GitLab's as its schema has them, and their shell without a finding", async () => {
    expect(await withSchema("vendor.gitlab-ci", gitlab)).to.equal("");
    expect(await withShellcheck(join(repository, gitlab))).to.equal("");
  });

  it("have findings where they have mistakes", async () => {
    const [, release = ""] = github;
    const unknownOutput = await mistaken(release, "needs.build.outputs.digest", "needs.build.sums");
    expect(await withActionlint([release], unknownOutput)).to.include('property "sums"');
    const credentials = await mistaken(release, "{ persist-credentials: false }", "{}");
    expect(await withZizmor([release], credentials)).to.include("artipacked");
    const misspelt = await mistaken(dependabot, "interval:", "intervall:");
    expect(await withSchema("vendor.dependabot", dependabot, misspelt)).to.include(
      "'interval' is a required property",
    );
    const noScript = await mistaken(gitlab, "interruptible: true", "interruptable: true");
    expect(await withSchema("vendor.gitlab-ci", gitlab, noScript)).to.include("interruptable");
    await mistaken(gitlab, 'stack init "$PULUMI_STACK"', "stack init $PULUMI_STACK");
    expect(await withShellcheck(join(scratch(), gitlab))).to.include("SC2086");
  });
});
