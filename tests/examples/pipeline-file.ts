import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A shell step of a pipeline, with the environment that its file gives it. */
export interface ShellStep {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  /** What its outputs are found by. */
  readonly id?: string;
}

/** The shell steps of a pipeline by job, as they stand in its file. */
export type Pipeline = Readonly<Record<string, readonly ShellStep[]>>;

interface GithubFile {
  readonly env: Record<string, string>;
  readonly jobs: Record<
    string,
    {
      readonly env?: Record<string, string>;
      readonly steps: readonly { run?: string; env?: Record<string, string>; id?: string }[];
    }
  >;
}

/** Reads a GitHub workflow. */
export function readGithubWorkflow(file: string): Pipeline {
  const { env, jobs } = parse(readFileSync(file, "utf8")) as GithubFile;
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      job.steps.flatMap(({ run, env: own = {}, id }) =>
        run === undefined ? [] : [{ run, env: { ...env, ...job.env, ...own }, ...(id && { id }) }],
      ),
    ]),
  );
}

interface GitlabJob {
  readonly script: readonly string[];
  readonly variables?: Record<string, string>;
}

/** Reads a GitLab pipeline; what comes before every script comes before each. */
export function readGitlabPipeline(file: string): Pipeline {
  const content = parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { default: common, variables, stages: _, ...jobs } = content;
  const before = (common as { before_script: readonly string[] }).before_script;
  return Object.fromEntries(
    Object.entries(jobs as Record<string, GitlabJob>).map(([name, job]) => {
      const env = { ...(variables as Record<string, string>), ...job.variables };
      return [name, [...before, ...job.script].map((run) => ({ run, env }))];
    }),
  );
}

/** Fills in `${{ ... }}` as GitHub does, by what stands between; what is not given is an error. */
export function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = given[expression];
    if (value === undefined) throw new Error(`nobody gives ${expression}`);
    return value;
  });
}
