import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { fails, ok } from "../support/outcome";
import { useCheckout } from "./checkout";
import { useGithub } from "./github-host";
import { readGithubWorkflow } from "./pipeline-file";
import { answer, linkedPreview } from "./preview";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");
const automation = join(repository, "examples", "pipelines", "automation", "index.ts");

describe("the reusable workflow", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const github = readGithubWorkflow(workflow);
  const host = useGithub(this, "a token");

  /** A checkout whose steps reach the host, and what the jobs hand over to each other. */
  async function repositoryOf(...program: Parameters<typeof checkout>) {
    const all = await checkout(...program);
    const { project, given, run } = all;
    const reached = { GITHUB_API_URL: host().url, GITHUB_GRAPHQL_URL: `${host().url}/graphql` };
    const job = (name: string) => run(github, name, reached);
    const needs = () => {
      for (const output of ["status", "name"]) {
        given[`needs.preview.outputs.${output}`] = given[`steps.preview.outputs.${output}`] ?? "";
      }
      given["needs.preview.outputs.mail"] = "https://github.example/artifacts/5";
      given["needs.report.outputs.says"] = given["steps.text.outputs.says"] ?? "";
    };
    /** Runs the jobs that comment with the artifacts of those before them, and gives what is commented. */
    const comment = async (
      ...handedOver: readonly (readonly [artifact: string, file: string])[]
    ) => {
      needs();
      for (const [artifact, file] of handedOver) {
        const folder = `email-marketing-${artifact}-${given["needs.preview.outputs.name"]}`;
        const target = join(project.dir, folder, file.replace(/^.*\//, ""));
        await mkdir(dirname(target), { recursive: true });
        await cp(join(project.dir, file), target);
      }
      await ok(job("report"));
      const text = await readFile(join(project.dir, "comment.md"), "utf8");
      needs();
      await ok(job("comment"));
      return text;
    };
    return { ...all, job, comment };
  }

  it("comments on a pull request, applies, and reports drift", async () => {
    const { project, given, job, comment, shell, variables } = await repositoryOf();
    await ok(shell("pulumi stack init production", variables));
    await ok(job("preview"));
    expect(given["steps.preview.outputs.name"]).to.match(/^\.-production-\d+$/);
    const first = await comment(["preview", "preview.json"]);
    expect(first).to.include("5 to create").and.to.include("- create Sender **news**");
    expect(first).to.include("\n\n[See the mail](https://github.example/artifacts/5)\n");
    expect(host().comments.map(({ body }) => body)).to.deep.equal([first]);
    const numbers = ["changes", "mails", "contacts"].map(
      (name) => given[`steps.text.outputs.${name}`],
    );
    expect(numbers).to.deep.equal(["5", "1", "2"]);

    await project.writeFile("email-marketing-mail/notes.txt", "not a page");
    const unshown = await fails(job("preview"), 1);
    expect(unshown.output).to.include('contains "notes.txt", which this command did not write');
    await project.writeFile("preview.json", linkedPreview);
    const links = await ok(job("links"));
    expect(links.output).to.include("spring: 1 link or image, 0 ok, 0 dead, 1 not checked\n");
    const answered = await comment(["preview", "preview.json"], ["links", "links/links.json"]);
    expect(answered).to.include(answer);
    expect(host().comments.map(({ body }) => body)).to.deep.equal([answered]);

    const plan = await ok(job("plan"));
    expect(plan.output).to.not.include("::error::");
    const apply = await ok(job("apply"));
    expect(apply.output).to.include("+ 6 created");
    const calm = await ok(job("drift"));
    expect(calm.output).to.not.include("has drifted");
    expect(host().issues).to.deep.equal([]);
    const { senders } = emulator().snapshot();
    emulator().remove("senders", senders.at(-1)?.id ?? "");
    await ok(job("drift"));
    expect(host().issues.map(({ title }) => title)).to.deep.equal([
      "Drift of the email marketing stack production",
    ]);
    expect(host().issues[0]?.body).to.match(/^~~~\n[\s\S]*Sender[\s\S]*\n~~~\n$/);
    const summary = await readFile(join(project.dir, "..", "summary"), "utf8");
    expect(summary).to.include("~~~\nspring: 1 link or image,").and.to.include("5 to create");
  });

  it("comments on a preview that failed, and has nothing to say of one without changes", async () => {
    const { given, job, comment, shell, variables } = await repositoryOf();
    await ok(shell("pulumi stack init production", variables));
    await ok(job("apply"));
    host().comments.length = 0;
    await ok(job("preview"));
    await comment(["preview", "preview.json"]);
    expect(given["steps.text.outputs.says"]).to.equal("nothing");
    expect(host().comments).to.deep.equal([]);
    given["secrets.PULUMI_CONFIG_PASSPHRASE"] = "another";
    await fails(job("preview"));
    await comment(["preview", "preview.json"]);
    expect(host().comments.map(({ body }) => body.split("\n")[1])).to.deep.equal([
      "### Preview of email-marketing-quickstart/production: the preview failed",
    ]);
    given["secrets.PULUMI_CONFIG_PASSPHRASE"] = "a passphrase";
    await ok(job("preview"));
    await comment(["preview", "preview.json"]);
    expect(host().comments.map(({ body }) => body.split("\n")[1])).to.deep.equal([
      "### Preview of email-marketing-quickstart/production: no changes",
    ]);
  });

  it("says in a sentence that a key is empty, a commit is not the newest, or the package another one", async () => {
    const { given, project, job, shell, variables } = await repositoryOf();
    await ok(shell("pulumi stack init production", variables));
    host().head = "2222222222222222222222222222222222222222";
    const late = await ok(job("apply"));
    expect(late.output).to.include("main has a newer commit, whose own run applies it.");
    host().head = "1111111111111111111111111111111111111111";
    given["secrets.EMAIL_MARKETING_API_KEY"] = "";
    const apply = await fails(job("apply"), 1);
    expect(apply.output).to.include("::error::The secret EMAIL_MARKETING_API_KEY is empty.");
    given["secrets.EMAIL_MARKETING_PREVIEW_KEY"] = "";
    const preview = await fails(job("preview"), 1);
    expect(preview.output).to.include("::error::The secret EMAIL_MARKETING_PREVIEW_KEY is empty.");
    given["github.actor"] = "dependabot[bot]";
    const pushed = await fails(job("plan"), 1);
    expect(pushed.output).to.include("::error::Runs that Dependabot starts get no secrets.");
    expect(
      emulator()
        .requests()
        .filter(({ method }) => method !== "GET"),
    ).to.deep.equal([]);
    const manifest = '{"name":"pulumi-email-marketing","version":"1.0.0"}';
    await project.writeFile("node_modules/pulumi-email-marketing/package.json", manifest);
    const another = await fails(job("links"), 1);
    expect(another.output).to.include(
      "serves pulumi-email-marketing 0.x, and the project has 1.0.0.",
    );
  });

  it("gives the lines of ENV to the steps that need them, and the install none", async () => {
    const { given, job, shell, variables } = await repositoryOf();
    await ok(shell("pulumi stack init production", variables));
    given["secrets.ENV"] = "EU_KEY=canary-of-eu\nEMPTY=\nWITH=a=b c\n";
    const secrets =
      "ENV|EU_KEY|EMAIL_MARKETING_API_KEY|PULUMI_CONFIG_PASSPHRASE|PULUMI_ACCESS_TOKEN";
    given["inputs.install"] = `npm ci\nenv | grep -c -E '^(${secrets})=' || true`;
    given["inputs.setup"] =
      'test "$EU_KEY$WITH" = "canary-of-eua=b c"; test -z "$EMPTY$ENV"; echo set up';
    const { output } = await ok(job("preview"));
    expect(output).to.include("npm ci\n0\n").and.to.include("set up\n");
    expect(output).to.not.include("canary-of-eu");
  });

  it("previews a pull request without an account", async () => {
    const { job, emulatorEnds } = await repositoryOf();
    const without = await ok(job("preview-without-account"));
    expect(without.output).to.include("+ 6 to create");
    await emulatorEnds();
  });
});

describe("the Automation API's pipeline", function () {
  this.timeout(300_000);
  const { checkout } = useCheckout(this);

  it("previews, plans and applies, and reports drift", async () => {
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
