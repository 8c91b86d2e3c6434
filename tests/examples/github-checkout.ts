import { join } from "node:path";
import { expect } from "chai";
import { canaryKeys } from "../support/service";
import type { useCheckout } from "./checkout";
import type { useGithub } from "./github-host";
import { createRun } from "./github-runner";

const workflow = join(__dirname, "..", "..", ".github", "workflows", "email-marketing.yml");

type Checkout = Awaited<ReturnType<ReturnType<typeof useCheckout>["checkout"]>>;

/** Starts runs of the workflow in a checkout. `own` replaces values of the checkout's contexts. */
export function githubRuns(
  { workspace }: Checkout,
  { url }: ReturnType<ReturnType<typeof useGithub>>,
) {
  const reached = { GITHUB_API_URL: url, GITHUB_GRAPHQL_URL: `${url}/graphql` };
  return (event: string, own: Record<string, string> = {}) => {
    const env = { ...workspace.env, ...reached };
    const given = { ...workspace.given, "github.event_name": event, ...own };
    const run = createRun(workflow, { ...workspace, env, given });
    /** Runs jobs that must succeed, and returns their logs. */
    const logs = async (...names: readonly string[]) => {
      const ended = [];
      for (const name of names) {
        const { result, log } = await run.job(name);
        expect(result, `${name}\n${log}`).to.equal("success");
        expect(log.includes(canaryKeys.apiKey), "a key was printed").to.equal(false);
        ended.push(log);
      }
      return ended.join("\n");
    };
    return { ...run, logs };
  };
}

/** The values that make a pull request one from a fork. */
export const ofFork = { "github.event.pull_request.head.repo.full_name": "somebody/mail" };
