import { cp, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ok } from "../support/outcome";
import { changingRequests } from "../support/service";
import { useCheckout } from "./checkout";
import { githubRuns, ofFork } from "./github-checkout";
import { firstCommit, useGithub } from "./github-host";
import { answer, linkedPreview } from "./preview";

const repository = join(__dirname, "..", "..");
const automation = join(repository, "examples", "pipelines", "automation", "index.ts");
const heading = "### Preview of email-marketing-quickstart/production:";

describe("the reusable workflow of GitHub", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const host = useGithub(this, "a token");

  /** Makes a checkout with a stack, and a function that starts the workflow in the checkout. */
  async function repositoryOf(...program: Parameters<typeof checkout>) {
    const all = await checkout(...program);
    await ok(all.shell("pulumi stack init production", all.variables));
    return { ...all, run: githubRuns(all, host()) };
  }

  const headings = () => host().comments.map(({ body }) => body.split("\n")[1]);

  it("comments on a pull request, applies the plan, and reports drift", async () => {
    const { project, run } = await repositoryOf();
    const pull = run("pull_request");
    await pull.logs("preview", "report", "comment");
    expect(headings()).to.deep.equal([`${heading} 5 to create`]);
    expect(host().comments[0]?.body)
      .to.include("- create Sender **news**")
      .and.to.include("\n\n[See the mail](https://github.example/artifacts/5)\n");
    expect(pull.outputs.report).to.deep.equal({
      ...{ status: "0", changes: "5", mails: "1", contacts: "2" },
    });

    const [artifact = ""] = (await readdir(pull.artifacts)).filter((name) =>
      name.includes("-preview-"),
    );
    await project.writeFile("linked.json", linkedPreview);
    await rename(join(project.dir, "linked.json"), join(pull.artifacts, artifact, "preview.json"));
    const links = await pull.logs("links");
    expect(links).to.include("spring: 1 link or image, 0 ok, 0 dead, 1 not checked\n");
    expect(pull.summaries.links).to.include("~~~\nspring: 1 link or image,");
    await pull.logs("report", "comment");
    expect(host().comments.map(({ body }) => body.includes(answer))).to.deep.equal([true]);

    const push = run("push");
    const plan = await push.logs("plan", "report");
    expect(plan).to.not.include("::error::");
    expect(push.summaries.report).to.include("5 to create");
    expect(await push.logs("apply")).to.include("+ 6 created");
    const night = run("schedule");
    expect(await night.logs("drift")).to.not.include("has drifted");
    expect(host().issues).to.deep.equal([]);
    const { senders } = emulator().snapshot();
    emulator().remove("senders", senders.at(-1)?.id ?? "");
    await night.logs("drift");
    expect(host().issues.map(({ title }) => title)).to.deep.equal([
      "Drift of the email marketing stack production",
    ]);
    expect(host().issues[0]?.body).to.match(/^~~~\n[\s\S]*Sender[\s\S]*\n~~~\n$/);
  });

  it("writes a new comment if a preview fails, but not if a preview has no changes", async () => {
    const { run } = await repositoryOf();
    await run("push").logs("plan", "report", "apply");
    await run("pull_request").logs("preview", "report", "comment");
    expect(host().comments).to.deep.equal([]);
    const wrong = run("pull_request", { "secrets.PULUMI_CONFIG_PASSPHRASE": "another" });
    expect((await wrong.job("preview")).result).to.equal("failure");
    await wrong.logs("report", "comment");
    expect(host().comments.map(({ body }) => body.split("\n")[3])).to.deep.equal([
      "🛑 The passphrase is wrong: set the secret `PULUMI_CONFIG_PASSPHRASE` to that of the stack. [Open the job](https://github.example/acme/mail/actions/runs/7)",
    ]);
    await run("pull_request").logs("preview", "report", "comment");
    expect(headings()).to.deep.equal([`${heading} no changes`]);
  });

  it("stops the update if contacts were imported, or preflight was turned off, after the plan", async () => {
    const { run, project } = await repositoryOf();
    const push = run("push");
    await push.logs("plan", "report");
    const account = emulator().snapshot();
    const imported = Array.from({ length: 20 }, (_, at) => ({
      email: `reader-${at}@example.com`,
      list_id: "list-1",
    }));
    const lists = account.lists.map(({ contact_count: _count, ...list }) => list);
    emulator().seed({ ...account, lists, contacts: [...account.contacts, ...imported] });
    const before = emulator().snapshot();
    const apply = await push.job("apply");
    expect(apply.result, apply.log).to.equal("failure");
    expect(apply.log).to.include("to 22 contacts, approved: 2 contacts.");
    const off = "config:\n  emailmarketing:preflight: off\n";
    await project.writeFile("Pulumi.production.yaml", off);
    const turned = await push.job("apply");
    expect(turned.log).to.include("The stack config sets emailmarketing:preflight");
    expect(emulator().snapshot()).to.deep.equal(before);
  });

  it("stops with a one-sentence reason if, for example, a key is empty or the commit isn't the newest", async () => {
    const { project, run } = await repositoryOf();
    const push = run("push");
    await push.logs("plan", "report");
    host().head = "2222222222222222222222222222222222222222";
    expect(await push.logs("apply")).to.include(
      "main has a newer commit, whose own run applies it.",
    );
    host().head = firstCommit;
    const failing = async (job: string, event: string, own: Record<string, string>) => {
      const failed = run(event, own);
      failed.results.plan = "success";
      failed.results.report = "success";
      failed.results.preview = "success";
      await cp(push.artifacts, failed.artifacts, { recursive: true });
      const { result, log } = await failed.job(job);
      expect(result, log).to.equal("failure");
      return log;
    };
    expect(await failing("apply", "push", { "secrets.EMAIL_MARKETING_API_KEY": "" })).to.include(
      "::error::The secret EMAIL_MARKETING_API_KEY is empty.",
    );
    const noKey = { "secrets.EMAIL_MARKETING_PREVIEW_KEY": "" };
    expect(await failing("preview", "pull_request", noKey)).to.include(
      "::error::The secret EMAIL_MARKETING_PREVIEW_KEY is empty.",
    );
    expect(await failing("plan", "push", { "github.actor": "dependabot[bot]" })).to.include(
      "::error::Runs that Dependabot starts get no secrets.",
    );
    expect(changingRequests(emulator().requests())).to.deep.equal([]);
    const manifest = '{"name":"pulumi-email-marketing","version":"1.0.0"}';
    await project.writeFile("node_modules/pulumi-email-marketing/package.json", manifest);
    expect(await failing("links", "pull_request", {})).to.include(
      "serves pulumi-email-marketing 0.x, and the project has 1.0.0.",
    );
  });

  it("passes the variables of the secret ENV to the input setup, but not to the input install", async () => {
    const { run } = await repositoryOf();
    const secrets =
      "ENV|EU_KEY|EMAIL_MARKETING_API_KEY|PULUMI_CONFIG_PASSPHRASE|PULUMI_ACCESS_TOKEN";
    const log = await run("pull_request", {
      "secrets.ENV": "EU_KEY=canary-of-eu\nEMPTY=\nWITH=a=b c\n",
      "inputs.install": `npm ci\nenv | grep -c -E '^(${secrets})=' || true`,
      "inputs.setup":
        'test "$EU_KEY$WITH" = "canary-of-eua=b c"; test -z "$EMPTY$ENV"; echo set up',
    }).logs("preview");
    expect(log).to.include("npm ci\n0\n").and.to.include("set up\n");
    expect(log).to.not.include("canary-of-eu");
  });

  it("previews a fork's pull request against the emulator", async () => {
    const { run, emulatorEnds } = await repositoryOf();
    const without = await run("pull_request", ofFork).logs("preview-without-account");
    expect(without).to.include("+ 6 to create");
    await emulatorEnds();
  });
});

describe("the example pipeline with the Automation API", function () {
  this.timeout(300_000);
  const { checkout } = useCheckout(this);

  it("previews and applies the example program, and then reports no drift", async () => {
    const { shell, variables } = await checkout();
    const run = async (action: string) => {
      const command = `${process.execPath} --import tsx ${automation} ${action} .`;
      const { output } = await ok(shell(command, { ...variables, PULUMI_STACK: "auto" }));
      return output;
    };
    expect(await run("preview")).to.include("+ 6 to create");
    expect(await run("apply")).to.include("+ 6 created");
    expect(await run("drift")).to.include("0 resources have drifted");
  });
});
