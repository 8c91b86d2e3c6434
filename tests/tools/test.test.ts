import { delimiter, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";
import { layScript } from "./script";

const script = join(__dirname, "..", "..", "tools", "test.ts");

describe("npm test", function () {
  const scratch = useScratch(this);

  /** Runs it with scripts in place of its two commands, the second of which waits for the first. */
  async function run({ tests = "exit 0", checks = "exit 0" }) {
    const done = join(scratch(), "done");
    const mocha = `echo "3 passed, 0 failed"; touch ${done}; ${tests}`;
    const tsx = `until test -e ${done}; do sleep 0.01; done; echo "ok lint"; ${checks}`;
    await layScript(join(scratch(), "mocha"), mocha);
    await layScript(join(scratch(), "tsx"), tsx);
    const env = { ...process.env, PATH: [scratch(), process.env.PATH].join(delimiter) };
    return runCommand(process.execPath, ["--import", "tsx", script], { env });
  }

  it("runs the checks beside the tests, and ends with the sum of the tests", async () => {
    const { stdout, stderr, exitCode } = await run({});
    expect(stdout).to.equal("ok lint\n3 passed, 0 failed\n");
    expect(stderr).to.equal("");
    expect(exitCode).to.equal(0);
  });

  it("fails where a test or a check fails, and says which if it can't be seen at the end", async () => {
    expect((await run({ tests: "exit 2" })).exitCode).to.equal(1);
    const { stdout, stderr, exitCode } = await run({ checks: "exit 1" });
    expect(stdout.endsWith("3 passed, 0 failed\n")).to.equal(true);
    expect(stderr).to.equal("npm run check failed: see the lines before the tests.\n");
    expect(exitCode).to.equal(1);
  });
});
