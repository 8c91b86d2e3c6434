import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { included, type ProjectVariable } from "../../tools/example/gitlab-file";
import { ok } from "../support/outcome";
import { useGitlab } from "./gitlab-host";
import { createPipeline } from "./gitlab-runner";
import { nothingChanges, previewOf, usePlayedProject } from "./played-project";

const template = join(__dirname, "..", "..", "templates", "email-marketing", "template.yml");
const token = "a-token-of-the-host";
const firstCommit = "1111111111111111111111111111111111111111";
const secondCommit = "2222222222222222222222222222222222222222";
const merging = ["preview", "links", "report", "comment"];

describe("a pipeline on GitLab", function () {
  this.timeout(180_000);
  const host = useGitlab(this, token);
  const project = usePlayedProject(this);

  async function repository() {
    const { home, dir, env, answer, applied } = await project();
    host().head = firstCommit;
    const scoped = (scope: string, values: Readonly<Record<string, string>>): ProjectVariable[] =>
      Object.entries(values).map(([name, value]) => ({ name, value, scope }));
    const variables = [
      ...scoped("*", { PULUMI_BACKEND_URL: "file://nowhere" }),
      ...scoped("email-marketing/preview", { EMAIL_MARKETING_PREVIEW_KEY: "canary-of-preview" }),
      ...scoped("production", { EMAIL_MARKETING_API_KEY: "canary-of-apply" }),
      ...scoped("email-marketing/comment", { GITLAB_TOKEN: token }),
    ];
    /** Creates a pipeline for a commit. A test runs its jobs in order. */
    const pipeline = (commit: string, inputs: Readonly<Record<string, unknown>> = {}, own = {}) => {
      const predefined = {
        CI_API_V4_URL: host().url,
        CI_PROJECT_ID: "7",
        CI_MERGE_REQUEST_IID: "1",
        CI_COMMIT_BRANCH: "main",
        CI_COMMIT_SHA: commit,
        CI_PIPELINE_URL: "https://gitlab.example/pipelines/7",
        ...own,
      };
      const jobs = included(template, inputs);
      const created = createPipeline({ jobs, dir, home, env, variables, predefined });
      const all = async (...names: readonly string[]) => {
        const ended: Record<string, Awaited<ReturnType<typeof created.job>>> = {};
        for (const name of names) ended[name] = await created.job(name);
        return ended;
      };
      return { ...created, all };
    };
    return { dir, home, pipeline, answer, applied };
  }

  /** Makes a commit and pushes it to `main`, so that the pipeline's commit is the newest of the branch. */
  async function push(dir: string) {
    const commit = "git -c user.name=a -c user.email=a@localhost -c commit.gpgsign=false commit";
    const script = [
      ...["git init --quiet --bare ../origin", "git init --quiet --initial-branch main"],
      ...["git add Pulumi.yaml", `${commit} --quiet --message Start`],
      ...["git remote add origin ../origin", "git push --quiet origin main", "git rev-parse HEAD"],
    ].join("\n");
    const { stdout } = await ok(runCommand("bash", ["-ec", script], { cwd: dir }));
    return stdout.trim();
  }

  const bodies = () => host().notes.map(({ body }) => body);

  it("keeps the second push's note if jobs of the first push end later or are retried", async () => {
    const { pipeline, answer } = await repository();
    await answer({ preview: nothingChanges });
    const first = pipeline(firstCommit, { comment: "always" });
    await first.all("preview");
    host().head = secondCommit;
    await answer({ preview: previewOf({ contacts: 48_215 }) });
    await pipeline(secondCommit).all(...merging);
    const [ofSecond] = bodies();
    expect(ofSecond)
      .to.include("48,215")
      .and.to.match(new RegExp(`\n\nCommit ${secondCommit}\n$`));
    const { comment } = await first.all("links", "report", "comment");
    expect(comment).to.deep.include({
      exitCode: 0,
      output: `The merge request has another head than ${firstCommit}, so nothing was written.\n`,
    });
    // Retry the job of the older pipeline.
    expect((await first.job("comment")).exitCode).to.equal(0);
    expect(bodies()).to.deep.equal([ofSecond]);
  });

  it("writes a note that the preview failed before it began if the packages can't be installed", async () => {
    const { pipeline, answer } = await repository();
    await answer({ preview: nothingChanges });
    await pipeline(firstCommit, { comment: "always" }).all(...merging);
    await answer({ isInstallFailing: true });
    const failed = pipeline(firstCommit);
    await failed.all(...merging);
    expect(failed.results).to.deep.equal({
      preview: "failed",
      links: "skipped",
      report: "success",
      comment: "success",
    });
    const ofFailed = bodies();
    expect(ofFailed.map((body) => body.split("\n").slice(1))).to.deep.equal([
      [
        "### Preview of `production`: the preview failed",
        "",
        "🛑 The preview failed before it began. [Open the job](https://gitlab.example/jobs/preview)",
        "",
        `Commit ${firstCommit}`,
        "",
      ],
    ]);
    const canceled = pipeline(firstCommit);
    canceled.results.preview = "canceled";
    const { comment } = await canceled.all("links", "report", "comment");
    expect(canceled.results).to.include({ report: "skipped", comment: "success" });
    expect(comment?.output).to.equal("The preview was canceled, so the note stays as it is.\n");
    expect(bodies()).to.deep.equal(ofFailed);
  });

  it("writes a note with the cause, but not the error's text, if the preview can't start", async () => {
    const { pipeline, answer } = await repository();
    for (const [error, sentence] of [
      ["no stack selected; please use", "The stack does not exist, or none is selected"],
      ["no stack named 'x' found", "The stack does not exist in the backend"],
      ["passphrase must be set with X", "The passphrase is missing: set the variable"],
      ["get stack secrets manager: incorrect passphrase", "The passphrase is wrong"],
      ["PULUMI_ACCESS_TOKEN must be set for login", "The token is missing"],
      ["no Pulumi.yaml project file found", "The folder has no file Pulumi.yaml"],
      ["hunter-two is not valid", "The preview ended with exit status 4 before it began."],
    ] as const) {
      await answer({ errors: `error: ${error}\n`, status: 4 });
      const { preview } = await pipeline(firstCommit).all(...merging);
      expect(preview?.output).to.include(error);
      expect(bodies()[0]).to.include(`🛑 ${sentence}`).and.not.include(error);
    }
    expect(bodies()).to.have.length(1);
  });

  it("writes a note with the reason if the preview fails", async () => {
    const { pipeline, answer } = await repository();
    const diagnostics = [{ message: "error: THE REASON\n", severity: "error" }];
    await answer({ preview: JSON.stringify({ steps: [], diagnostics }), status: 255 });
    await pipeline(firstCommit).all(...merging);
    expect(bodies()[0]).to.include("THE REASON");
    await answer({ preview: previewOf() });
    await pipeline(firstCommit, { links: false }).all("preview", "report", "comment");
    expect(bodies()).to.have.length(1);
    expect(bodies()[0]).to.include("2 to create");
  });

  it("applies nothing if an email that was approved for 1 contact now goes to 401 contacts", async () => {
    const { dir, pipeline, answer, applied } = await repository();
    const commit = await push(dir);
    await answer({ preview: previewOf({ contacts: 1 }) });
    const days = pipeline(commit);
    await days.all("plan");
    await answer({ preview: previewOf({ contacts: 401 }) });
    for (const _attempt of ["first", "retried"]) {
      const { exitCode, output } = await days.job("apply");
      expect(exitCode, output).to.equal(1);
      expect(output)
        .to.include("**401** contacts")
        .and.to.include("to 401 contacts, approved: 1 contact.")
        .and.to.include(
          'To approve it as it is now, run a new pipeline for this branch ("New pipeline").',
        );
    }
    expect(await applied()).to.equal("");
    const config = { "emailmarketing:preflight": { value: "off" } };
    await answer({ preview: previewOf({ contacts: 401 }), config });
    const again = pipeline(commit);
    const { apply } = await again.all("plan", "apply");
    expect(apply?.output).to.include(
      "Remove the line emailmarketing:preflight from Pulumi.production.yaml.",
    );
    expect(await applied()).to.equal("");
    await answer({ preview: previewOf({ contacts: 401 }) });
    await ok(again.job("apply"));
    expect(await applied()).to.equal("up");
  });

  it("doesn't refresh the state if the drift report fails", async () => {
    const { pipeline, answer, applied } = await repository();
    for (const commandStatus of [1, 127, 137]) {
      await answer({ commandStatus });
      const { exitCode, output } = await pipeline(firstCommit).job("drift");
      expect(exitCode).to.equal(commandStatus);
      expect(output).to.include(
        `The drift report ended with exit status ${commandStatus}, so the state isn't refreshed.`,
      );
      expect(await applied()).to.equal("");
    }
  });

  it("executes no shell code in the input stack, and shows the input unchanged in the note", async () => {
    const { home, pipeline, answer } = await repository();
    await answer({ errors: "error: no stack selected\n", status: 1 });
    const hostile = `$(touch ${join(home, "ran")})`;
    const by = { stack: "$CI_COMMIT_REF_NAME", "emulator-stack": hostile };
    await pipeline(firstCommit, by, { CI_COMMIT_REF_NAME: `news${hostile}\`` }).all(...merging);
    await pipeline(firstCommit, { stack: hostile }).all(...merging);
    const ran = await runCommand("test", ["-e", join(home, "ran")]);
    expect(ran.exitCode).to.equal(1);
    const headings = bodies().map((body) => body.split("\n")[1]);
    expect(headings).to.deep.equal([
      `### Preview of \`news${hostile}\`: the preview failed`,
      `### Preview of \`${hostile}\`: the preview failed`,
    ]);
    for (const inputs of [
      { prefix: "a b" },
      { "key-variable": "A:-$(x)" },
      { install: "npm ci" },
    ]) {
      expect(() => included(template, inputs)).to.throw();
    }
  });

  it("runs every line of the inputs install and setup", async () => {
    const { home, pipeline, answer } = await repository();
    await answer({ preview: previewOf() });
    const file = join(home, "lines");
    const install = [`echo "one 'two'" > ${file}`, `cat >> ${file} <<'X'\nthree $HOME\nX`];
    const setup = ["export LOGIN='a b'", `echo "$LOGIN" >> ${file}`];
    await ok(pipeline(firstCommit, { install, setup }).job("preview"));
    const { stdout } = await ok(runCommand("cat", [file]));
    expect(stdout).to.equal("one 'two'\nthree $HOME\na b\n");
  });

  it("prints an email's text to the log without starting a log section", async () => {
    const { dir, home, pipeline, answer } = await repository();
    const commit = await push(dir);
    const words =
      "section_start:1:approved\r\u001b[0KAll checks\nsection_end:1:approved\r\u001b[0K";
    await answer({
      preview: previewOf({ text: words, subject: words }),
      errors: words,
      said: words,
    });
    await writeFile(join(home, "words"), words);
    const { head } = host();
    const merge = await pipeline(head).all(...merging);
    const update = await pipeline(commit).all("plan", "apply", "drift");
    for (const [name, { sections }] of Object.entries({ ...merge, ...update })) {
      expect(sections, name).to.deep.equal([]);
    }
    expect(update.apply?.output).to.include("section start:1:approved");
  });
});
