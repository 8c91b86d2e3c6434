import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { asksForStatus, bare, evaluated, holds, type Situation } from "./condition";

/** A shell step of a pipeline, with the environment that its file gives it. */
export interface ShellStep {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly name?: string;
  /** What its outputs are found by. */
  readonly id?: string;
  /** The condition of a GitHub step. */
  readonly if?: string;
  /** Another shell than bash. */
  readonly shell?: string;
}

/** A job of a GitHub workflow, as far as tests read it. */
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
  /** What a caller gives a reusable workflow. */
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

/** What the inputs are that a workflow gets none of, by the names of expressions. */
export function defaultInputs(file: string): Record<string, string> {
  const { inputs } = readGithub(file).on.workflow_call;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, String(input.default)]),
  );
}

/** Fills in `${{ ... }}` as GitHub does; what no context has is an error. */
export function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = given[expression] ?? evaluated(expression, given);
    if (value === undefined) throw new Error(`no context has ${expression}`);
    return String(value);
  });
}

/** Whether a GitHub step runs, in a job of which a step has failed or none has. */
export function isDue(step: ShellStep, hasFailed: boolean, situation: Situation): boolean {
  const condition = bare(step.if ?? "success()");
  const asked = asksForStatus(condition) ? condition : `success() && (${condition})`;
  const status = { "success()": String(!hasFailed), "cancelled()": "" };
  return holds(asked, { ...situation, ...status });
}
