import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { startCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";

const repository = join(__dirname, "..", "..");

describe("the benchmark", function () {
  this.timeout(120_000);
  const scratch = useScratch(this);

  it("measures the pages of show alone without looking for an engine", async () => {
    const tools = join(scratch(), "tools");
    const asked = join(scratch(), "asked");
    await mkdir(tools);
    await writeFile(join(tools, "pulumi"), `#!/bin/sh\ntouch "${asked}"\nexit 1\n`, {
      mode: 0o755,
    });
    const env = { ...process.env, PATH: [tools, process.env.PATH].join(delimiter) };
    const command = ["--import", "tsx", "benchmarks/main.ts", "--only", "show"];
    const { result } = startCommand(process.execPath, command, { cwd: repository, env });
    const { stdout, output, exitCode } = await result;
    expect(exitCode, output).to.equal(0);
    expect(stdout).to.include("`show` of 5 changed campaigns of 100 kB, given as files");
    expect(existsSync(asked)).to.equal(false);
  });
});
