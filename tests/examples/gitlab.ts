import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { included, type ProjectVariable } from "../../tools/example/gitlab-file";
import { fails, ok } from "../support/outcome";
import { canaryKeys } from "../support/service";
import { useCheckout } from "./checkout";
import { useGitlab } from "./gitlab-host";
import { createPipeline } from "./gitlab-runner";
import { answer, linkedPreview } from "./preview";

const template = join(__dirname, "..", "..", "templates", "email-marketing", "template.yml");
const token = "a-token-of-the-host";
const commit =
  "git -c user.name=a -c user.email=a@localhost -c commit.gpgsign=false commit --quiet";
const heading = "### Preview of email-marketing-quickstart/production:";

describe("a GitLab pipeline with the example account", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const host = useGitlab(this, token);

  /** Makes a project with a branch `main`, and with the variables that the page says to set. */
  async function projectOf(inputs: Readonly<Record<string, unknown>> = {}) {
    const jobs = included(template, inputs);
    const all = await checkout();
    const { project, workspace, shell } = all;
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
    host().head = head.trim();
    const predefined = {
      CI_API_V4_URL: host().url,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "1",
      CI_COMMIT_BRANCH: "main",
      CI_COMMIT_SHA: head.trim(),
    };
    const pipeline = () => {
      const { job, ...created } = createPipeline({ ...workspace, jobs, variables, predefined });
      const printing = async (name: string) => {
        const done = await job(name);
        expect(done.output.includes(canaryKeys.apiKey), "a key was printed").to.equal(false);
        return done;
      };
      return { ...created, job: printing };
    };
    return { ...all, pipeline, variables };
  }

  const headings = () => host().notes.map(({ body }) => body.split("\n")[1]);

  it("writes a note on a merge request, and edits the same note later", async () => {
    const { variables, pipeline } = await projectOf();
    const { job, stored } = pipeline();
    await ok(job("preview"));
    await ok(job("report"));
    await ok(job("comment"));
    expect(headings()).to.deep.equal([`${heading} 5 to create`]);
    const figures = await readFile(
      join(stored, "email-marketing-report", "email-marketing", "figures"),
      "utf8",
    );
    expect(figures).to.equal("changes=5\nmails=1\ncontacts=2\n");

    const artifact = join(stored, "email-marketing-preview", "email-marketing", "preview.json");
    await writeFile(artifact, linkedPreview);
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
    expect(host().notes.map(({ body }) => body.split("\n")[3])).to.deep.equal([
      "🛑 The passphrase is wrong: set the variable `PULUMI_CONFIG_PASSPHRASE` to that of the stack. [Open the job](https://gitlab.example/jobs/preview)",
    ]);
  });

  it("plans and applies an update, and reports drift", async () => {
    const { pipeline } = await projectOf();
    const { job } = pipeline();
    const plan = await ok(job("plan"));
    expect(plan.output).to.include("5 to create");
    const apply = await ok(job("apply"));
    expect(apply.output).to.include("+ 6 created");
    await ok(job("preview"));
    await ok(job("report"));
    await ok(job("comment"));
    expect(headings()).to.deep.equal([]);
    const calm = await ok(job("drift"));
    expect(calm.output).to.include("No drift in");
    const { senders } = emulator().snapshot();
    emulator().remove("senders", senders.at(-1)?.id ?? "");
    await fails(job("drift"), 2);
  });

  it("stops with a reason if the key is empty or a newer commit exists", async () => {
    const { variables, pipeline, shell } = await projectOf();
    const { job } = pipeline();
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

  it("runs the install without secrets, and previews a fork's branch without an account", async () => {
    const secrets = "EMAIL_MARKETING_PREVIEW_KEY|PULUMI_CONFIG_PASSPHRASE";
    const { pipeline, emulatorEnds } = await projectOf({
      install: ["npm ci", `env | grep -c -E '^(${secrets})=' || true`],
    });
    const { job } = pipeline();
    const { output } = await ok(job("preview"));
    expect(output).to.include("npm ci\n0\n");
    const without = await ok(job("preview-without-account"));
    expect(without.output).to.include("+ 6 to create");
    await emulatorEnds();
  });
});
