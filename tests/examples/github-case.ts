import { expect } from "chai";
import { firstCommit, useGithub } from "./github-host";
import { useGithubRuns } from "./github-repository";
import { nothingChanges, previewOf, usePlayedProject } from "./played-project";

const secondCommit = "2222222222222222222222222222222222222222";
const preparing = ["report", "comment"];
const job = "https://github.example/acme/mail/actions/runs/7/job/77";

describe("the reusable workflow on GitHub", function () {
  this.timeout(180_000);
  const host = useGithub(this, "a token");
  const project = usePlayedProject(this);

  const repository = useGithubRuns(project, host);
  const bodies = () => host().comments.map(({ body }) => body);
  const pulled = ["preview", "links", ...preparing];
  const pushed = ["plan", "report", "apply"];

  it("writes the same comment, with the commit's hash, to the pull request and the summary", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf() });
    const first = run(firstCommit, "pull_request");
    await first.all(...pulled);
    expect(first.results).to.deep.equal({
      preview: "success",
      links: "success",
      report: "success",
      comment: "success",
    });
    expect(bodies()).to.have.length(1);
    expect(bodies()[0])
      .to.include("### Preview of mail/production: 2 to create")
      .and.to.include("**1** contact")
      .and.to.include("[See the mail](https://github.example/artifacts/5)")
      .and.to.match(new RegExp(`\n\nCommit ${firstCommit}\n$`));
    expect(first.summaries.report).to.equal(bodies()[0]);
    expect(first.outputs.report).to.deep.equal({
      status: "0",
      changes: "2",
      mails: "1",
      contacts: "1",
    });
  });

  it("keeps the second push's comment if jobs of the first push end later or are re-run", async () => {
    const { run, answer } = await repository();
    await answer({ preview: nothingChanges });
    const first = run(firstCommit, "pull_request", { "inputs.comment": "always" });
    await first.all("preview");
    host().pullHead = secondCommit;
    await answer({ preview: previewOf({ contacts: 48_215 }) });
    await run(secondCommit, "pull_request").all(...pulled);
    const [ofSecond] = bodies();
    expect(ofSecond).to.include("48,215");
    const { comment } = await first.all("links", ...preparing);
    expect(comment?.result).to.equal("success");
    expect(comment?.log).to.include(
      `The pull request has another head than ${firstCommit}, so nothing was written.`,
    );
    expect(bodies()).to.deep.equal([ofSecond]);
    // "Re-run all jobs" on the older run, which starts again from its beginning.
    await first.all(...pulled);
    expect(first.results.comment).to.equal("success");
    expect(bodies()).to.deep.equal([ofSecond]);
  });

  it("creates no comment if the job's commit isn't the newest", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf() });
    host().pullHead = secondCommit;
    await run(firstCommit, "pull_request").all(...pulled);
    expect(bodies()).to.deep.equal([]);
  });

  it("writes a comment that the preview failed before it began if the packages can't be installed", async () => {
    const { run, answer } = await repository();
    await answer({ preview: nothingChanges });
    await run(firstCommit, "pull_request", { "inputs.comment": "always" }).all(...pulled);
    host().pullHead = secondCommit;
    await answer({ isInstallFailing: true });
    const second = run(secondCommit, "pull_request");
    await second.all(...pulled);
    expect(second.results).to.deep.equal({
      preview: "failure",
      links: "skipped",
      report: "failure",
      comment: "success",
    });
    const [body, another] = bodies();
    expect(another).to.equal(undefined);
    expect(body?.split("\n").slice(1)).to.deep.equal([
      "### Preview of `production`: the preview failed",
      "",
      `🛑 The preview failed before it began. [Open the job](${job})`,
      "",
      `Commit ${secondCommit}`,
      "",
    ]);
    expect(second.summaries.report).to.equal(body);
    expect(second.outputs.report).to.deep.equal({
      status: "unknown",
      changes: "unknown",
      mails: "unknown",
      contacts: "unknown",
    });
  });

  it("writes the reason to the comment if the preview fails", async () => {
    const { run, answer } = await repository();
    const message = "error: THE REASON [sender-domain-unknown]\n";
    const diagnostics = [{ message, severity: "error" }];
    await answer({ preview: JSON.stringify({ steps: [], diagnostics }), status: 255 });
    const failed = run(firstCommit, "pull_request");
    await failed.all(...pulled);
    expect(failed.results).to.include({ preview: "failure", links: "skipped", comment: "success" });
    expect(bodies()[0]).to.include("the preview failed").and.to.include("THE REASON");
    expect(failed.outputs.report?.status).to.equal("255");
  });

  for (const [what, error, sentence] of [
    [
      "a missing stack selection",
      "no stack selected; please use",
      "The stack does not exist, or none is selected",
    ],
    ["an unknown stack", "no stack named 'x' found", "The stack does not exist in the backend"],
    [
      "a missing passphrase",
      "get stack secrets manager: passphrase must be set",
      "The passphrase is missing",
    ],
    [
      "a wrong passphrase",
      "get stack secrets manager: incorrect passphrase",
      "The passphrase is wrong",
    ],
    ["a missing token", "PULUMI_ACCESS_TOKEN must be set for login", "The token is missing"],
    [
      "a missing Pulumi.yaml",
      "no Pulumi.yaml project file found",
      "The folder has no file Pulumi.yaml",
    ],
    [
      "an unrecognized error",
      "hunter-two is not valid",
      "The preview ended with exit status 4 before it began.",
    ],
  ] as const) {
    it(`comments with one sentence, not with the error's text, if the preview can't start because of ${what}`, async () => {
      const { run, answer } = await repository();
      await answer({ errors: `warning: first\nerror: ${error}\n`, status: 4 });
      const failed = run(firstCommit, "pull_request");
      const { preview } = await failed.all(...pulled);
      expect(preview?.log).to.include(error);
      expect(bodies()[0])
        .to.include(`🛑 ${sentence}`)
        .and.to.include(`[Open the job](${job})`)
        .and.not.include(error);
      expect(failed.outputs.report?.status).to.equal("4");
    });
  }

  it("writes a comment without link results if the link check is off or the link check's packages can't be installed", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf() });
    const without = run(firstCommit, "pull_request", { "inputs.links": "false" });
    await without.all(...pulled);
    expect(without.results).to.include({ links: "skipped", report: "success" });
    expect(without.outputs.report?.changes).to.equal("2");
    const [first] = bodies();
    expect(first).to.include("2 to create");
    const failing = run(firstCommit, "pull_request");
    await failing.all("preview");
    await answer({ preview: previewOf(), isInstallFailing: true });
    await failing.all("links");
    await answer({ preview: previewOf() });
    await failing.all(...preparing);
    expect(failing.results).to.include({ links: "failure", report: "success" });
    expect(bodies()).to.deep.equal([first]);
  });

  it("writes no comment if the preview was canceled", async () => {
    const { run } = await repository();
    const cancelled = run(firstCommit, "pull_request");
    cancelled.results.preview = "cancelled";
    await cancelled.all("links", ...preparing);
    expect(cancelled.results).to.include({ report: "skipped", comment: "skipped" });
    expect(bodies()).to.deep.equal([]);
  });

  it("applies nothing, until all jobs are re-run, if an email approved for 1 contact goes to 401", async () => {
    const { run, answer, applied } = await repository();
    await answer({ preview: previewOf({ contacts: 1 }) });
    const push = run(firstCommit, "push");
    await push.all("plan", "report");
    expect(push.summaries.report).to.include("**1** contact");
    await answer({ preview: previewOf({ contacts: 401 }) });
    for (const _attempt of ["first", "again"]) {
      const { apply } = await push.all("apply");
      expect(apply?.result).to.equal("failure");
      expect(apply?.log)
        .to.include("to 401 contacts, approved: 1 contact.")
        .and.to.include(
          '::error::The update differs from what was approved, so nothing was changed: see the summary. To approve it as it is now, choose "Re-run all jobs".',
        );
      expect(push.summaries.apply)
        .to.include("**401** contacts")
        .and.to.include("approved: 1 contact");
      expect(await applied()).to.equal("");
    }
    await push.all(...pushed);
    expect(push.results).to.deep.equal({ plan: "success", report: "success", apply: "success" });
    expect(await applied()).to.equal("up");
  });

  it("applies nothing if the stack config turns preflight off", async () => {
    const { run, answer, applied } = await repository();
    for (const [value, isStopped] of [
      ["off", true],
      ["error", false],
    ] as const) {
      const config = { "emailmarketing:preflight": { value, secret: false } };
      await answer({ preview: previewOf(), config });
      const push = run(firstCommit, "push");
      const { apply } = await push.all(...pushed);
      expect(apply?.result).to.equal(isStopped ? "failure" : "success");
      if (!isStopped) continue;
      expect(apply?.log).to.include(
        "Remove the line emailmarketing:preflight from Pulumi.production.yaml.",
      );
      expect(await applied()).to.equal("");
    }
    expect(await applied()).to.equal("up");
  });

  it("applies nothing if the plan failed or the commit isn't the newest", async () => {
    const { run, answer, applied } = await repository();
    await answer({ errors: "error: no stack selected\n", status: 1 });
    const failed = run(firstCommit, "push");
    await failed.all(...pushed);
    expect(failed.results).to.deep.equal({ plan: "failure", report: "success", apply: "skipped" });
    expect(failed.summaries.report).to.include("The stack does not exist");
    await answer({ preview: previewOf() });
    host().head = secondCommit;
    const late = run(firstCommit, "push");
    await late.all(...pushed);
    expect(late.results.apply).to.equal("success");
    expect(await applied()).to.equal("");
  });
});
