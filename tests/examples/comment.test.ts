import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { startCommand } from "../../tools/engine/command";
import { included, type ProjectVariable, variablesOf } from "../../tools/example/gitlab-file";
import { useScratch } from "../support/scratch";
import { firstCommit, githubBot, useGithub } from "./github-host";
import { gitlabBot, useGitlab } from "./gitlab-host";
import { type Comment, others } from "./host";
import { readGithub } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");
const template = join(repository, "templates", "email-marketing", "template.yml");
const token = "a-token-of-the-host";
const mark = "<!-- pulumi-email-marketing mail/prod -->";
const text = (words: string) => `${mark}\n### Preview of mail/prod: ${words}\n`;

interface Composite {
  readonly runs: { readonly steps: readonly { readonly name: string; readonly run: string }[] };
}

const posting = (steps: readonly { readonly name?: string; readonly run?: string }[]) =>
  steps.find(({ name }) => name === "Create or edit the comment")?.run ?? "";
const githubScript = posting(readGithub(workflow).jobs.comment?.steps ?? []);

/** Our comments as author and text, without the comments of other people. */
const written = (comments: readonly Comment[]) =>
  comments
    .filter(({ body }) => body.startsWith("<!--"))
    .map(({ author, body }) => `${author}: ${body.split("\n").slice(1).join(" ").trim()}`);

interface Poster {
  /** The host's word for a comment, as in the script's output. */
  readonly noun: string;
  readonly author: string;
  readonly post: (
    words: string,
    given?: { says: string },
  ) => Promise<{ exitCode: number; output: string }>;
  readonly comments: () => Comment[];
  /** Pushes a commit that is newer than the job's commit. */
  readonly pushes: () => void;
}

/** Tests that the scripts of both hosts pass. */
function posts({ noun, author, post, comments, pushes }: Poster): void {
  it("is neither edited nor created if the job's commit isn't the newest", async () => {
    await post("one");
    pushes();
    const late = await post("two");
    expect(late.exitCode).to.equal(0);
    expect(late.output).to.match(
      new RegExp(
        `^The \\w+ request has another head than ${firstCommit}, so nothing was written.\n$`,
      ),
    );
    expect(written(comments())).to.deep.equal([`${author}: ### Preview of mail/prod: one`]);
    comments().length = 0;
    expect((await post("two")).exitCode).to.equal(0);
    expect(comments()).to.deep.equal([]);
  });

  it("is edited by the second run, not created again, even if 250 other comments exist", async () => {
    comments().push(...others(250));
    const output = `The ${noun} was created.\n`;
    expect(await post("one")).to.deep.include({ exitCode: 0, output });
    expect((await post("two")).output).to.equal(`The ${noun} was edited.\n`);
    expect(written(comments())).to.deep.equal([`${author}: ### Preview of mail/prod: two`]);
  });

  it("doesn't replace comments by other authors even if the comments have the same marker", async () => {
    comments().push({ id: 1, author: "somebody", body: text("nothing is mailed") });
    comments().push({ id: 2, author: "other-bot", body: text("another") });
    await post("one");
    expect((await post("two")).exitCode).to.equal(0);
    expect(written(comments())).to.deep.equal([
      "somebody: ### Preview of mail/prod: nothing is mailed",
      "other-bot: ### Preview of mail/prod: another",
      `${author}: ### Preview of mail/prod: two`,
    ]);
  });

  it("is edited, but never created, if the preview has nothing to report", async () => {
    await post("no changes", { says: "nothing" });
    expect(comments()).to.deep.equal([]);
    await post("one");
    await post("no changes", { says: "nothing" });
    expect(comments().map(({ body }) => body)).to.deep.equal([text("no changes")]);
  });
}

describe("the comment of the GitHub action actions/comment", () => {
  it("is written by the same script as the reusable workflow's comment", async () => {
    const file = join(repository, "actions", "comment", "action.yml");
    const { runs } = parse(await readFile(file, "utf8")) as Composite;
    expect(posting(runs.steps)).to.equal(githubScript).and.not.equal("");
  });

  it("uses the runner's proxy (NODE_USE_ENV_PROXY), like the comments of the pipelines", async () => {
    for (const file of [workflow, template, join(repository, "actions", "comment", "action.yml")]) {
      expect(await readFile(file, "utf8"), file).to.match(/NODE_USE_ENV_PROXY(?:: "1"|=1)\n/);
    }
  });
});

describe("the preview's comment on GitHub", function () {
  const scratch = useScratch(this);
  const host = useGithub(this, token);

  async function post(
    words: string,
    { says = "something", given = token, content = text(words) } = {},
  ) {
    await writeFile(join(scratch(), "comment.md"), content);
    await writeFile(join(scratch(), "says"), `${says}\n`);
    await writeFile(join(scratch(), "summary"), "");
    const env = {
      PATH: process.env.PATH,
      GITHUB_API_URL: host().url,
      GITHUB_GRAPHQL_URL: `${host().url}/graphql`,
      GITHUB_REPOSITORY: "acme/mail",
      GITHUB_STEP_SUMMARY: join(scratch(), "summary"),
      NUMBER: "1",
      HEAD: firstCommit,
      TEXT: scratch(),
      TOKEN: given,
    };
    const run = startCommand(process.execPath, ["-e", githubScript], { cwd: scratch(), env });
    const { exitCode, output } = await run.result;
    expect(output).to.not.include(token);
    return { exitCode, output, summary: await readFile(join(scratch(), "summary"), "utf8") };
  }

  posts({
    noun: "comment",
    author: githubBot,
    post,
    comments: () => host().comments,
    pushes: () => (host().pullHead = "2"),
  });

  it("replaces the oldest editable earlier comment, or is new if none is editable", async () => {
    host().comments.push({ id: 5, author: githubBot, body: text("old") });
    host().comments.push({ id: 6, author: githubBot, body: text("later") });
    host().uneditable.set(5, 403);
    expect(await post("one")).to.deep.include({ exitCode: 0, summary: "" });
    expect(host().comments.map(({ body }) => body)).to.deep.equal([text("old"), text("one")]);
    host().uneditable.set(6, 404);
    expect((await post("two")).exitCode).to.equal(0);
    expect(
      host()
        .comments.map(({ body }) => body)
        .at(-1),
    ).to.equal(text("two"));
    expect(host().comments).to.have.length(3);
  });

  for (const [what, question, status] of [
    ["GitHub's list of comments can't be read", { status: 502, content: "Bad gateway" }, "502"],
    [
      "GitHub returns errors in place of the list of comments",
      { status: 200, content: { data: null, errors: [{}] } },
      "200",
    ],
    [
      "a rate limit refuses the list of comments",
      { status: 200, content: { errors: [{ message: "API rate\nlimit: 0%0A" }] } },
      "200: API rate limit: 0%250A",
    ],
  ] as const) {
    it(`is written only to the job's summary if ${what}`, async () => {
      host().question = question;
      const { exitCode, output, summary } = await post("one");
      expect(exitCode).to.equal(1);
      expect(output).to.equal(
        `::error::The comments of the pull request can't be read (${status}), so none was written. The text is in the summary of this job.\n`,
      );
      expect(summary).to.equal(text("one"));
      expect(host().comments).to.deep.equal([]);
    });
  }

  for (const [status, message] of [
    [403, "You have exceeded a secondary rate limit."],
    [429, "API rate limit exceeded"],
  ] as const) {
    it(`is written only to the job's summary if a rate limit refuses the edit with status ${status}`, async () => {
      host().comments.push({ id: 5, author: githubBot, body: text("old") });
      host().refusal = { status, content: { message } };
      const { exitCode, output, summary } = await post("one");
      expect(exitCode).to.equal(1);
      expect(output).to.equal(
        `::error::The comment can't be edited (${status}: ${message}). The text is in the summary of this job.\n`,
      );
      expect(summary).to.equal(text("one"));
    });
  }

  it("causes an error with GitHub's reason if GitHub refuses to create the comment", async () => {
    host().refusal = { status: 403, content: { message: "Issue is locked" } };
    expect((await post("one")).output).to.include("can't be created (403: Issue is locked).");
  });

  it("causes an error that doesn't show the token if the token has a line break", async () => {
    const { exitCode, output } = await post("one", { given: "canary\nof-a-token" });
    expect(exitCode).to.equal(1);
    expect(output).to.include("can't be read (TypeError)").and.not.include("canary");
    expect(host().comments).to.deep.equal([]);
  });

  it("is not written if the token is refused or the text has no marker", async () => {
    const refused = await post("one", { given: "another" });
    expect(refused.exitCode).to.equal(1);
    expect(refused.output).to.include("can't be read (401: Bad credentials)");
    expect(host().comments).to.deep.equal([]);
    host().comments.push({ id: 5, author: githubBot, body: "of another workflow" });
    const unmarked = await post("", { content: "\nno mark" });
    expect(unmarked.exitCode).to.equal(1);
    expect(unmarked.output).to.include("The text doesn't begin with the mark of a comment");
    expect(host().comments.map(({ body }) => body)).to.deep.equal(["of another workflow"]);
  });
});

describe("the preview's note on GitLab", function () {
  const scratch = useScratch(this);
  const host = useGitlab(this, token);

  async function post(
    words: string,
    { says = "something", scope = "email-marketing/comment", own = {} } = {},
  ) {
    host().head ||= firstCommit;
    const folder = join(scratch(), "email-marketing");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "comment.md"), text(words));
    await writeFile(join(folder, "says"), `${says}\n`);
    const job = included(template)["email-marketing-comment"];
    if (!job) throw new Error("no job comments");
    const project: ProjectVariable[] = [{ name: "GITLAB_TOKEN", value: token, scope }];
    const env = {
      PATH: process.env.PATH,
      CI_API_V4_URL: host().url,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "1",
      CI_PROJECT_DIR: scratch(),
      CI_COMMIT_SHA: firstCommit,
      ...variablesOf(job, project),
      ...own,
    };
    const args = ["-eo", "pipefail", "-c", job.script.join("\n")];
    const { exitCode, output } = await startCommand("bash", args, { cwd: scratch(), env }).result;
    expect(output).to.not.include(token);
    return { exitCode, output };
  }

  posts({
    noun: "note",
    author: gitlabBot,
    post,
    comments: () => host().notes,
    pushes: () => (host().head = "2"),
  });

  it("is written in a merged results pipeline if the source branch has no newer commit", async () => {
    const merged = { CI_COMMIT_SHA: "3", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: firstCommit };
    expect((await post("one", { own: merged })).output).to.equal("The note was created.\n");
    const other = { ...merged, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "2" };
    expect((await post("two", { own: other })).output).to.include("another head than 2");
  });

  it("is a new note if the existing note can't be edited", async () => {
    host().notes.push({ id: 5, author: gitlabBot, body: text("old") });
    host().uneditable.add(5);
    expect((await post("one")).exitCode).to.equal(0);
    expect(host().notes.map(({ body }) => body)).to.deep.equal([text("old"), text("one")]);
  });

  it("is written only to the log if a request fails or the job has no token", async () => {
    host().question = 403;
    const failed = await post("one");
    expect(failed.exitCode).to.equal(1);
    expect(failed.output)
      .to.include("The notes of the merge request can't be read (403), so none was written.")
      .and.to.include(text("one"));
    delete host().question;
    const without = await post("one", { scope: "email-marketing/preview" });
    expect(without.exitCode).to.equal(1);
    expect(without.output)
      .to.include('can\'t be read (401: "401 Unauthorized")')
      .and.to.include(text("one"));
    const broken = await post("one", { own: { GITLAB_TOKEN: "canary\nof-a-token" } });
    expect(broken.exitCode).to.equal(1);
    expect(broken.output).to.include("can't be read (TypeError)").and.not.include("canary");
    expect(host().notes).to.deep.equal([]);
  });
});
