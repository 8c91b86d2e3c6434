import { expect } from "chai";
import type { CommandResult } from "../../tools/engine/command";

/** Fails unless a command has failed with this message alone. `says` is the command's own text before the message. */
export function expectError(
  { exitCode, stdout, stderr }: CommandResult,
  sentence: string,
  says = "",
): void {
  const expected = { exitCode: 1, stdout: "", stderr: `${says}error: ${sentence}\n` };
  expect({ exitCode, stdout, stderr }).to.deep.equal(expected);
}
