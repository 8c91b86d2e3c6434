import { rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { findOnPath } from "../../../tools/engine/on-path";
import { useScratch } from "../../support/scratch";
import { layEngine, recorded, silent } from "../engine-fixture";

describe("findOnPath", function () {
  const scratch = useScratch(this);
  it("takes the first Pulumi on PATH that is 3.254 or later", async () => {
    const dir = await layEngine(join(scratch(), "bin"), "v3.254.0");
    expect(await findOnPath(silent, ["/nowhere", dir].join(delimiter))).to.deep.equal({
      pulumi: join(dir, "pulumi"),
      dir,
      version: "3.254.0",
      source: "path",
    });
  });

  it("leaves an older one aside, and says so", async () => {
    const { lines, progress } = recorded();
    const dir = await layEngine(join(scratch(), "bin"), "v3.253.1");
    expect(await findOnPath(progress, dir)).to.equal(undefined);
    expect(lines).to.deep.equal([
      `${dir}/pulumi is 3.253.1; version 3.254.0 or later is required, so it is not used`,
    ]);
  });

  it("leaves one aside that prints no version", async () => {
    const { lines, progress } = recorded();
    const dir = await layEngine(join(scratch(), "bin"), "not Pulumi at all");
    expect(await findOnPath(progress, dir)).to.equal(undefined);
    expect(lines[0]).to.contain("doesn't print its version");
  });

  it("leaves one aside that has no language host beside it", async () => {
    const { lines, progress } = recorded();
    const dir = await layEngine(join(scratch(), "bin"), "v3.300.0");
    await rm(join(dir, "pulumi-language-nodejs"));
    expect(await findOnPath(progress, dir)).to.equal(undefined);
    expect(lines[0]).to.contain("has no Node.js language host beside it");
  });

  it("finds nothing on an empty PATH", async () => {
    expect(await findOnPath(silent, "")).to.equal(undefined);
  });
});
