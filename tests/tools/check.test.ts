import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

const check = (...names: string[]) =>
  runCommand("npm", ["run", "--silent", "check", "--", ...names], { cwd: process.cwd() });

describe("npm run check", function () {
  this.timeout(120_000);

  it("runs a named step alone, and prints its time", async () => {
    const { exitCode, stdout } = await check("layers");
    expect(stdout).to.match(/^(ok {4}|FAILED) {2}layers {4}[\d.]+ s\n$/);
    expect(exitCode).to.equal(stdout.startsWith("ok") ? 0 : 1);
  });

  it("lists the steps where a name is unknown", async () => {
    const { exitCode, stderr } = await check("layer");
    expect(exitCode).to.equal(1);
    expect(stderr).to.match(/Unknown step: layer\. Steps: lint, format, types, layers, /);
  });
});
