import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

const script = join(__dirname, "..", "..", "tools", "test.ts");

describe("npm test", () => {
  let folder = "";
  beforeEach("makes a place for what it runs", async () => {
    folder = await mkdtemp(join(tmpdir(), "email-marketing-test-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs it with scripts in place of its two commands, the second of which waits for the first. */
  async function run({ tests = "exit 0", checks = "exit 0" }) {
    const done = join(folder, "done");
    const scripts = {
      mocha: `echo "3 passed, 0 failed"; touch ${done}; ${tests}`,
      tsx: `until test -e ${done}; do sleep 0.01; done; echo "ok lint"; ${checks}`,
    };
    for (const [name, text] of Object.entries(scripts)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`);
      await chmod(join(folder, name), 0o755);
    }
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
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
