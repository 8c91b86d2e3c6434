import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import { type CommandResult, startCommand } from "../../tools/engine/command";
import { environmentOf } from "./service";
import type { Project, StackResult } from "./stack";

const script = join(__dirname, "..", "..", "provider", "bin", "pulumi-email-marketing.js");

/** Runs `pulumi-email-marketing` in a project, beside the engine that the project has. */
export function runIn(project: Project, ...args: string[]): Promise<StackResult> {
  return project.raw([script, ...args], { executable: process.execPath });
}

/** Runs `pulumi-email-marketing` in a folder, where the environment has the only settings and there is no engine. */
export function runWith(
  emulator: Pick<Emulator, "baseUrl" | "verifyUrl">,
  { folder, env = {} }: { folder: string; env?: Readonly<Record<string, string>> },
  ...args: string[]
): Promise<CommandResult> {
  // As in a stack's processes: what the SDK loads for others only is half of a command's time.
  const firstModule = join(__dirname, "program-process.cjs");
  const command = ["--require", firstModule, script, ...args];
  const settings = { ...environmentOf(emulator), ...env };
  return startCommand(process.execPath, command, { cwd: folder, env: settings }).result;
}
