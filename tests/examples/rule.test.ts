import { join } from "node:path";
import { expect } from "chai";
import { included } from "../../tools/example/gitlab-file";
import { asksForStatus, bare, evaluated, holds, type Situation } from "./condition";
import { defaultInputs, filledIn, readGithub } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");
const template = join(repository, "templates", "email-marketing", "template.yml");
const parent = "1";
const fork = "2";

const gitlab: Readonly<Record<string, Situation>> = {
  "merge request of an own branch": merge({ in: parent, from: parent }),
  "merge request of a fork, in the fork": merge({ in: fork, from: fork }),
  "merge request of a fork, run by a member in the parent": merge({ in: parent, from: fork }),
  "push to the default branch": { ...push("main"), $CI_PIPELINE_SOURCE: "push" },
  "push to another branch": { ...push("news"), $CI_PIPELINE_SOURCE: "push" },
  "new pipeline by hand": { ...push("main"), $CI_PIPELINE_SOURCE: "web" },
  schedule: { ...push("main"), $CI_PIPELINE_SOURCE: "schedule" },
};

const dependabot = "dependabot[bot]";
const github: Readonly<Record<string, Situation>> = {
  "pull request of an own branch": pull("acme/mail", "somebody"),
  "pull request of a fork": pull("somebody/mail", "somebody"),
  "pull request of Dependabot": pull("acme/mail", dependabot),
  "a person's push to the branch of Dependabot": pull("acme/mail", "somebody"),
  "push to the default branch": event("push", "somebody"),
  "push to the default branch by Dependabot": event("push", dependabot),
  "group of a merge queue": event("merge_group", "somebody"),
  schedule: event("schedule", "somebody"),
};

function merge(project: { in: string; from: string }): Situation {
  return {
    $CI_PIPELINE_SOURCE: "merge_request_event",
    $CI_PROJECT_ID: project.in,
    $CI_MERGE_REQUEST_PROJECT_ID: parent,
    $CI_MERGE_REQUEST_SOURCE_PROJECT_ID: project.from,
    $CI_DEFAULT_BRANCH: "main",
  };
}

function push(branch: string): Situation {
  return { $CI_PROJECT_ID: parent, $CI_COMMIT_BRANCH: branch, $CI_DEFAULT_BRANCH: "main" };
}

function event(name: string, actor: string): Situation {
  return {
    "github.event_name": name,
    "github.actor": actor,
    "github.repository": "acme/mail",
    "github.event.pull_request.head.repo.full_name": "",
  };
}

function pull(repository: string, actor: string): Situation {
  return {
    ...event("pull_request", actor),
    "github.event.pull_request.head.repo.full_name": repository,
  };
}

/** The jobs that run if all of them succeed. Each comes after the jobs that it needs. */
function githubJobs(given: Situation): string[] {
  const { jobs } = readGithub(workflow);
  const ran: string[] = [];
  for (const name of ["preview", "links", "plan", "report", "comment", ...Object.keys(jobs)]) {
    const job = jobs[name];
    if (!job || ran.includes(name)) continue;
    const needs = [job.needs ?? []].flat();
    const condition = bare(job.if);
    const situation: Record<string, string> = { ...defaultInputs(workflow), ...given };
    situation["cancelled()"] = "";
    for (const need of needs) {
      situation[`needs.${need}.result`] = ran.includes(need) ? "success" : "skipped";
    }
    const before = (of: readonly string[]): string[] =>
      of.flatMap((need) => [need, ...before([jobs[need]?.needs ?? []].flat())]);
    const isAsked = asksForStatus(condition) || before(needs).every((need) => ran.includes(need));
    if (isAsked && holds(condition, situation)) ran.push(name);
  }
  return ran;
}

describe("the pipelines", () => {
  it("run the expected GitLab jobs for each event, and for a fork at most a preview without an account", () => {
    const jobs = Object.entries(included(template, { prefix: "mail" }));
    const runs = Object.entries(gitlab).map(([name, situation]) => [
      name,
      jobs.flatMap(([job, { rules }]) =>
        rules.some((rule) => holds(rule.if, situation)) ? [job] : [],
      ),
    ]);
    // A job gets the variables of the project in which it runs, so a fork's own pipeline gets none.
    expect(Object.fromEntries(runs)).to.deep.equal({
      "merge request of an own branch": [
        ...["mail-preview", "mail-links", "mail-report", "mail-comment"],
      ],
      "merge request of a fork, in the fork": ["mail-preview-without-account"],
      "merge request of a fork, run by a member in the parent": [],
      "push to the default branch": ["mail-plan", "mail-apply"],
      "push to another branch": [],
      "new pipeline by hand": ["mail-plan", "mail-apply"],
      schedule: ["mail-drift"],
    });
  });

  it("run no job with secrets on GitHub if the pull request is from a fork or Dependabot", () => {
    const runs = Object.entries(github).map(([name, given]) => [name, githubJobs(given)]);
    const own = ["preview", "links", "report", "comment"];
    expect(Object.fromEntries(runs)).to.deep.equal({
      "pull request of an own branch": own,
      "pull request of a fork": ["preview-without-account"],
      "pull request of Dependabot": ["preview-without-account"],
      "a person's push to the branch of Dependabot": own,
      "push to the default branch": ["plan", "report", "apply"],
      // The second step of the plan job fails with the reason.
      "push to the default branch by Dependabot": ["plan", "report", "apply"],
      "group of a merge queue": [],
      schedule: ["drift"],
    });
  });

  it("put the apply and drift jobs of a stack into one queue (concurrency group)", () => {
    const { jobs } = readGithub(workflow);
    const one = {
      group: `email-marketing-\${{ inputs.folder }}:\${{ inputs.stack }}`,
      queue: "max",
    };
    expect([jobs.apply?.concurrency, jobs.drift?.concurrency]).to.deep.equal([one, one]);
    const stacks = ["acme", "bolt"].map((stack) => included(template, { prefix: stack, stack }));
    const groups = stacks.flatMap((all) =>
      Object.entries(all).flatMap(([name, { resource_group: group }]) =>
        group === undefined || name.endsWith("-comment") ? [] : [group],
      ),
    );
    expect(groups).to.deep.equal([
      ...["email-marketing/. acme", "email-marketing/. acme"],
      ...["email-marketing/. bolt", "email-marketing/. bolt"],
    ]);
  });

  it("put the comment jobs of a pull request and a stack into one queue (concurrency group)", () => {
    const { comment, preview } = readGithub(workflow).jobs;
    const which = `\${{ github.ref }}-\${{ inputs.folder }}:\${{ inputs.stack }}`;
    expect(comment?.concurrency).to.deep.equal({
      group: `email-marketing-comment-${which}`,
      queue: "max",
    });
    // If the run of an older push is repeated, it must not cancel the preview of a newer push.
    expect(preview?.concurrency).to.deep.equal({
      group: `email-marketing-preview-${which}`,
      "cancel-in-progress": `\${{ github.run_attempt == '1' }}`,
    });
    const jobs = included(template, { folder: "mail", stack: "acme" });
    expect(jobs["email-marketing-comment"]?.resource_group).to.equal(
      "email-marketing/$CI_MERGE_REQUEST_IID/mail acme",
    );
  });

  it("give each folder and stack a separate concurrency group, even if the names are similar", () => {
    const { jobs } = readGithub(workflow);
    const groupsOf = (folder: string, stack: string) => [
      ...Object.values(jobs).flatMap(({ concurrency }) =>
        concurrency === undefined
          ? []
          : [
              filledIn(String(concurrency.group), {
                "inputs.folder": folder,
                "inputs.stack": stack,
                "github.ref": "main",
              }),
            ],
      ),
      ...Object.values(included(template, { folder, stack })).flatMap(
        (job) => job.resource_group ?? [],
      ),
    ];
    for (const [one, other] of [
      [groupsOf("a-b", "c"), groupsOf("a", "b-c")],
      [groupsOf("a/b", "c"), groupsOf("a", "b/c")],
    ] as const) {
      expect(one.filter((group) => other.includes(group))).to.deep.equal([]);
      expect(one).to.have.length(7);
      // The characters that GitLab accepts in the name of a resource group.
      expect(one.slice(-3).join("")).to.match(/^[\w/${}. -]+$/);
    }
  });

  it("run a fork's code on GitHub's runners unless fork-runner names another runner", () => {
    const { jobs } = readGithub(workflow);
    const given = { "inputs.runner": '"own"' };
    const own = Object.entries(jobs).filter(([, job]) => job["runs-on"]?.includes("inputs.runner"));
    expect(own.map(([name]) => name)).to.not.include("preview-without-account");
    const asked = jobs["preview-without-account"]?.["runs-on"] ?? "";
    const chosen = bare(asked).replace(/^fromJSON\((.*)\)$/, "$1");
    expect(evaluated(chosen, { ...given, "inputs.fork-runner": "" })).to.equal('"ubuntu-latest"');
    expect(evaluated(chosen, { ...given, "inputs.fork-runner": '"guests"' })).to.equal('"guests"');
  });
});
