import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import { type CommandResult, startCommand } from "../../tools/engine/command";
import { environmentOf } from "./canary";
import { ok } from "./outcome";
import type { Project, StackResult } from "./stack";

/** The command line of the package. */
export const commandLine = join(
  ...[__dirname, "..", "..", "provider", "bin", "pulumi-email-marketing.js"],
);

/** Runs `pulumi-email-marketing` in a project, with the environment of the project. */
export function runIn(project: Project, ...args: string[]): Promise<StackResult> {
  return runUnder({}, project, ...args);
}

/** Runs `pulumi-email-marketing` in a project, with additional environment variables. */
export function runUnder(
  env: Readonly<Record<string, string>>,
  project: Project,
  ...args: string[]
): Promise<StackResult> {
  return project.raw([commandLine, ...args], { executable: process.execPath, env });
}

/** The comment on a project's preview. `preview` is the JSON that the CLI has printed. */
export async function commentOn(project: Project, preview: string, ...args: string[]) {
  await project.writeFile("preview.json", preview);
  const all = ["comment", "--preview", "preview.json", ...args];
  return (await ok(runIn(project, ...all))).stdout;
}

/** The conditions for `pulumi-email-marketing` without a project, and so without an engine. */
interface Where {
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The maximum size of a written file in blocks of 512 bytes, to simulate a full disk. */
  readonly mostBlocks?: number;
  /** The target of standard output if it can't be written: a full device, or a pipe whose reader has ended. */
  readonly stdout?: "/dev/full" | "closed pipe";
}

/** Runs `pulumi-email-marketing` in a folder, with only this environment. */
export function runAt(
  { folder, env = {}, mostBlocks, stdout }: Where,
  ...args: readonly string[]
): Promise<CommandResult> {
  // This module defers parts of the SDK that the command doesn't use, because loading them takes half of its time.
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

/** Runs `pulumi-email-marketing` in a folder, with the settings of an emulator in the environment. */
export function runWith(
  emulator: Pick<Emulator, "baseUrl" | "verifyUrl">,
  where: Where,
  ...args: readonly string[]
): Promise<CommandResult> {
  return runAt({ ...where, env: { ...environmentOf(emulator), ...where.env } }, ...args);
}
