import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const module = join(__dirname, "..", "..", "provider", "plain", "async");

/** Runs only this statement in a new process. Returns what the process prints. */
async function printed(statement: string): Promise<string> {
  const script = `const { withTimeout } = require(${JSON.stringify(module)});
const never = () => new Promise(() => {});
${statement}.then(console.log, ({ code }) => console.log(code));`;
  const args = ["--import", "tsx", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 45_000 });
  return stdout.trim();
}

describe("withTimeout", () => {
  for (const [what, statement, said] of [
    ["keeps the process alive until the time limit", "withTimeout(50, never)", "ETIMEDOUT"],
    [
      "lets the process exit once the operation has succeeded",
      'withTimeout(90_000, async () => "done")',
      "done",
    ],
    [
      "lets the process exit once the operation has failed",
      "withTimeout(90_000, async () => { throw { code: 1 }; })",
      "1",
    ],
    [
      "aborts the operation at the time limit",
      "withTimeout(50, (signal) => new Promise((resolve) => signal.onabort = () => console.log(signal.reason.code)))",
      "ETIMEDOUT\nETIMEDOUT",
    ],
  ] as const) {
    it(what, async () => {
      expect(await printed(statement)).to.equal(said);
    });
  }
});
