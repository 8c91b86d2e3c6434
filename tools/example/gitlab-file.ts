import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";

/** A job of a GitLab pipeline, as far as the tests need it. */
export interface GitlabJob {
  readonly stage: string;
  readonly rules: readonly { readonly if: string; readonly when?: string }[];
  readonly script: readonly string[];
  readonly variables?: Readonly<
    Record<string, string | { readonly value: string; readonly expand: false }>
  >;
  readonly artifacts?: { readonly when?: string; readonly paths: readonly string[] };
  readonly environment?: string | { readonly name: string; readonly action: string };
  readonly needs?: readonly (string | { readonly job: string })[];
  readonly inherit?: { readonly default: boolean };
  readonly resource_group?: string;
  readonly image?: string;
  readonly allow_failure?: boolean | { readonly exit_codes: readonly number[] };
}

export type GitlabJobs = Readonly<Record<string, GitlabJob>>;
type Inputs = Readonly<Record<string, unknown>>;

interface Input {
  readonly default: unknown;
  readonly type?: string;
  readonly regex?: string;
  readonly options?: readonly unknown[];
}

/** Reads a file for `include`, with its inputs filled in. Throws on a value that GitLab refuses. */
export function included(file: string, inputs: Inputs = {}): GitlabJobs {
  const text = readFileSync(file, "utf8");
  const [header] = parseAllDocuments(text);
  const body = /\n---\n([\s\S]*)$/.exec(text)?.[1];
  if (!header || body === undefined) throw new Error(`${file} has no header`);
  const { spec } = header.toJS() as { spec: { inputs: Readonly<Record<string, Input>> } };
  for (const [name, value] of Object.entries(inputs)) accept(name, value, spec.inputs[name]);
  const defaults = Object.entries(spec.inputs).map(([name, input]) => [name, input.default]);
  const given = { ...(Object.fromEntries(defaults) as Inputs), ...inputs };
  return parse(interpolated(body, given)) as GitlabJobs;
}

function accept(name: string, value: unknown, input: Input | undefined): void {
  if (!input) throw new Error(`no such input: ${name}`);
  const type = Array.isArray(value) ? "array" : typeof value;
  if (type !== (input.type ?? "string")) throw new Error(`${name} is no ${input.type ?? "string"}`);
  if (input.regex !== undefined && !new RegExp(input.regex).test(String(value)))
    throw new Error(`${name} doesn't match ${input.regex}`);
  if (input.options && !input.options.includes(value)) throw new Error(`${name} is no option`);
}

/** Fills inputs into the text before it is parsed as YAML: strings unchanged, everything else as JSON. */
export function interpolated(text: string, inputs: Inputs): string {
  return text.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    if (!Object.hasOwn(inputs, name)) throw new Error(`the file declares no input ${name}`);
    const value = inputs[name];
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** A variable of a GitLab project. `scope` is an environment, or `*` for every job. */
export interface ProjectVariable {
  readonly name: string;
  readonly value: string;
  readonly scope: string;
}

/** The variables of a job. A variable of the project takes precedence if its scope matches the job's environment. */
export function variablesOf(
  job: GitlabJob,
  project: readonly ProjectVariable[],
  predefined: Readonly<Record<string, string>> = {},
) {
  const environment = environmentOf(job);
  const inScope = project.filter(({ scope }) => scope === "*" || scope === environment);
  const given = {
    ...predefined,
    ...Object.fromEntries(inScope.map((one) => [one.name, one.value])),
  };
  const own = Object.entries(job.variables ?? {}).map(([name, variable]) => [
    name,
    typeof variable === "string" ? expanded(variable, given) : variable.value,
  ]);
  return { ...(Object.fromEntries(own) as Record<string, string>), ...given };
}

/** Replaces references to other variables in a value, as GitLab does. GitLab runs no commands in a value. */
function expanded(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replace(
    /\$(?:(\w+)|\{(\w+)\})/g,
    (_, name?: string, braced?: string) => variables[name ?? braced ?? ""] ?? "",
  );
}

export function environmentOf({ environment }: GitlabJob): string | undefined {
  return typeof environment === "object" ? environment.name : environment;
}
