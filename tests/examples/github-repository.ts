import { join } from "node:path";
import { freePort } from "../support/free-port";
import type { useGithub } from "./github-host";
import { createRun, type EndedJob } from "./github-runner";
import { defaultInputs } from "./pipeline-file";
import type { usePlayedProject } from "./played-project";

const workflow = join(__dirname, "..", "..", ".github", "workflows", "email-marketing.yml");

/** Returns a function that makes a repository with a simulated engine. `run` starts the workflow for an event. */
export function useGithubRuns(
  project: ReturnType<typeof usePlayedProject>,
  host: ReturnType<typeof useGithub>,
) {
  return async function repository() {
    const { home, dir, env, answer, applied } = await project();
    const port = String(await freePort());
    /** Not every "4010", because the random name of a folder may contain these digits. */
    const adapted = (script: string) => script.replaceAll(/(?<=[ :])4010\b/g, port);
    const run = (commit: string, event: string, own: Record<string, string> = {}) => {
      const given = {
        ...defaultInputs(workflow),
        "github.event_name": event,
        "github.actor": "somebody",
        "github.repository": "acme/mail",
        "github.sha": commit,
        "github.ref": "refs/pull/1/merge",
        "github.base_ref": "main",
        "github.workspace": dir,
        "github.token": "a token",
        "job.check_run_id": "77",
        "secrets.ENV": "",
        "secrets.EMAIL_MARKETING_API_KEY": "canary-of-apply",
        "secrets.EMAIL_MARKETING_PREVIEW_KEY": "canary-of-preview",
        "secrets.EMAIL_MARKETING_VERIFY_KEY": "",
        "secrets.PULUMI_ACCESS_TOKEN": "",
        "secrets.PULUMI_CONFIG_PASSPHRASE": "a passphrase",
        ...(event === "pull_request" && {
          "github.event.pull_request.head.repo.full_name": "acme/mail",
          "github.event.pull_request.head.sha": commit,
          "github.event.pull_request.number": "1",
        }),
        ...own,
      } as Record<string, string>;
      const reached = {
        ...env,
        GITHUB_API_URL: host().url,
        GITHUB_GRAPHQL_URL: `${host().url}/graphql`,
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_REPOSITORY: "acme/mail",
        GITHUB_REF_NAME: given["github.ref_name"] ?? "main",
        GITHUB_RUN_ID: "7",
        GITHUB_SHA: commit,
        GITHUB_WORKSPACE: dir,
      };
      const created = createRun(workflow, { dir, home, env: reached, given, adapted });
      const all = async (...names: readonly string[]) => {
        const ended: Record<string, EndedJob> = {};
        for (const name of names) ended[name] = await created.job(name);
        return ended;
      };
      return { ...created, all };
    };
    return { run, dir, answer, applied };
  };
}
