/**
 * The rules of GitHub's and GitLab's runners that the pipelines rest on, each with its source. Paths without a host are files of
 * github.com/actions/runner, by the commit that was read; `gitlabhq` is GitLab's own mirror on github.com.
 */

/** Commands that act without a token of their own; src/Runner.Worker/ActionCommandManager.cs at 02523b9. */
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
 * The command that the runner finds in a line: `::name::data` behind white space, or `##[name]data` anywhere; src/Runner.Common/ActionCommand.cs
 * at 079cdb1, TryParseV2 and TryParse.
 */
export function commandIn(line: string, token = ""): Command | undefined {
  const found =
    /^\s*::([\w-]+)(?: [^:]*)?::([\s\S]*)$/.exec(line) ??
    /##\[([\w-]+)(?: [^\]]*)?\]([\s\S]*)$/.exec(line);
  const [, name = "", data = ""] = found ?? [];
  if (!commands.includes(name) && (token === "" || name !== token)) return undefined;
  // UnescapeData of the same file: the percent sign last.
  const unescaped = data.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
  return { name, data: unescaped };
}

/**
 * A text of a log or a summary with the masks of its job: src/Sdk/DTLogging/Logging/SecretMasker.cs, and
 * src/Runner.Worker/FileCommandManager.cs at 03182cf, CreateStepSummaryCommand.
 */
export function masked(text: string, masks: readonly string[]): string {
  const longestFirst = masks.filter((one) => one !== "").toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((left, mask) => left.replaceAll(mask, "***"), text);
}

/** A secret is masked as a whole and by line; src/Runner.Worker/Worker.cs at 0944b5b, InitializeSecretMasker. */
export function masksOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => [secret.trim(), ...secret.split(/[\r\n]+/)]).filter(Boolean);
}

export interface ReadLog {
  readonly text: string;
  /** The names of the commands that were executed. */
  readonly executed: readonly string[];
  readonly added: readonly string[];
}

/**
 * What the runner makes of the output of a step. `stop-commands` ends with the step, whose handler has a manager of its own
 * (src/Runner.Worker/Handlers/Handler.cs); within it, other commands are printed (ActionCommandManager.cs, TryProcessCommand).
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
      // Annotations and groups are shown, too.
      else lines.push(masked(line, [...masks, ...added]));
    }
  }
  return { text: lines.join("\n"), executed, added };
}

/** A job's output that contains a masked text is dropped: "Skip output"; src/Runner.Worker/JobExtension.cs, FinalizeJob. */
export function keptOutputs(outputs: Readonly<Record<string, string>>, masks: readonly string[]) {
  const kept = Object.entries(outputs).filter(([, value]) => masked(value, masks) === value);
  return Object.fromEntries(kept) as Record<string, string>;
}

/**
 * Where artifacts are extracted to below `path`: by name, or if a pattern matches a single one, into `path` itself; README of
 * actions/download-artifact at 3e5f45b (v8.0.1), "What's new" of v5, and src/download-artifact.ts.
 */
export function folderOfArtifact(name: string, matches: number): string {
  return matches === 1 ? "." : name;
}

/** Whether an upload is refused: an attempt belongs to the same run as the one before it. README of actions/upload-artifact, "overwrite". */
export function isRefusedUpload(isThere: boolean, overwrite: boolean): boolean {
  return isThere && !overwrite;
}

/**
 * Whether a job runs that doesn't ask how those before it ended: if all of these did well, those among them that they need in turn.
 * docs.github.com, "Status check functions", and github.com/actions/runner/issues/2205.
 */
export function isNeedMet(results: readonly string[]): boolean {
  return results.every((result) => result === "success");
}

/**
 * Whether GitLab starts a job by the results of those that it needs; `canceled` starts none.
 * gitlabhq, app/services/ci/process_build_service.rb at 0351d9e, valid_statuses_for_build.
 */
export function gitlabStarts(when: string, results: readonly string[]): boolean {
  if (results.includes("canceled")) return false;
  return when === "always" || results.every((result) => result === "success");
}

/** Where the inputs stand in an included file: a text as it is, anything else as JSON; gitlabhq, lib/gitlab/ci/config/interpolation/text_template.rb at bb0d992. */
export { interpolated } from "../../tools/example/gitlab-file";

/** Sections that GitLab finds in a log; gitlabhq, lib/gitlab/ci/ansi2json/converter.rb, and docs.gitlab.com, "Custom collapsible sections". */
export function sectionsIn(log: string): string[] {
  return log.match(/section_(?:start|end):\d+:[^\r]+\r/g) ?? [];
}
