import { ok } from "../support/outcome";
import type { Project } from "../support/stack";
import type { RunningStack } from "../support/stack/command";

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
