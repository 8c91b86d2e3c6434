import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type GithubJob, readGithub } from "../examples/pipeline-file";

const repository = join(__dirname, "..", "..");
const files = [
  ".github/workflows/ci.yml",
  ".github/workflows/release.yml",
  ".github/workflows/email-marketing.yml",
  "actions/comment/action.yml",
  "examples/pipelines/github.yml",
  "examples/pipelines/github-two-stacks.yml",
];
const read = (file: string) => readGithub(join(repository, file));
const { permissions, jobs } = read(".github/workflows/release.yml");

/** The actions of a job without their versions. For a step with commands, the first word of each command. */
const actionsOf = (job: GithubJob | undefined) =>
  (job?.steps ?? []).flatMap(({ uses }) => uses?.replace(/@.*/, "") ?? []);

describe("the release workflow", () => {
  it("grants write permissions only to the jobs versions and publish", () => {
    expect(permissions).to.deep.equal({});
    const rights = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(rights)).to.deep.equal({
      versions: { contents: "write", "pull-requests": "write" },
      test: { contents: "read" },
      plugin: { contents: "read" },
      build: { contents: "read" },
      publish: { contents: "write", attestations: "write", "id-token": "write" },
    });
  });

  it("publishes in a job that runs no code of the repository or its packages", () => {
    expect(actionsOf(jobs.publish)).to.deep.equal([
      "actions/download-artifact",
      "actions/setup-node",
      "actions/attest",
      "pypa/gh-action-pypi-publish",
    ]);
    const shell = (jobs.publish?.steps ?? []).map(({ run = "" }) => run).join("\n");
    expect(shell).to.include("npm publish");
    expect(shell).to.not.match(
      /\bnpm (?:ci|install|i|run|exec)\b|\b(?:npx|node|python3?|bash|sh) /,
    );
    expect(jobs.publish?.needs).to.deep.equal(["test", "build"]);
  });

  it("verifies the checksums before any step uses the files", () => {
    const [download, verify] = jobs.publish?.steps ?? [];
    expect(download?.with).to.deep.equal({ name: "release", path: "release" });
    expect(verify?.run).to.include("sha256sum --check --strict SHA256SUMS");
  });
});

describe("the workflows of the repository and of the examples", () => {
  const steps = files.flatMap((file) =>
    Object.values(read(file).jobs ?? {}).flatMap((job) => job.steps ?? []),
  );

  it("pin each action to a full commit hash, the same in all files", () => {
    const lines = files.flatMap(
      (file) => readFileSync(join(repository, file), "utf8").match(/\buses:.*/g) ?? [],
    );
    // Our own actions and workflows have no version before the first release.
    const named =
      /^uses: (?:\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+|pulumi-emailmarketing\/\S+@[0-9a-f]{40} # main)$/;
    expect(lines.filter((line) => !named.test(line))).to.deep.equal([]);
    const actions = new Set(lines.map((line) => line.replace(/@.*/, "")));
    expect([...new Set(lines)]).to.have.length(actions.size);
  });

  it("leave no credentials in a checkout", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).to.be.greaterThan(0);
    for (const { with: inputs } of checkouts) {
      expect(inputs).to.include({ "persist-credentials": false });
    }
  });
});

describe("the CI job for macOS and Windows", () => {
  it("excludes only tests that exist", () => {
    const { system } = read(".github/workflows/ci.yml").jobs;
    const names = (system?.strategy?.matrix.include ?? [])
      .flatMap((row) => (row["left-out"] ?? "").split(/\s+/))
      .filter((name) => name.includes("/"));
    expect(names).to.include.members(["cli/command/output", "plugin/greeting"]);
    const isMissing = (name: string) => !existsSync(join(repository, "tests", `${name}.test.ts`));
    expect(names.filter(isMissing)).to.deep.equal([]);
  });
});
