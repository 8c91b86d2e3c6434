import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { findOnPath } from "../../../tools/engine/on-path";
import { minimumCliVersion } from "../../../tools/engine/version";
import { useScratch } from "../../support/scratch";

describe("findOnPath", function () {
  const scratch = useScratch(this);
  const { PATH } = process.env;
  const { error } = console;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    console.error = (sentence: string) => said.push(sentence);
    process.env.PATH = [scratch(), PATH].join(delimiter);
  });
  afterEach(() => {
    console.error = error;
    process.env.PATH = PATH;
  });

  const put = async (name: string, version = "") => {
    const file = join(scratch(), name);
    await writeFile(file, `#!/bin/sh\necho ${version}\n`);
    await chmod(file, 0o755);
  };
  const [cli, host, dynamic] = [
    "pulumi",
    "pulumi-language-nodejs",
    "pulumi-resource-pulumi-nodejs",
  ] as const;

  for (const [title, there, missing] of [
    ["the host of Node.js", [dynamic], host],
    ["the host of dynamic providers", [host], dynamic],
    ["both", [], `${host} and no ${dynamic}`],
  ] as const) {
    it(`names the file that a CLI lacks: ${title}`, async () => {
      for (const name of there) await put(name);
      await put(cli, `v${minimumCliVersion}`);
      expect(await findOnPath()).to.equal(undefined);
      expect(said).to.deep.equal([
        `${join(scratch(), cli)} has no ${missing} beside it, so it is not used`,
      ]);
    });
  }

  it("gives a CLI that has both beside it", async () => {
    for (const name of [cli, host, dynamic]) await put(name, `v${minimumCliVersion}`);
    expect(await findOnPath()).to.include({ dir: scratch(), version: minimumCliVersion });
    expect(said).to.deep.equal([]);
  });

  it("says which version one must have", async () => {
    await put(cli, "v3.1.0");
    expect(await findOnPath()).to.equal(undefined);
    expect(said).to.deep.equal([
      `${join(scratch(), cli)} is 3.1.0; version 3.254.0 or later is required, so it is not used`,
    ]);
  });
});
