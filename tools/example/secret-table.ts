import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { table } from "../../contract/table";
import { environmentOf, included } from "./gitlab-file";

/** Actions that use the job's token by default. */
const actionsWithToken = ["actions/checkout", "actions/setup-node", "pulumi/actions"];

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Rows with the secrets of each step of the workflow, including the job's token and OpenID Connect. */
export function githubSecrets(root: string): string[] {
  const file = join(root, ".github", "workflows", "email-marketing.yml");
  const { permissions, jobs } = parse(readFileSync(file, "utf8")) as Workflow;
  const rows = Object.entries(jobs).flatMap(([name, job]) => {
    const rights = Object.entries(job.permissions ?? permissions);
    const token = `token (${rights.map((right) => right.join(": ")).join(", ")})`;
    const used = new Map<string, string[]>();
    for (const { name: step, uses = "", env = {} } of job.steps) {
      const action = uses.replace(/@.*/, "");
      const secrets = actionsWithToken.includes(action) ? [token] : secretsOf(env, token);
      if (secrets.length === 0) continue;
      const has = secrets.join(", ");
      used.set(has, [...(used.get(has) ?? []), step ?? action]);
    }
    return [...used].map(([secrets, steps]) => [name, [...new Set(steps)].join(", "), secrets]);
  });
  return table(["job", "step", "secrets"], rows);
}

function secretsOf(env: Readonly<Record<string, string>>, token: string): string[] {
  return Object.values(env).flatMap((value) => {
    const secret = /\bsecrets\.(\w+)/.exec(value)?.[1];
    if (secret !== undefined) return [`\`${secret}\``];
    return value.includes("github.token") ? [token] : [];
  });
}

/** Rows with the environment and the variables of each job of the GitLab file. Its scripts read variables as `${NAME:-}`. */
export function gitlabSecrets(root: string): string[] {
  const jobs = included(join(root, "templates", "email-marketing", "template.yml"));
  const rows = Object.entries(jobs).map(([name, job]) => {
    const read = [...job.script.join("\n").matchAll(/"\$\{(\w+):-\}"/g)].map(([, one]) => one);
    const variables = [...new Set(read)].map((one) => `\`${one}\``);
    const environment = environmentOf(job);
    return [name, environment === undefined ? "" : `\`${environment}\``, variables.join(", ")];
  });
  return table(["job", "environment", "variables"], rows);
}
