import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import { type CommandResult, startCommand } from "../../tools/engine/command";
import { environmentOf } from "./canary";
import { ok } from "./outcome";
import type { Project, StackResult } from "./stack";

/** The command line of the provider. */
export const commandLine = join(
  ...[__dirname, "..", "..", "provider", "bin", "pulumi-email-marketing.js"],
);

/** Runs `pulumi-email-marketing` in a project, beside the engine that the project has. */
export function runIn(project: Project, ...args: string[]): Promise<StackResult> {
  return runUnder({}, project, ...args);
}

/** Runs it with another environment than the project's. */
export function runUnder(
  env: Readonly<Record<string, string>>,
  project: Project,
  ...args: string[]
): Promise<StackResult> {
  return project.raw([commandLine, ...args], { executable: process.execPath, env });
}

/** The comment on a preview of a project, given as the JSON that the CLI wrote of it. */
export async function commentOn(project: Project, preview: string, ...args: string[]) {
  await project.writeFile("preview.json", preview);
  const all = ["comment", "--preview", "preview.json", ...args];
  return (await ok(runIn(project, ...all))).stdout;
}

/** Where `pulumi-email-marketing` runs without a project, and so without an engine. */
interface Where {
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** How much any one file may hold, in blocks of 512 bytes: as much as is left on the disk. */
  readonly mostBlocks?: number;
  /** What standard output leads to, where no one is to read it: a file, or a pipe whose reader has ended. */
  readonly stdout?: "/dev/full" | "closed pipe";
}

/** Runs `pulumi-email-marketing` in a folder, with this environment and no other. */
export function runAt(
  { folder, env = {}, mostBlocks, stdout }: Where,
  ...args: readonly string[]
): Promise<CommandResult> {
  // As in a stack's processes: what the SDK loads for others only is half of a command's time.
  const firstModule = join(__dirname, "program-process.cjs");
  const command = [process.execPath, "--require", firstModule, commandLine, ...args];
  if (mostBlocks === undefined && stdout === undefined) {
    const [executable = "", ...rest] = command;
    return startCommand(executable, rest, { cwd: folder, env }).result;
  }
  const limit = mostBlocks === undefined ? "" : `ulimit -f ${mostBlocks}; `;
  const redirect = {
    "/dev/full": "exec >/dev/full; ",
    "closed pipe": "exec > >(true); wait $!; ",
  };
  const given = stdout === undefined ? "" : redirect[stdout];
  const line = ["-c", `${limit}${given}exec "$@"`, "bash", ...command];
  return startCommand("/bin/bash", line, { cwd: folder, env }).result;
}

/** Runs it in a folder where the environment has the only settings. */
export function runWith(
  emulator: Pick<Emulator, "baseUrl" | "verifyUrl">,
  where: Where,
  ...args: readonly string[]
): Promise<CommandResult> {
  return runAt({ ...where, env: { ...environmentOf(emulator), ...where.env } }, ...args);
}
