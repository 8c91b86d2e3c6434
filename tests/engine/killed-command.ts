import { expect } from "chai";
import type { Project } from "../support/stack";
import type { RunningStack } from "../support/stack/command";

/** Kills a command as a crash would, and waits for its end. */
export async function kill(command: RunningStack): Promise<void> {
  command.kill();
  await command.result;
}

/** What a user runs at once: the killed command holds the lock of a file backend. */
export async function upAtOnce(project: Project): Promise<void> {
  const cancel = await project.raw(["cancel", "--yes"]);
  expect(cancel.exitCode, cancel.output).to.equal(0);
  const up = await project.up();
  expect(up.exitCode, up.output).to.equal(0);
}
