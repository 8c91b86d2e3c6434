import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

/** A job of a GitLab pipeline, as far as tests read it. */
export interface GitlabJob {
  readonly stage: string;
  readonly rules: readonly { readonly if: string; readonly when?: string }[];
  readonly script: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: string | { readonly name: string; readonly action: string };
  readonly needs?: readonly (string | { readonly job: string })[];
  readonly inherit?: { readonly default: boolean };
  readonly resource_group?: string;
  readonly image?: string;
}

export type GitlabJobs = Readonly<Record<string, GitlabJob>>;
type Inputs = Readonly<Record<string, unknown>>;

/** What a file says that is to be included, with its inputs filled in. */
export function included(file: string, inputs: Inputs = {}): GitlabJobs {
  const [header, body] = parseAllDocuments(readFileSync(file, "utf8"));
  if (!header || !body) throw new Error(`${file} has no header`);
  const { spec } = header.toJS() as {
    spec: { inputs: Readonly<Record<string, { readonly default: unknown }>> };
  };
  const unknown = Object.keys(inputs).filter((name) => !Object.hasOwn(spec.inputs, name));
  if (unknown.length > 0) throw new Error(`no such input: ${unknown.join(", ")}`);
  const defaults = Object.entries(spec.inputs).map(([name, input]) => [name, input.default]);
  const given = { ...(Object.fromEntries(defaults) as Inputs), ...inputs };
  return filledIn(body.toJS(), given) as GitlabJobs;
}

/** A value that is nothing but an input keeps the type of that input. */
function filledIn(value: unknown, inputs: Inputs): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, inputs));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [filledIn(key, inputs), filledIn(one, inputs)]),
    );
  }
  if (typeof value !== "string") return value;
  const whole = /^\$\[\[ inputs\.([\w-]+) \]\]$/.exec(value)?.[1];
  if (whole !== undefined) return inputOf(whole, inputs);
  return value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) =>
    String(inputOf(name, inputs)),
  );
}

function inputOf(name: string, inputs: Inputs): unknown {
  if (Object.hasOwn(inputs, name)) return inputs[name];
  throw new Error(`the file declares no input ${name}`);
}

/** A variable of a project, with the environments whose jobs get it; `*` is every job. */
export interface ProjectVariable {
  readonly name: string;
  readonly value: string;
  readonly scope: string;
}

/** The variables of a job: those of the project win over its own, and have the scope of an environment. */
export function variablesOf(job: GitlabJob, project: readonly ProjectVariable[]) {
  const environment = environmentOf(job);
  const inScope = project.filter(({ scope }) => scope === "*" || scope === environment);
  const given = inScope.map(({ name, value }) => [name, value]);
  return { ...job.variables, ...(Object.fromEntries(given) as Record<string, string>) };
}

/** The name of a job's environment; undefined for a job without. */
export function environmentOf({ environment }: GitlabJob): string | undefined {
  return typeof environment === "object" ? environment.name : environment;
}
