import { expect } from "chai";
import { firstCommit, useGithub } from "./github-host";
import { useGithubRuns } from "./github-repository";
import { commandIn, keptOutputs, readLog } from "./host-rule";
import { previewOf, usePlayedProject } from "./played-project";

const ordinary = [
  ...[
    "AWS_REGION=eu-west-1",
    "NODE_ENV=production",
    "AWS_MAX_ATTEMPTS=3",
    "CI=true",
    "DEBUG=false",
  ],
  ...["TZ=UTC", "LANG=C.UTF-8", "LOG_LEVEL=info", "FORCE_COLOR=0", "COMPANY=Acme", "STAGE=spring"],
  ...["NODE_OPTIONS=--max-old-space-size=4096", "HTTP_TIMEOUT=30000", "RETRIES=12", "LIST=Team"],
  ...["KIND=Campaign", "COUNTRY=de", "EMPTY=", "PREVIEW=create", "ARTIFACT=5"],
];
const password = "hunter7";

describe("the variables from the secret ENV", function () {
  this.timeout(180_000);
  const host = useGithub(this, "a token");
  const repository = useGithubRuns(usePlayedProject(this), host);
  const pulled = ["preview", "links", "report", "comment"];

  it("leave the comment and the summary unchanged even if a short password is masked in the log", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf({ contacts: 3_000_000 }), errors: `it is ${password}\n` });
    const without = run(firstCommit, "pull_request");
    await without.all(...pulled);
    const [body] = host().comments.map((one) => one.body);
    host().comments.length = 0;
    const secret = [...ordinary, `DATABASE_PASSWORD=${password}`].join("\n");
    const having = run(firstCommit, "pull_request", { "secrets.ENV": secret });
    const { preview } = await having.all(...pulled);
    expect(preview?.masks).to.include(password).and.not.include("production");
    expect(preview?.log).to.include("it is ***").and.not.include(password);
    expect(host().comments.map((one) => one.body)).to.deep.equal([body]);
    expect(having.outputs.report).to.deep.equal(without.outputs.report);
    expect(having.summaries).to.deep.equal(without.summaries);
    const push = run(firstCommit, "push");
    await push.all("plan", "report");
    const pushHaving = run(firstCommit, "push", { "secrets.ENV": secret });
    await pushHaving.all("plan", "report");
    expect(pushHaving.summaries.report).to.include("3,000,000");
    expect(pushHaving.summaries).to.deep.equal(push.summaries);
    expect(pushHaving.outputs.report).to.deep.equal(push.outputs.report);
  });

  it("are masked despite a short value, such as 4, if the variable's name is like API_KEY", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf() });
    const lines = [
      ...["A=3", "B=9999", "C=10000", "D=true", "E=production", "F=ab", "G=a%25b%0Ac"],
      ...["API_KEY=4", "my_token=true", "SECRET_X=false", "db_passwd=production", "CREDENTIALS=7"],
    ];
    const { preview } = await run(firstCommit, "pull_request", {
      "secrets.ENV": lines.join("\r\n"),
    }).all("preview");
    const own = preview?.masks.filter((mask) => !mask.includes("=")) ?? [];
    expect(own).to.include.members(["10000", "ab", "a%25b%0Ac", "4", "true", "false", "7"]);
    expect(own).to.include("production");
    expect(own.filter((mask) => ["3", "9999"].includes(mask))).to.deep.equal([]);
  });

  it("may be separated by empty lines and comments, even if a comment has an equals sign", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf({ contacts: 3_000_000 }) });
    const lines = ["# see https://acme.example/?page=contacts", "", "  # another", "REGION=eu"];
    const { preview, report } = await run(firstCommit, "pull_request", {
      "secrets.ENV": lines.join("\r\n"),
    }).all(...pulled);
    expect(preview?.log).to.not.include("not a valid identifier");
    expect(preview?.masks).to.not.include("contacts");
    expect(preview?.result).to.equal("success");
    expect(report?.log).to.not.include("::error::");
  });

  for (const line of ["export REGION=eu", "-----BEGIN KEY-----", "2ND=eu", "a-b=eu", "=eu"]) {
    it(`stop the job with the line's number if a line is ${JSON.stringify(line)}`, async () => {
      const { run, answer } = await repository();
      await answer({ preview: previewOf() });
      const { preview } = await run(firstCommit, "pull_request", {
        "secrets.ENV": `STAGE=1\n\n${line}`,
      }).all("preview");
      expect(preview?.log).to.include(
        '::error::Line 3 of the secret ENV has no name of a variable before a "=".',
      );
      expect(preview?.log).to.not.include(line);
      expect(preview?.result).to.equal("failure");
    });
  }

  it("don't undo the masks that the setup step has added with add-mask", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf(), errors: "later: canary-of-a-login\n" });
    const { preview } = await run(firstCommit, "pull_request", {
      "secrets.ENV": "LOGIN=name",
      "inputs.setup": 'echo "::add-mask::canary-of-a-login"',
    }).all("preview");
    expect(preview?.log).to.include("later: ***").and.not.include("canary-of-a-login");
  });
});

describe("an email's text in a GitHub log", function () {
  this.timeout(180_000);
  const host = useGithub(this, "a token");
  const repository = useGithubRuns(usePlayedProject(this), host);
  const hostile = ["##[add-mask]Team", "::error::approved", "##[endgroup]", "::stop-commands::x"];
  const words = [...hostile, ...hostile.map((one) => `  ${one}`)].join("\n");
  const asName = "##[add-mask]Team ::error::approved";

  it("isn't executed as log commands in jobs for pull requests, pushes and schedules", async () => {
    const { run, answer } = await repository();
    const answers = {
      preview: previewOf({
        text: words,
        subject: asName,
        name: "spring ##[add-mask]Team",
      }).replaceAll('\\"Team\\"', `\\"${asName}\\"`),
      errors: `${words}\n${asName}`,
      said: `${words}\n${asName}`,
    };
    await answer(answers);
    const own = ["remove-matcher", "add-matcher"];
    const pull = await run(firstCommit, "pull_request").all(
      "preview",
      "links",
      "report",
      "comment",
    );
    const push = await run(firstCommit, "push").all("plan", "report", "apply");
    const drift = await run(firstCommit, "schedule").all("drift");
    for (const [name, job] of Object.entries({ ...pull, ...push, ...drift })) {
      expect(
        job.executed.filter((one) => !own.includes(one)),
        name,
        // The step itself says that the drift report failed, because the words are no state.
      ).to.deep.equal(name === "drift" ? ["error"] : []);
      expect(job.masks, name).to.not.include("Team");
    }
    expect(push.apply?.log).to.include("##[add-mask]Team").and.to.include("::error::approved");
  });

  it("doesn't disable a later ::error:: command of the job, even if the text doesn't end with a line break", async () => {
    const { run, answer } = await repository();
    await answer({ preview: previewOf(), errors: "no line end" });
    const push = run(firstCommit, "push");
    await push.all("plan", "report");
    await answer({ preview: previewOf({ contacts: 401 }), errors: "no line end" });
    const { apply } = await push.all("apply");
    expect(apply?.log).to.match(/^no line end$/m);
    expect(apply?.executed).to.include("error");
  });
});

describe("the test's model of GitHub's runner", () => {
  it("recognizes :: commands only at the start of a line, and ##[ commands anywhere", () => {
    expect(commandIn("  ::error::x")).to.deep.equal({ name: "error", data: "x" });
    expect(commandIn("a ##[add-mask]b")).to.deep.equal({ name: "add-mask", data: "b" });
    expect(commandIn("a ::error::x")).to.equal(undefined);
    expect(commandIn("::nothing::x")).to.equal(undefined);
    expect(commandIn("::add-mask::50%25")?.data).to.equal("50%");
  });

  it("ignores the command add-mask while stop-commands is active", () => {
    const log = [
      "::stop-commands::t",
      "::add-mask::inside",
      "inside",
      "::t::",
      "::add-mask::after",
    ];
    expect(readLog([...log, "after"].join("\n"), [])).to.deep.equal({
      text: "::add-mask::inside\ninside\n***",
      executed: ["add-mask"],
      added: ["after"],
    });
  });

  it("drops a job output that contains a masked text", () => {
    expect(keptOutputs({ one: "a-production-1", two: "b" }, ["production"])).to.deep.equal({
      two: "b",
    });
  });
});
