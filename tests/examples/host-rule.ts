/**
 * Rules of GitHub's and GitLab's runners on which the pipelines rely, each with its source. Paths without a host are
 * files of github.com/actions/runner at a commit. `gitlabhq` is GitLab's own mirror on github.com.
 */

/** Log commands that have an effect without a token (src/Runner.Worker/ActionCommandManager.cs at 02523b9). */
const commands = [
  ...["add-mask", "add-matcher", "remove-matcher", "error", "warning", "notice", "debug"],
  ...["group", "endgroup", "set-output", "set-env", "add-path", "save-state", "echo"],
  "stop-commands",
];

interface Command {
  readonly name: string;
  readonly data: string;
}

/**
 * The log command in a line: `::name::data` after white space, or `##[name]data` anywhere
 * (src/Runner.Common/ActionCommand.cs at 079cdb1, TryParseV2 and TryParse).
 */
export function commandIn(line: string, token = ""): Command | undefined {
  const found =
    /^\s*::([\w-]+)(?: [^:]*)?::([\s\S]*)$/.exec(line) ??
    /##\[([\w-]+)(?: [^\]]*)?\]([\s\S]*)$/.exec(line);
  const [, name = "", data = ""] = found ?? [];
  if (!commands.includes(name) && (token === "" || name !== token)) return undefined;
  // As in UnescapeData of the same file, unescape the percent sign last.
  const unescaped = data.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
  return { name, data: unescaped };
}

/**
 * A text in a log or a summary, with the job's masks applied: src/Sdk/DTLogging/Logging/SecretMasker.cs, and
 * src/Runner.Worker/FileCommandManager.cs at 03182cf, CreateStepSummaryCommand.
 */
export function masked(text: string, masks: readonly string[]): string {
  const longestFirst = masks.filter((one) => one !== "").toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((left, mask) => left.replaceAll(mask, "***"), text);
}

/** The masks of secrets (src/Runner.Worker/Worker.cs at 0944b5b, InitializeSecretMasker). */
export function masksOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => [secret.trim(), ...secret.split(/[\r\n]+/)]).filter(Boolean);
}

export interface ReadLog {
  readonly text: string;
  readonly executed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Reads the output of a step like the runner. `stop-commands` has an effect until the step ends, because each step's
 * handler has its own manager (src/Runner.Worker/Handlers/Handler.cs). Meanwhile, other commands are printed
 * (ActionCommandManager.cs, TryProcessCommand).
 */
export function readLog(output: string, masks: readonly string[]): ReadLog {
  const added: string[] = [];
  const executed: string[] = [];
  const lines: string[] = [];
  let token = "";
  for (const line of output.split("\n")) {
    const command = commandIn(line, token);
    const isStopped = token !== "";
    if (command !== undefined && isStopped && command.name === token) token = "";
    else if (command === undefined || isStopped) lines.push(masked(line, [...masks, ...added]));
    else if (command.name === "stop-commands") token = command.data;
    else {
      executed.push(command.name);
      if (command.name === "add-mask") added.push(command.data);
      // The log also shows annotations and groups.
      else lines.push(masked(line, [...masks, ...added]));
    }
  }
  return { text: lines.join("\n"), executed, added };
}

/** Drops outputs that contain a masked text ("Skip output" in src/Runner.Worker/JobExtension.cs, FinalizeJob). */
export function keptOutputs(outputs: Readonly<Record<string, string>>, masks: readonly string[]) {
  const kept = Object.entries(outputs).filter(([, value]) => masked(value, masks) === value);
  return Object.fromEntries(kept) as Record<string, string>;
}

/**
 * The folder below `path` into which an artifact is extracted: one with its name, or `path` itself if a pattern matches
 * only one artifact. README of actions/download-artifact at 3e5f45b (v8.0.1), "What's new" of v5, and
 * src/download-artifact.ts.
 */
export function folderOfArtifact(name: string, matches: number): string {
  return matches === 1 ? "." : name;
}

/** True if an upload is refused (README of actions/upload-artifact, "overwrite"). Attempts share artifacts. */
export function isRefusedUpload(isThere: boolean, overwrite: boolean): boolean {
  return isThere && !overwrite;
}

/**
 * True if a job without a status function runs: if all jobs succeeded that it needs directly or indirectly.
 * docs.github.com, "Status check functions", and github.com/actions/runner/issues/2205.
 */
export function isNeedMet(results: readonly string[]): boolean {
  return results.every((result) => result === "success");
}

/**
 * True if GitLab starts a job after these results of the jobs that it needs. After `canceled`, no job starts. gitlabhq,
 * app/services/ci/process_build_service.rb at 0351d9e, valid_statuses_for_build.
 */
export function gitlabStarts(when: string, results: readonly string[]): boolean {
  if (results.includes("canceled")) return false;
  return when === "always" || results.every((result) => result === "success");
}

/** Fills in inputs like GitLab (gitlabhq, lib/gitlab/ci/config/interpolation/text_template.rb at bb0d992). */
export { interpolated } from "../../tools/example/gitlab-file";

/**
 * The sections that GitLab finds in a log (gitlabhq, lib/gitlab/ci/ansi2json/converter.rb, and docs.gitlab.com, "Custom
 * collapsible sections").
 */
export function sectionsIn(log: string): string[] {
  return log.match(/section_(?:start|end):\d+:[^\r]+\r/g) ?? [];
}
