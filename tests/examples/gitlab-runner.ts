import { randomUUID } from "node:crypto";
import { cp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../tools/engine/command";
import {
  environmentOf,
  type GitlabJobs,
  type ProjectVariable,
  variablesOf,
} from "../../tools/example/gitlab-file";
import { gitlabStarts, sectionsIn } from "./host-rule";

/** A GitLab project in which jobs run. */
export interface GitlabProject {
  readonly jobs: GitlabJobs;
  /** The folder of the checkout. */
  readonly dir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly variables: readonly ProjectVariable[];
  readonly predefined: Readonly<Record<string, string>>;
  /** Changes a script before it runs, for example its port. */
  readonly adapted?: (script: string) => string;
}

type Result = "success" | "failed" | "skipped" | "canceled";

/** The options with which GitLab's runner starts bash. */
const bash = ["--noprofile", "--norc", "-eo", "pipefail", "-c"];

/** Creates a pipeline. A test can run a job again. The job then gets the artifacts of the earlier jobs. */
export function createPipeline(project: GitlabProject) {
  const { jobs, dir, home, env, predefined } = project;
  const stored = join(home, "artifacts", randomUUID());
  const results: Record<string, Result> = {};
  return { results, job, stored };

  async function job(name: string) {
    const full = `email-marketing-${name}`;
    const found = jobs[full];
    if (!found) throw new Error(`no job ${name}`);
    const needs = (found.needs ?? []).map((need) => (typeof need === "string" ? need : need.job));
    const before = needs.flatMap((need) => results[need.replace("email-marketing-", "")] ?? []);
    const [{ when = "on_success" } = {}] = found.rules;
    if (!gitlabStarts(when, before)) {
      results[name] = "skipped";
      return { exitCode: 0, output: "", sections: [] };
    }
    await rm(join(dir, "email-marketing"), { recursive: true, force: true });
    for (const need of needs) await copyOf(join(stored, need), dir);
    const own = {
      CI_JOB_URL: `https://gitlab.example/jobs/${name}`,
      CI_PROJECT_DIR: dir,
      CI_ENVIRONMENT_NAME: environmentOf(found) ?? "",
    };
    const variables = variablesOf(found, project.variables, { ...predefined, ...own });
    const script = found.script.join("\n");
    const { exitCode, output } = await runCommand(
      "bash",
      [...bash, project.adapted?.(script) ?? script],
      {
        cwd: dir,
        env: { ...env, ...variables },
      },
    );
    const isAllowed = found.allow_failure === true;
    results[name] = exitCode === 0 || isAllowed ? "success" : "failed";
    const { when: kept = "on_success", paths = [] } = found.artifacts ?? {};
    if (exitCode === 0 || kept === "always") {
      await rm(join(stored, full), { recursive: true, force: true });
      for (const path of paths) await copyOf(join(dir, path), join(stored, full, path));
    }
    return { exitCode, output, sections: sectionsIn(output) };
  }
}

async function copyOf(from: string, to: string): Promise<void> {
  if (!(await stat(from).catch(() => undefined))) return;
  await cp(from, to, { recursive: true });
}
