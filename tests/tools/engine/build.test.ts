import { readdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { buildWithGo } from "../../../tools/engine/build";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";
import { silent } from "../engine-fixture";

describe("buildWithGo", function () {
  const scratch = useScratch(this);
  const searchPath = process.env.PATH;

  afterEach(() => {
    process.env.PATH = searchPath;
  });

  it("names the ways out when there is no Go", async () => {
    process.env.PATH = scratch();
    expect(await rejection(buildWithGo(scratch(), silent))).to.equal(
      "No Pulumi CLI was found, its installer can't be reached, and Go is not installed to build it. " +
        "Install Pulumi 3.254.0 or later (https://www.pulumi.com/docs/install) or Go 1.25 or later " +
        "(https://go.dev/doc/install), put it on the PATH, and try again.",
    );
  });

  it("shows the last output of Go when the build fails", async () => {
    const go = '#!/bin/sh\n[ "$1" = version ] || { echo "no space left on device" >&2; exit 1; }\n';
    await writeFile(join(scratch(), "go"), go, { mode: 0o755 });
    process.env.PATH = `${scratch()}${delimiter}${searchPath}`;
    expect(await rejection(buildWithGo(join(scratch(), "cache"), silent))).to.equal(
      "Building Pulumi 3.259.0 with Go failed. The last output of Go:\nno space left on device",
    );
  });

  it("lays what Go builds and the script of the SDK side by side", async () => {
    // In place of a compiler: an executable at the path that follows "-o".
    const go =
      '#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && { touch "$2"; chmod 755 "$2"; }; shift; done\n';
    await writeFile(join(scratch(), "go"), go, { mode: 0o755 });
    process.env.PATH = `${scratch()}${delimiter}${searchPath}`;
    const engine = await buildWithGo(join(scratch(), "cache"), silent);
    expect((await readdir(engine.dir)).sort()).to.deep.equal([
      "pulumi",
      "pulumi-language-nodejs",
      "pulumi-resource-pulumi-nodejs",
    ]);
  });
});
