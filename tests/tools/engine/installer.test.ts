import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { installOfficially } from "../../../tools/engine/installer";
import { useScratch } from "../../support/scratch";
import { recorded } from "../engine-fixture";

describe("installOfficially", function () {
  const scratch = useScratch(this);

  /** Has a script play the installer: `root` and `version` are its arguments. */
  async function install(source: string, limits: { connectMs?: number; totalMs?: number } = {}) {
    const script = join(scratch(), "installer.cjs");
    const { lines, progress } = recorded();
    const prelude = `const fs = require("node:fs"); const [root, version] = process.argv.slice(2);`;
    await writeFile(script, `${prelude}\n${source}`);
    const options = { script, connectMs: 60_000, totalMs: 60_000, ...limits };
    const cache = join(scratch(), "cache");
    const engine = await installOfficially(cache, progress, options);
    return { engine, cache, lastLine: lines.at(-1), left: await readdir(cache) };
  }

  const tellConnected = `process.send({ state: "connected" });`;
  const layAll = `
    fs.mkdirSync(root + "/bin");
    for (const name of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) {
      fs.writeFileSync(root + "/bin/" + name, version, { mode: 0o755 });
    }`;
  const tellInstalled = `process.send({ state: "installed" });`;
  const stay = `setInterval(() => {}, 1000);`;

  it("gives what was installed, from the cache", async () => {
    const { engine, cache } = await install(tellConnected + layAll + tellInstalled);
    expect(engine?.source).to.equal("installer");
    expect(engine?.version).to.equal("3.259.0");
    expect(engine?.dir.startsWith(`${cache}/installed-3.259.0-`)).to.equal(true);
    expect(await readFile(engine?.pulumi ?? "", "utf8")).to.equal("3.259.0");
  });

  it("gives up without a connection, says why, and leaves nothing behind", async () => {
    const { engine, lastLine, left } = await install(stay, { connectMs: 50 });
    expect(engine).to.equal(undefined);
    expect(lastLine).to.equal("The installer failed: no connection within 0.05 s");
    expect(left).to.deep.equal([]);
  });

  it("gives up when it is connected and takes too long all the same", async () => {
    const { engine, lastLine, left } = await install(tellConnected + stay, { totalMs: 500 });
    expect(engine).to.equal(undefined);
    expect(lastLine).to.equal("The installer failed: not done within 0.5 s");
    expect(left).to.deep.equal([]);
  });

  it("passes on the reason of an installer that fails", async () => {
    const { lastLine } = await install(`process.send({ state: "failed", reason: "404" });${stay}`);
    expect(lastLine).to.equal("The installer failed: 404");
  });

  it("notices an installer that ends without a word", async () => {
    const { lastLine } = await install("process.exit(3);");
    expect(lastLine).to.equal("The installer failed: it ended with status 3");
  });

  it("does not take half an engine for one", async () => {
    const half = `fs.mkdirSync(root + "/bin");`;
    const { engine, lastLine, left } = await install(half + tellInstalled);
    expect(engine).to.equal(undefined);
    expect(lastLine).to.contain("some executables of Pulumi 3.259.0 are missing");
    expect(left).to.deep.equal([]);
  });
});
