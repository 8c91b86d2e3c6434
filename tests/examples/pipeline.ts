import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { until } from "../support/held-step";
import { fails, ok } from "../support/outcome";
import { step } from "../support/shown";
import { useCheckout } from "./checkout";
import { readGithubWorkflow, readGitlabPipeline } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const pipelines = join(repository, "examples", "pipelines");

/** A preview of the stack with a mail whose only link is not asked for, since these tests reach no other machine. */
const linkedPreview = JSON.stringify({
  steps: [step("create", "spring", { html: '<a href="https://acme.example/unsubscribe">out</a>' })],
}).replace("urn:pulumi:prod::mail::", "urn:pulumi:production::email-marketing-quickstart::");

/** What a comment says of it. */
const answer =
  '- ℹ️ **spring**: not checked: `acme.example/unsubscribe` (its path or query has "unsub", so a request may change something)';

/** The notes of a merge request, as GitLab keeps them. */
interface Notes {
  readonly url: string;
  readonly all: { id: number; body: string }[];
  close(): void;
}

describe("the pipelines of examples/pipelines", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);

  it("runs GitHub's: comment, plan and apply, drift report, and a preview without an account", async () => {
    const github = readGithubWorkflow(join(pipelines, "github-actions.yml"));
    expect(Object.keys(github)).to.deep.equal([
      "preview",
      "links",
      "comment",
      "preview-without-account",
      "apply",
      "drift",
    ]);
    const { project, given, run, shell, variables, isEmulatorGone } = await checkout();
    await ok(shell("pulumi stack init production", variables));
    /** Runs the job that comments with what the jobs before it hand over, and gives what it comments. */
    const comment = async (...handedOver: readonly [artifact: string, file: string][]) => {
      for (const [artifact, file] of handedOver) {
        const text = await readFile(join(project.dir, file), "utf8");
        await project.writeFile(`email-marketing-${artifact}/${basename(file)}`, text);
      }
      given["needs.preview.outputs.status"] = given["steps.preview.outputs.status"] ?? "";
      given["needs.preview.outputs.mail"] = "https://github.example/artifacts/5";
      const { output } = await ok(run(github, "comment"));
      return { output, comment: await readFile(join(project.dir, "comment.md"), "utf8") };
    };

    await ok(run(github, "preview"));
    const first = await comment(["preview", "preview.json"]);
    expect(first.output).to.include(
      "gh pr comment https://github.example/pull/1 --body-file comment.md\n",
    );
    expect(first.comment).to.include("5 to create").and.to.include("- create Sender **news**");
    expect(first.comment).to.include("\n\n[See the mail](https://github.example/artifacts/5)\n");
    await writeFile(join(project.dir, "..", "comments"), "4711\n4712\n");
    const again = await comment();
    expect(again.output).to.include(
      "gh api --method PATCH repos/acme/mail/issues/comments/4711 --field body=@comment.md --silent\n",
    );
    expect(again.output).to.not.include("gh pr comment");
    await project.writeFile("email-marketing-mail/notes.txt", "not a page");
    const unshown = await fails(run(github, "preview"), 1);
    expect(unshown.output).to.include('contains "notes.txt", which this command did not write');

    await project.writeFile("preview.json", linkedPreview);
    const links = await ok(run(github, "links"));
    expect(links.output).to.include("spring: 1 link or image, 0 ok, 0 dead, 1 not checked\n");
    const answered = await comment(["preview", "preview.json"], ["links", "links/links.json"]);
    expect(answered.comment).to.include(answer);
    const summary = await readFile(join(project.dir, "..", "summary"), "utf8");
    expect(summary)
      .to.include("~~~\nspring: 1 link or image,")
      .and.to.match(/\n~~~\n$/);

    const apply = await ok(run(github, "apply"));
    expect(apply.output).to.include("+ 6 created");

    const calm = await ok(run(github, "drift"));
    expect(calm.output).to.not.include("gh issue create");
    const { senders } = emulator().snapshot();
    emulator().remove("senders", senders.at(-1)?.id ?? "");
    const drift = await ok(run(github, "drift"));
    expect(drift.output).to.include("gh issue create --title Drift of the email marketing account");

    const without = await ok(run(github, "preview-without-account"));
    expect(without.output).to.include("+ 6 to create");
    await until(isEmulatorGone, () => "the emulator of the job still runs");
  });

  it("runs GitLab's: a note that is edited in place, plan and apply, drift, and a preview without an account", async () => {
    const gitlab = readGitlabPipeline(join(pipelines, "gitlab-ci.yml"));
    expect(Object.keys(gitlab)).to.deep.equal([
      "preview",
      "links",
      "preview-without-account",
      "apply",
      "drift",
    ]);
    const { project, run, shell, variables, isEmulatorGone } = await checkout();
    await ok(shell("pulumi stack init production", variables));
    const script = await readFile(join(pipelines, "gitlab-note.mjs"), "utf8");
    await project.writeFile("gitlab-note.mjs", script);
    const notes = await startNotes();
    for (let id = 1; id <= 100; id += 1) notes.all.push({ id, body: `Note ${id}` });
    const merge = {
      CI_API_V4_URL: notes.url,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "1",
      GITLAB_TOKEN: "a token",
    };
    try {
      await ok(run(gitlab, "preview", { ...variables, ...merge }));
      await project.writeFile("preview.json", linkedPreview);
      const links = await ok(run(gitlab, "links", { ...variables, ...merge }));
      expect(links.output).to.include("spring: 1 link or image, 0 ok, 0 dead, 1 not checked\n");
      expect(notes.all.slice(100).map(({ body }) => body.includes(answer))).to.deep.equal([true]);
      await ok(run(gitlab, "apply", variables));
      await ok(run(gitlab, "preview", { ...variables, ...merge }));
      const unread = { ...variables, ...merge, PULUMI_CONFIG_PASSPHRASE: "another" };
      await fails(run(gitlab, "preview", unread));
      expect(notes.all.slice(100).map(({ body }) => body.split("\n").slice(0, 2))).to.deep.equal([
        [
          "<!-- pulumi-email-marketing email-marketing-quickstart/production -->",
          "### Preview of email-marketing-quickstart/production: the preview failed",
        ],
      ]);
      await ok(run(gitlab, "preview", { ...variables, ...merge }));
      expect(notes.all.slice(100).map(({ body }) => body.split("\n").slice(0, 2))).to.deep.equal([
        [
          "<!-- pulumi-email-marketing email-marketing-quickstart/production -->",
          "### Preview of email-marketing-quickstart/production: no changes",
        ],
      ]);
    } finally {
      notes.close();
    }
    await ok(run(gitlab, "drift", variables));
    const without = await ok(run(gitlab, "preview-without-account", variables));
    expect(without.output).to.include("+ 6 to create");
    await until(isEmulatorGone, () => "the emulator of the job still runs");
  });

  it("runs GitHub's on a program with three explicit providers, with a mode of its own for the plan", async () => {
    const pipeline = readGithubWorkflow(join(pipelines, "github-actions.yml"));
    const { project, run, shell, variables } = await checkout(inThreeAccounts("Acme"));
    for (const command of [
      "pulumi stack init production",
      "pulumi config set --secret key --stack production",
    ]) {
      await ok(shell(`echo "$EMAIL_MARKETING_API_KEY" | ${command}`, variables));
    }
    const apply = await ok(run(pipeline, "apply", variables));
    expect(apply.output).to.include("+ 7 created");
    await project.writeProgram(inThreeAccounts("Acme News"));
    const change = await ok(run(pipeline, "apply", variables));
    expect(change.output).to.match(/\+-3 replaced[\s\S]+4 unchanged/);
    const drift = await ok(run(pipeline, "drift", variables));
    expect(drift.output).to.include("No drift in 3 objects.");
  });

  it("runs the Automation API's: preview, plan and apply, drift", async () => {
    const { shell, variables } = await checkout();
    const program = join(pipelines, "automation", "index.ts");
    const run = async (action: string) => {
      const command = `${process.execPath} --import tsx ${program} ${action} .`;
      const { output } = await ok(shell(command, { ...variables, PULUMI_STACK: "auto" }));
      return output;
    };
    expect(await run("preview")).to.include("+ 6 to create");
    expect(await run("apply")).to.include("+ 6 created");
    expect(await run("drift")).to.include("0 resources have drifted");
  });
});

/** Each account by a Provider of its own, whose key is a secret of the stack config. */
function inThreeAccounts(name: string): string {
  return `
const em = require("pulumi-email-marketing");
const config = new (require("@pulumi/pulumi").Config)();
for (const account of ["eu", "us", "asia"]) {
  const provider = new em.Provider(account, { apiKey: config.requireSecret("key"), account });
  new em.Sender(account, { email: account + "@acme.example", name: "${name}" }, { provider });
}
`;
}

async function startNotes(): Promise<Notes> {
  const all: Notes["all"] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const content = await text(request);
    const { body = "" } = (content === "" ? {} : JSON.parse(content)) as { body?: string };
    const id = Number(/\/notes\/(\d+)$/.exec(request.url ?? "")?.[1]);
    if (request.method === "POST") all.push({ id: all.length + 1, body });
    const edited = all.find((note) => note.id === id);
    if (request.method === "PUT" && edited) edited.body = body;
    const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page") ?? 1);
    const shown = all.slice(100 * (page - 1), 100 * page);
    response.setHeader("content-type", "application/json").end(JSON.stringify(shown));
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    all,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
