import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { included, type ProjectVariable, variablesOf } from "../../tools/example/gitlab-file";
import { fails, ok } from "../support/outcome";
import { canaryKeys } from "../support/service";
import { useCheckout } from "./checkout";
import { gitlabBot, useGitlab } from "./gitlab-host";
import { answer, linkedPreview } from "./preview";

const template = join(__dirname, "..", "..", "templates", "email-marketing", "template.yml");
const token = "a-token-of-the-host";
const mark = "<!-- pulumi-email-marketing email-marketing-quickstart/production -->";
const commit =
  "git -c user.name=a -c user.email=a@localhost -c commit.gpgsign=false commit --quiet";
const heading = "### Preview of email-marketing-quickstart/production:";

describe("the file that GitLab pipelines include", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const host = useGitlab(this, token);

  /** A project with a branch `main`, and its variables as the page says to set them. */
  async function projectOf(inputs: Readonly<Record<string, unknown>> = {}) {
    const jobs = included(template, inputs);
    const all = await checkout();
    const { project, run, shell } = all;
    const backend = { PULUMI_BACKEND_URL: `file://${project.backend}` };
    const passphrase = { PULUMI_CONFIG_PASSPHRASE: "a passphrase" };
    const git = [
      "git init --quiet --bare ../origin",
      "git init --quiet --initial-branch main",
      "git add Pulumi.yaml",
      `${commit} --message Start`,
      "git remote add origin ../origin",
      "git push --quiet origin main",
    ];
    await ok(shell(git.join("\n"), {}));
    await ok(shell("pulumi stack init production", { ...backend, ...passphrase }));
    const { stdout: head } = await ok(shell("git rev-parse HEAD", {}));
    const scoped = (scope: string, variables: Readonly<Record<string, string>>) =>
      Object.entries(variables).map(([name, value]) => ({ name, value, scope }));
    const variables: ProjectVariable[] = [
      ...scoped("*", { ...backend, EMAIL_MARKETING_BASE_URL: emulator().baseUrl }),
      ...scoped("email-marketing/preview", {
        ...passphrase,
        EMAIL_MARKETING_PREVIEW_KEY: canaryKeys.apiKey,
      }),
      ...scoped("production", { ...passphrase, EMAIL_MARKETING_API_KEY: canaryKeys.apiKey }),
      ...scoped("email-marketing/comment", { GITLAB_TOKEN: token }),
    ];
    const predefined = {
      CI_API_V4_URL: host().url,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "1",
      CI_PROJECT_DIR: project.dir,
      CI_COMMIT_BRANCH: "main",
      CI_COMMIT_SHA: head.trim(),
    };
    const job = (name: string) => {
      const found = jobs[`email-marketing-${name}`];
      if (!found) throw new Error(`no job ${name}`);
      const step = { run: found.script.join("\n"), env: {} };
      return run({ [name]: [step] }, name, { ...predefined, ...variablesOf(found, variables) });
    };
    return { ...all, job, variables };
  }

  const headings = () => host().notes.map(({ body }) => body.split("\n")[1]);

  it("comments on a merge request, and edits the note in place", async () => {
    const { project, variables, job } = await projectOf();
    await ok(job("preview"));
    await ok(job("report"));
    await ok(job("comment"));
    expect(headings()).to.deep.equal([`${heading} 5 to create`]);
    const figures = await readFile(join(project.dir, "email-marketing", "figures"), "utf8");
    expect(figures).to.equal("changes=5\nmails=1\ncontacts=2\n");

    await project.writeFile("email-marketing/preview.json", linkedPreview);
    const links = await ok(job("links"));
    expect(links.output).to.include("spring: 1 link or image, 0 ok, 0 dead, 1 not checked\n");
    await ok(job("report"));
    await ok(job("comment"));
    expect(host().notes.map(({ body }) => body.includes(answer))).to.deep.equal([true]);

    const key = variables.find(
      ({ name, scope }) => name.includes("PASS") && scope !== "production",
    );
    if (key) variables.push({ ...key, value: "another" });
    await fails(job("preview"));
    await ok(job("report"));
    await ok(job("comment"));
    expect(headings()).to.deep.equal([`${heading} the preview failed`]);
  });

  it("says what an update will mail, applies it, and reports drift", async () => {
    const { job } = await projectOf();
    const plan = await ok(job("plan"));
    expect(plan.output).to.include("5 to create");
    const apply = await ok(job("apply"));
    expect(apply.output).to.include("+ 6 created");
    host().notes.push({ id: 5, author: gitlabBot, body: `${mark}\n${heading} 5 to create` });
    await ok(job("preview"));
    await ok(job("report"));
    await ok(job("comment"));
    expect(headings()).to.deep.equal([`${heading} no changes`]);
    const calm = await ok(job("drift"));
    expect(calm.output).to.include("No drift in");
    const { senders } = emulator().snapshot();
    emulator().remove("senders", senders.at(-1)?.id ?? "");
    await fails(job("drift"), 2);
  });

  it("says in a sentence that a key is empty or a commit is not the newest", async () => {
    const { variables, job, shell } = await projectOf();
    const keys = variables.filter(({ name }) => /MARKETING_\w*KEY$/.test(name));
    for (const one of keys) variables.splice(variables.indexOf(one), 1, { ...one, value: "" });
    const preview = await fails(job("preview"), 1);
    expect(preview.output).to.include(
      "The variable EMAIL_MARKETING_PREVIEW_KEY is empty. Set it with the environment scope email-marketing/preview.",
    );
    const apply = await fails(job("apply"), 1);
    expect(apply.output).to.include("Set it with the environment scope production.");
    await ok(shell(`${commit} --allow-empty --message Newer\ngit push --quiet origin main`, {}));
    const late = await ok(job("apply"));
    expect(late.output).to.include("main has a newer commit, whose own pipeline applies it.");
    expect(emulator().requests()).to.deep.equal([]);
  });

  it("installs without the secrets that its job has, and previews a fork without an account", async () => {
    const secrets = "EMAIL_MARKETING_PREVIEW_KEY|PULUMI_CONFIG_PASSPHRASE";
    const { job, emulatorEnds } = await projectOf({
      install: `npm ci\nenv | grep -c -E '^(${secrets})=' || true`,
    });
    const { output } = await ok(job("preview"));
    expect(output).to.include("npm ci\n0\n");
    const without = await ok(job("preview-without-account"));
    expect(without.output).to.include("+ 6 to create");
    await emulatorEnds();
  });
});
