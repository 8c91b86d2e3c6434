import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A shell step of a pipeline, with the environment that its file gives it. */
export interface ShellStep {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  /** What its outputs are found by. */
  readonly id?: string;
  /** The condition of a GitHub step. */
  readonly if?: string;
}

/** The shell steps of a pipeline by job, as they stand in its file. */
export type Pipeline = Readonly<Record<string, readonly ShellStep[]>>;

/** When each job runs, any one of its conditions being enough, and which secrets its own text asks for. */
export type Rules = Readonly<
  Record<string, { readonly when: readonly string[]; readonly secrets: readonly string[] }>
>;

interface GithubFile {
  readonly env: Record<string, string>;
  readonly jobs: Record<
    string,
    {
      readonly if: string;
      readonly env?: Record<string, string>;
      readonly steps: readonly Partial<ShellStep>[];
    }
  >;
}

/** Reads a GitHub workflow. */
export function readGithubWorkflow(file: string): Pipeline {
  const { env, jobs } = parse(readFileSync(file, "utf8")) as GithubFile;
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      job.steps.flatMap(({ run, env: own = {}, ...rest }) =>
        run === undefined ? [] : [{ ...rest, run, env: { ...env, ...job.env, ...own } }],
      ),
    ]),
  );
}

/** Reads when the jobs of a GitHub workflow run. */
export function readGithubRules(file: string): Rules {
  const { jobs } = parse(readFileSync(file, "utf8")) as GithubFile;
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { when: [jobCondition(job.if)], secrets: named(JSON.stringify(job), /\bsecrets\.(\w+)/g) },
    ]),
  );
}

/** What a condition says of the run; how the jobs before it ended is none of that. */
function jobCondition(text: string): string {
  return text.replace(/^\$\{\{ (?:!cancelled\(\) && )?(.+) \}\}$/, "$1");
}

interface GitlabJob {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
  readonly variables?: Record<string, string>;
}

/** Reads a GitLab pipeline; what comes before every script comes before each. */
export function readGitlabPipeline(file: string): Pipeline {
  const { before, variables, jobs } = gitlabFile(file);
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => {
      const env = { ...variables, ...job.variables };
      return [name, [...before, ...job.script].map((run) => ({ run, env }))];
    }),
  );
}

/** Reads when the jobs of a GitLab pipeline run; a job without its own key gets it from the project. */
export function readGitlabRules(file: string): Rules {
  return Object.fromEntries(
    Object.entries(gitlabFile(file).jobs).map(([name, job]) => [
      name,
      {
        when: job.rules.map((rule) => rule.if),
        secrets: named(job.script.join("\n"), /\$(EMAIL_MARKETING_\w*KEY)\b/g),
      },
    ]),
  );
}

function gitlabFile(file: string) {
  const content = parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { default: common, variables, stages: _, ...jobs } = content;
  return {
    before: (common as { before_script: readonly string[] }).before_script,
    variables: variables as Record<string, string>,
    jobs: jobs as Record<string, GitlabJob>,
  };
}

/** The distinct names that a pattern finds, in the order in which they stand. */
function named(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
}

/** Fills in `${{ ... }}` as GitHub does, by what stands between; what is not given is an error. */
export function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = given[expression];
    if (value === undefined) throw new Error(`nobody gives ${expression}`);
    return value;
  });
}

/** What a system says of a run, by the names that the rules use. */
export type Situation = Readonly<Record<string, string>>;

/** Decides `a == b && c != 'd'`, which is all that the rules use. */
export function holds(condition: string, situation: Situation): boolean {
  return condition.split(" && ").every((comparison) => {
    const [, left = "", operator, right = ""] = /^(\S+) (==|!=) (\S+)$/.exec(comparison) ?? [];
    if (operator === undefined) throw new Error(`this test can't read: ${comparison}`);
    const isSame = operand(left, situation) === operand(right, situation);
    return operator === "==" ? isSame : !isSame;
  });
}

/** A text in quotes, or what the situation says; a variable of GitLab that doesn't exist is empty. */
function operand(text: string, situation: Situation): string {
  const quoted = /^(['"])(.*)\1$/.exec(text)?.[2];
  const value = quoted ?? situation[text];
  if (value !== undefined) return value;
  if (text.startsWith("$CI_")) return "";
  throw new Error(`no situation says ${text}`);
}

/** Whether a GitHub step runs, in a job of which a step has failed or none has. */
export function isDue(step: ShellStep, hasFailed: boolean, situation: Situation): boolean {
  const condition = (step.if ?? "success()").replace(/^\$\{\{ (.+) \}\}$/, "$1");
  // Without a function of the status, GitHub adds this one.
  const asked = /\w\(\)/.test(condition) ? condition : `success() && ${condition}`;
  return asked.split(" && ").every((part) => {
    if (part === "success()") return !hasFailed;
    return part === "!cancelled()" || holds(part, situation);
  });
}
