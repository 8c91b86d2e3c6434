import { ok } from "../support/outcome";
import { until } from "../support/paused-step";
import type { Project, RunOptions } from "../support/stack";
import type { RunningStack } from "../support/stack/command";

/** Starts the update of a project that is to be killed or interrupted. */
export function startUp(project: Project, env: RunOptions["env"] = {}) {
  let printed = "";
  const onLine = (line: string) => {
    printed += `${line}\n`;
  };
  const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--color", "never"];
  const command = project.start(args, { env, onLine });
  /** Waits until it has printed these words. */
  const hasPrinted = (words: string) =>
    until(
      () => printed.includes(words),
      () => `"${words}" is printed:\n${printed}`,
    );
  return { command, printed: () => printed, hasPrinted };
}

/** Kills a command as a crash would, and waits for its end. */
export async function kill(command: RunningStack): Promise<void> {
  command.kill();
  await command.result;
}

/** What a user runs at once: the killed command holds the lock of a file backend. */
export async function upAtOnce(project: Project): Promise<void> {
  await ok(project.raw(["cancel", "--yes"]));
  await ok(project.up());
}
