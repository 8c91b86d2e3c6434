import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";

const unfinished = join(__dirname, "..", "..", "provider", "program", "program");

/** What a process leaves behind that runs these statements: its exit status, and what it says of an error. */
function ended(statements: string): Promise<readonly [status: number, said: string]> {
  const script = `
const { toItsEnd } = require(${JSON.stringify(unfinished)});
const never = () => new Promise(() => {});
const later = () => new Promise((resolve) => setTimeout(resolve, 10));
process.on("unhandledRejection", ({ message }) => console.log(message));
${statements}`;
  return new Promise((resolve) => {
    const child = execFile(
      ...([process.execPath, ["--import", "tsx", "--eval", script]] as const),
      (_error, stdout, stderr) => resolve([child.exitCode ?? -1, (stdout + stderr).trim()]),
    );
  });
}

describe("toItsEnd", () => {
  for (const [what, statements, ...outcome] of [
    ["one step that never ends", 'toItsEnd("A.", never);', 1, "A."],
    [
      "several, each sentence once",
      '["A.", "B.", "A."].map((one) => toItsEnd(one, never));',
      1,
      "A.\nB.",
    ],
    ["one of two that ends", 'toItsEnd("A.", later); toItsEnd("B.", never);', 1, "B."],
    ["a status that is set", 'process.exitCode = 3; toItsEnd("A.", never);', 3, "A."],
    ["a step that ends", 'toItsEnd("A.", later);', 0, ""],
    [
      "one that fails and is handled",
      'toItsEnd("A.", () => Promise.reject(new Error())).catch(() => {});',
      0,
      "",
    ],
    [
      "an end of the program's own",
      'toItsEnd("A.", never); setTimeout(() => process.exit(0), 10);',
      0,
      "",
    ],
    ["a script without a step", "", 0, ""],
    [
      "an error that was shown, whose program may leave anything behind",
      'require("@pulumi/pulumi").log.error("No."); toItsEnd("A.", never);',
      32,
      "error: [runtime] No.",
    ],
    [
      "an engine that has ended",
      'require("@pulumi/pulumi").runtime.terminateRpcs(); toItsEnd("A.", never);',
      32,
      "",
    ],
  ] as const) {
    it(`leaves ${outcome[0]} behind for ${what}`, async () => {
      expect(await ended(statements)).to.deep.equal(outcome);
    });
  }
});
