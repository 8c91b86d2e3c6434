import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { parse } from "yaml";
import { startCommand } from "../../tools/engine/command";
import { runTool } from "../../tools/language/requirement";
import { filledIn } from "../examples/pipeline-file";

const repository = join(__dirname, "..", "..");

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly defaults?: { readonly run: { readonly "working-directory": string } };
  readonly steps: readonly Step[];
}

/** A run of a workflow's jobs on this machine, with the artifacts that they hand to each other. */
export interface WorkflowRun {
  /** What the expressions of the workflow stand for; the outputs of steps are added. */
  readonly given: Record<string, string>;
  /** The folder that holds a folder for each artifact. */
  readonly artifacts: string;
  /** Runs the shell steps of a job and what hands on artifacts; gives what it printed, and the status of the step that failed. */
  job(name: string): Promise<{ readonly output: string; readonly exitCode: number }>;
}

/** Runs jobs of a workflow in a scratch folder, with the commands of `bin` in place of those of the machine. */
export async function workflowRun(
  file: string,
  scratch: string,
  bin: string,
): Promise<WorkflowRun> {
  const { jobs } = parse(await readFile(file, "utf8")) as { jobs: Record<string, Job> };
  const artifacts = join(scratch, "artifacts");
  await mkdir(artifacts, { recursive: true });
  const given: Record<string, string> = {};

  async function job(name: string) {
    const { env, defaults, steps } = jobs[name] ?? { steps: [] };
    const workspace = await mkdtemp(join(scratch, `${name}-`));
    const outputs = join(workspace, "..", `${name}.outputs`);
    const cwd = join(workspace, defaults?.run["working-directory"] ?? "");
    let printed = "";
    for (const step of steps) {
      if (step.run === undefined) {
        await handOn(step, workspace);
        continue;
      }
      await writeFile(outputs, "");
      const own = Object.entries({ ...env, ...step.env });
      const { output, exitCode } = await startCommand("bash", ["-e", "-c", step.run], {
        cwd,
        env: {
          ...withoutNpm(process.env),
          PATH: [bin, process.env.PATH].join(delimiter),
          GITHUB_OUTPUT: outputs,
          GITHUB_SHA: "0123456789abcdef0123456789abcdef01234567",
          ...Object.fromEntries(own.map(([key, value]) => [key, filledIn(value, given)])),
        },
      }).result;
      printed += output;
      if (exitCode !== 0) return { output: printed, exitCode };
      for (const [, key, value = ""] of (await readFile(outputs, "utf8")).matchAll(
        /^(\w+)=(.*)$/gm,
      )) {
        given[`needs.${name}.outputs.${key}`] = value;
      }
    }
    return { output: printed, exitCode: 0 };
  }

  /** What the actions for checkouts and artifacts do; the others set up what is on this machine. */
  async function handOn({ uses = "", with: inputs = {} }: Step, workspace: string): Promise<void> {
    if (uses.startsWith("actions/checkout@")) await checkout(workspace);
    if (uses.startsWith("actions/upload-artifact@")) {
      const name = filledIn(inputs.name ?? "", given);
      await cp(join(workspace, inputs.path ?? ""), join(artifacts, name), { recursive: true });
    }
    if (uses.startsWith("actions/download-artifact@")) {
      const prefix = inputs.pattern?.replace(/\*$/, "");
      for (const name of await readdir(artifacts)) {
        const isAsked = prefix === undefined ? name === inputs.name : name.startsWith(prefix);
        if (!isAsked) continue;
        await cp(join(artifacts, name), join(workspace, inputs.path ?? ""), { recursive: true });
      }
    }
  }

  return { given, artifacts, job };
}

/** What npm sets for the scripts that it runs would have another npm work in the project of the first. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name));
  const own = { npm_config_cache: process.env.npm_config_cache, npm_config_prefer_offline: "true" };
  return { ...Object.fromEntries(kept), ...own };
}

/** The files of this repository as they are now, also before a commit. */
async function checkout(workspace: string): Promise<void> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const list = await runTool("git", args, { cwd: repository });
  for (const file of list.split("\0").filter((path) => path !== "")) {
    const target = join(workspace, file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(repository, file), target).catch(ignoreDeleted);
  }
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
