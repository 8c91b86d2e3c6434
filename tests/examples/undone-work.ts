import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ofFork } from "./github-checkout";
import { firstCommit, useGithub } from "./github-host";
import { useGithubRuns } from "./github-repository";
import { previewOf, usePlayedProject } from "./played-project";

describe("a job on GitHub", function () {
  this.timeout(60_000);
  const host = useGithub(this, "a token");
  const repository = useGithubRuns(usePlayedProject(this), host);

  for (const commandStatus of [1, 127, 137]) {
    it(`fails and doesn't refresh the state if the drift report ends with status ${commandStatus}`, async () => {
      const { run, answer, applied } = await repository();
      await answer({ commandStatus });
      const { drift } = await run(firstCommit, "schedule").all("drift");
      expect(drift?.result).to.equal("failure");
      expect(drift?.log).to.include(
        `::error::The drift report ended with exit status ${commandStatus}, so the state isn't refreshed.`,
      );
      expect(await applied()).to.equal("");
    });
  }

  it("fails and doesn't refresh the state if the repository's issues are turned off", async () => {
    const { run, answer, applied } = await repository();
    host().refusal = { status: 410, content: { message: "Issues has been disabled" } };
    await answer({ commandStatus: 2 });
    const { drift } = await run(firstCommit, "schedule").all("drift");
    expect(drift?.result).to.equal("failure");
    expect(drift?.log)
      .to.include("The requested URL returned error: 410")
      .and.to.include(
        "::error::GitHub created no issue for the drift, so the state isn't refreshed. Are issues turned on in this repository?",
      );
    expect(await applied()).to.equal("");
  });

  it("fails, with the emulator's error in the log, if the emulator doesn't start", async () => {
    const { run, dir } = await repository();
    const emulator = join(dir, "node_modules", ".bin", "email-marketing-emulator");
    await mkdir(join(emulator, ".."), { recursive: true });
    await writeFile(emulator, "#!/bin/sh\necho 'THE SEED IS WRONG' >&2\nexit 1\n");
    await chmod(emulator, 0o755);
    const ended = await run(firstCommit, "pull_request", ofFork).all("preview-without-account");
    expect(ended["preview-without-account"]?.result).to.equal("failure");
    expect(ended["preview-without-account"]?.log).to.include("THE SEED IS WRONG");
  });

  it("applies the update even if the branch's name has characters such as % and #", async () => {
    const { run, answer, applied } = await repository();
    await answer({ preview: previewOf() });
    const push = run(firstCommit, "push", { "github.ref_name": "50%#{a}" });
    await push.all("plan", "report", "apply");
    expect(push.results.apply).to.equal("success");
    expect(await applied()).to.equal("up");
  });
});
