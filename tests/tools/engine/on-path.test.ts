import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { findOnPath } from "../../../tools/engine/on-path";
import { minimumCliVersion } from "../../../tools/engine/version";
import { useScratch } from "../../support/scratch";

describe("the search for the Pulumi CLI", function () {
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

  for (const [there, version, says] of [
    [[dynamic], minimumCliVersion, `has no ${host} beside it`],
    [[host], minimumCliVersion, `has no ${dynamic} beside it`],
    [[], minimumCliVersion, `has no ${host} and no ${dynamic} beside it`],
    [[host, dynamic], "3.1.0", "is 3.1.0; version 3.254.0 or later is required"],
  ] as const) {
    it(`skips a CLI if the CLI ${says.replace("; version", ", because")}`, async () => {
      for (const name of there) await put(name);
      await put(cli, `v${version}`);
      expect(await findOnPath()).to.equal(undefined);
      expect(said).to.deep.equal([`${join(scratch(), cli)} ${says}, so it is not used`]);
    });
  }

  it("finds a CLI that has the minimum version and both Node.js plugins beside it", async () => {
    for (const name of [cli, host, dynamic]) await put(name, `v${minimumCliVersion}`);
    expect(await findOnPath()).to.include({ dir: scratch(), version: minimumCliVersion });
    expect(said).to.deep.equal([]);
  });
});
