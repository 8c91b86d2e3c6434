import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { runCommand } from "../../tools/engine/command";
import { asksForStatus, bare, holds, type Situation } from "./condition";
import {
  folderOfArtifact,
  isNeedMet,
  isRefusedUpload,
  keptOutputs,
  masked,
  masksOf,
  readLog,
} from "./host-rule";
import { defaultInputs, filledIn, type GithubJob, isDue, readGithub } from "./pipeline-file";

/** The folders and values with which jobs run. */
export interface Workspace {
  /** The folder of the checkout. */
  readonly dir: string;
  /** The folder in which each job gets its own temporary folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Values of contexts by their names in expressions: secrets, inputs and the event. */
  readonly given: Readonly<Record<string, string>>;
  /** Changes a script before it runs, for example its port. */
  readonly adapted?: (script: string) => string;
}

export type Result = "success" | "failure" | "skipped" | "cancelled";

export interface EndedJob {
  readonly result: Result;
  readonly log: string;
  /** The names of the log commands that the runner has executed. */
  readonly executed: readonly string[];
  readonly masks: readonly string[];
}

const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
/** Files that only jobs make, so a new checkout doesn't contain them. */
const madeByJobs = ["links", "email-marketing-mail", "preview.json", "plan.json", "links.txt"];

/** Creates a run of a workflow. A test runs the jobs one by one, and can repeat them. */
export function createRun(file: string, { dir, home, env, given: contexts, adapted }: Workspace) {
  const { jobs, env: ofAll } = readGithub(file);
  const artifacts = join(home, "artifacts", randomUUID());
  const results: Record<string, Result> = {};
  const outputs: Record<string, Record<string, string>> = {};
  const summaries: Record<string, string> = {};
  return { results, outputs, summaries, job, artifacts };

  function situation(): Record<string, string> {
    const needs = Object.keys(jobs).flatMap((name) => [
      [`needs.${name}.result`, results[name] ?? "skipped"],
      ...Object.entries(outputs[name] ?? {}).map(([key, value]) => [
        `needs.${name}.outputs.${key}`,
        value,
      ]),
    ]);
    const inputs = defaultInputs(file);
    const all = { ...inputs, ...contexts };
    const values = Object.keys(inputs).map((key) => [key.replace("inputs.", ""), all[key]]);
    const json = { "toJSON(inputs)": JSON.stringify(Object.fromEntries(values)) };
    return { ...all, ...json, ...Object.fromEntries(needs), "cancelled()": "" };
  }

  function isStarted({ if: condition, needs = [] }: GithubJob): boolean {
    const whole = bare(condition);
    const met = isNeedMet(ancestors(needs).map((name) => results[name] ?? "skipped"));
    return (asksForStatus(whole) || met) && holds(whole, situation());
  }

  function ancestors(needs: string | readonly string[]): string[] {
    return [needs].flat().flatMap((name) => [name, ...ancestors(jobs[name]?.needs ?? [])]);
  }

  async function job(name: string): Promise<EndedJob> {
    const found = jobs[name];
    if (!found) throw new Error(`no job ${name}`);
    if (!isStarted(found)) {
      results[name] = "skipped";
      return { result: "skipped", log: "", executed: [], masks: [] };
    }
    const temp = join(home, "temp", randomUUID());
    await mkdir(temp, { recursive: true });
    for (const made of madeByJobs) await rm(join(dir, made), { recursive: true, force: true });
    const given: Record<string, string> = { ...situation(), "runner.temp": temp };
    const secrets = Object.entries(given).filter(([key]) => /^secrets\.|^github\.token$/.test(key));
    const masks = masksOf(secrets.map(([, value]) => value));
    const log: string[] = [];
    const executed: string[] = [];
    let hasFailed = false;
    summaries[name] = "";
    for (const step of found.steps) {
      if (!isDue({ run: "", env: {}, ...step }, hasFailed, given)) continue;
      const done =
        step.run === undefined ? await action(step, given) : await script(step, found, given);
      const read = readLog(done.output, masks);
      masks.push(...read.added);
      log.push(read.text);
      executed.push(...read.executed);
      summaries[name] += masked(done.summary ?? "", masks);
      const goesOn = filledIn(String(step["continue-on-error"] ?? "false"), given) === "true";
      if (step.id !== undefined)
        given[`steps.${step.id}.outcome`] = done.isDone ? "success" : "failure";
      if (!done.isDone && !goesOn) hasFailed = true;
    }
    const all = Object.entries(found.outputs ?? {}).map(([key, text]) => [
      key,
      filledIn(text, given),
    ]);
    outputs[name] = keptOutputs(Object.fromEntries(all) as Record<string, string>, masks);
    const result = hasFailed ? "failure" : "success";
    results[name] = result;
    return { result, log: log.join("\n"), executed, masks };
  }

  type Step = GithubJob["steps"][number];

  async function script(step: Step, { env: ofJob }: GithubJob, given: Record<string, string>) {
    const temp = given["runner.temp"] ?? "";
    const [output, summary] = [join(temp, "output"), join(temp, "summary")];
    await writeFile(output, "");
    await writeFile(summary, "");
    const declared = Object.entries({ ...ofAll, ...ofJob, ...step.env }).map(([key, value]) => [
      key,
      adapt(filledIn(value, given)),
    ]);
    const [command = "", ...args] = step.shell === "node {0}" ? ["node", "-e"] : bash;
    const own = { RUNNER_TEMP: temp, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    const done = await runCommand(command, [...args, adapt(step.run ?? "")], {
      cwd: dir,
      env: { ...env, ...own, ...Object.fromEntries(declared) },
    });
    for (const [, key, value = ""] of (await readFile(output, "utf8")).matchAll(/^(\w+)=(.*)$/gm)) {
      given[`steps.${step.id}.outputs.${key}`] = value;
    }
    return {
      isDone: done.exitCode === 0,
      output: done.output,
      summary: await readFile(summary, "utf8"),
    };
  }

  function adapt(text: string): string {
    return adapted?.(text) ?? text;
  }

  interface Done {
    readonly isDone: boolean;
    readonly output: string;
    readonly summary?: string;
  }

  async function action(
    { uses = "", id, with: options = {} }: Step,
    given: Situation & Record<string, string>,
  ): Promise<Done> {
    const of = (key: string) => filledIn(String(options[key] ?? ""), given);
    const path = of("path").startsWith("/") ? of("path") : join(dir, of("path"));
    const stored = join(artifacts, of("name"));
    switch (basename(uses.replace(/@.*/, ""))) {
      case "setup-node":
        return {
          isDone: true,
          output: "##[add-matcher]tsc.json\n##[add-matcher]eslint-stylish.json",
        };
      case "download-artifact":
        return download(await storedAs(of("name"), of("pattern")), path, of("name") !== "");
      case "upload-artifact":
        return upload({ stored, path, id, overwrite: of("overwrite") === "true" }, given);
    }
    return { isDone: true, output: "" };
  }

  /** The stored artifacts with a name, or those that match a pattern such as `{one,other}-artifact`. */
  async function storedAs(name: string, pattern: string): Promise<string[]> {
    const [, begin = "", of = "", end = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
    const names = name === "" ? of.split(",").map((one) => begin + one + end) : [name];
    const found = await Promise.all(names.map((one) => isThere(join(artifacts, one))));
    return names.filter((_, at) => found[at]);
  }

  async function download(names: readonly string[], path: string, byName: boolean): Promise<Done> {
    if (byName && names.length === 0) return { isDone: false, output: "Artifact not found" };
    for (const name of names) {
      const target = join(path, folderOfArtifact(name, names.length));
      await cp(join(artifacts, name), target, { recursive: true });
    }
    return { isDone: true, output: "" };
  }

  async function upload(
    one: { stored: string; path: string; id: string | undefined; overwrite: boolean },
    given: Record<string, string>,
  ): Promise<Done> {
    if (!(await isThere(one.path))) return { isDone: true, output: "No files were found" };
    if (isRefusedUpload(await isThere(one.stored), one.overwrite))
      return { isDone: false, output: "Failed to CreateArtifact: (409) Conflict" };
    await rm(one.stored, { recursive: true, force: true });
    await cp(one.path, one.stored, { recursive: true });
    given[`steps.${one.id}.outputs.artifact-id`] = "5";
    given[`steps.${one.id}.outputs.artifact-url`] = "https://github.example/artifacts/5";
    return { isDone: true, output: "" };
  }
}

/** True if a folder exists and isn't empty. */
async function isThere(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}
