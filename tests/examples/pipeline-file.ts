import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { asksForStatus, bare, evaluated, holds, type Situation } from "./condition";

/** A shell step of a pipeline, with the environment variables from its file. */
export interface ShellStep {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly name?: string;
  /** The id by which other steps refer to the step's outputs. */
  readonly id?: string;
  /** The condition of a GitHub step. */
  readonly if?: string;
  /** The shell, if it isn't bash. */
  readonly shell?: string;
}

/** The parts of a job in a GitHub workflow that tests use. */
export interface GithubJob {
  readonly if: string;
  readonly needs?: string | readonly string[];
  readonly env?: Record<string, string>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: Readonly<Record<string, unknown>>;
  readonly environment?: string;
  readonly strategy?: {
    readonly matrix: { readonly include?: readonly Readonly<Record<string, string>>[] };
  };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly "runs-on"?: string;
  /** The inputs that a caller passes to a reusable workflow. */
  readonly with?: Readonly<Record<string, string>>;
  readonly steps: readonly (Partial<ShellStep> & {
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly "continue-on-error"?: string | boolean;
  })[];
}

interface GithubFile {
  readonly on: {
    readonly workflow_call: {
      readonly inputs: Readonly<Record<string, { readonly default: string | boolean }>>;
    };
  };
  readonly env: Record<string, string>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, GithubJob>>;
}

/** Reads a workflow. */
export function readGithub(file: string): GithubFile {
  return parse(readFileSync(file, "utf8")) as GithubFile;
}

/** The default values of a workflow's inputs, by their names in expressions. */
export function defaultInputs(file: string): Record<string, string> {
  const { inputs } = readGithub(file).on.workflow_call;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, String(input.default)]),
  );
}

/** Replaces `${{ ... }}` like GitHub. Throws on an expression without a value. */
export function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = given[expression] ?? evaluated(expression, given);
    if (value === undefined) throw new Error(`no context has ${expression}`);
    return String(value);
  });
}

/** True if a GitHub step runs. `hasFailed` is true if an earlier step of the job has failed. */
export function isDue(step: ShellStep, hasFailed: boolean, situation: Situation): boolean {
  const condition = bare(step.if ?? "success()");
  const asked = asksForStatus(condition) ? condition : `success() && (${condition})`;
  const status = { "success()": String(!hasFailed), "cancelled()": "" };
  return holds(asked, { ...situation, ...status });
}
