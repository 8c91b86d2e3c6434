import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const module = join(__dirname, "..", "..", "provider", "errors", "request-end");

/** What a process prints that runs this, and nothing beside it. */
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
    ["keeps the process until its end", "withTimeout(50, never)", "ETIMEDOUT"],
    ["lets the process go with what it does", 'withTimeout(90_000, async () => "done")', "done"],
    ["lets it go with what fails", "withTimeout(90_000, async () => { throw { code: 1 }; })", "1"],
    [
      "aborts what it ends",
      "withTimeout(50, (signal) => new Promise((resolve) => signal.onabort = () => console.log(signal.reason.code)))",
      "ETIMEDOUT\nETIMEDOUT",
    ],
  ] as const) {
    it(what, async () => {
      expect(await printed(statement)).to.equal(said);
    });
  }
});
