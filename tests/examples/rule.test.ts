import { join } from "node:path";
import { expect } from "chai";
import {
  holds,
  type Rules,
  readGithubRules,
  readGitlabRules,
  type Situation,
} from "./pipeline-file";

const pipelines = join(__dirname, "..", "..", "examples", "pipelines");
const parent = "1";
const fork = "2";

const gitlab: Readonly<Record<string, Situation>> = {
  "merge request of an own branch": merge({ in: parent, from: parent }),
  "merge request of a fork, in the fork": merge({ in: fork, from: fork }),
  "merge request of a fork, run by a member in the parent": merge({ in: parent, from: fork }),
  "push to the default branch": { ...push("main"), $CI_PIPELINE_SOURCE: "push" },
  "push to another branch": { ...push("news"), $CI_PIPELINE_SOURCE: "push" },
  schedule: { ...push("main"), $CI_PIPELINE_SOURCE: "schedule" },
};

const github: Readonly<Record<string, Situation>> = {
  "pull request of an own branch": pull("acme/mail"),
  "pull request of a fork": pull("somebody/mail"),
  "push to the default branch": { ...event("push") },
  schedule: { ...event("schedule") },
};

/** The jobs that run, and the secrets that their text asks for. */
function runs(rules: Rules, situations: Readonly<Record<string, Situation>>) {
  return Object.fromEntries(
    Object.entries(situations).map(([name, situation]) => [
      name,
      Object.fromEntries(
        Object.entries(rules).flatMap(([job, { when, secrets }]) =>
          when.some((condition) => holds(condition, situation)) ? [[job, secrets.join(", ")]] : [],
        ),
      ),
    ]),
  );
}

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

function event(name: string): Situation {
  return {
    "github.event_name": name,
    "github.repository": "acme/mail",
    "github.event.pull_request.head.repo.full_name": "",
    "needs.preview.outputs.status": "0",
  };
}

function pull(repository: string): Situation {
  return {
    ...event("pull_request"),
    "github.event.pull_request.head.repo.full_name": repository,
  };
}

describe("the rules of the pipelines", () => {
  it("are GitLab's: no job with variables for a fork, wherever its pipeline runs", () => {
    const rules = readGitlabRules(join(pipelines, "gitlab-ci.yml"));
    // A job has the variables of the project that it runs in, so a fork in its own project has none.
    expect(runs(rules, gitlab)).to.deep.equal({
      "merge request of an own branch": { preview: "EMAIL_MARKETING_PREVIEW_KEY", links: "" },
      "merge request of a fork, in the fork": { "preview-without-account": "" },
      "merge request of a fork, run by a member in the parent": {},
      "push to the default branch": { apply: "" },
      "push to another branch": {},
      schedule: { drift: "" },
    });
  });

  it("are GitHub's: secrets for no fork", () => {
    const rules = readGithubRules(join(pipelines, "github-actions.yml"));
    expect(runs(rules, github)).to.deep.equal({
      "pull request of an own branch": {
        preview: "EMAIL_MARKETING_PREVIEW_KEY",
        links: "",
        comment: "",
      },
      "pull request of a fork": { "preview-without-account": "" },
      "push to the default branch": { apply: "EMAIL_MARKETING_API_KEY" },
      schedule: { drift: "EMAIL_MARKETING_API_KEY" },
    });
  });
});
