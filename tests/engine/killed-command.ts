import { ok } from "../support/outcome";
import { until } from "../support/paused-step";
import type { Project, RunOptions } from "../support/stack";
import type { RunningStack } from "../support/stack/command";

/** Starts an update that a test will kill or interrupt. */
export function startUp(project: Project, env: RunOptions["env"] = {}) {
  let printed = "";
  const onLine = (line: string) => {
    printed += `${line}\n`;
  };
  const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--color", "never"];
  const command = project.start(args, { env, onLine });
  /** Waits until the command has printed this text. */
  const hasPrinted = (words: string) =>
    until(
      () => printed.includes(words),
      () => `"${words}" is printed:\n${printed}`,
    );
  return { command, printed: () => printed, hasPrinted };
}

/** Kills a command like a crash, and waits for its end. */
export async function kill(command: RunningStack): Promise<void> {
  command.kill();
  await command.result;
}

/** Runs `cancel` and `up`, like a user after a crash. The killed command still holds the lock of the file backend. */
export async function upAtOnce(project: Project): Promise<void> {
  await ok(project.raw(["cancel", "--yes"]));
  await ok(project.up());
}
