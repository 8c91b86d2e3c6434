import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { environmentFolder, findSchemathesis } from "../../../tools/fuzz/environment";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";
import { recorded, silent } from "../engine-fixture";
import { layScript } from "../script";

describe("environmentFolder", () => {
  it("is in the XDG cache directory, and named by the release", () => {
    const folder = environmentFolder({ XDG_CACHE_HOME: "/var/cache/me" });
    expect(folder).to.equal("/var/cache/me/pulumi-email-marketing/schemathesis-4.32.5");
  });
});

describe("findSchemathesis", function () {
  const scratch = useScratch(this);
  const searchPath = process.env.PATH;
  const folder = () => join(scratch(), "cache", "environment");

  afterEach(() => {
    process.env.PATH = searchPath;
  });

  /** In place of Python: it tells a version, and makes an environment whose pip is the given script. */
  async function layPython(version: string, pip: string) {
    const pipFile = join(scratch(), "pip");
    await layScript(pipFile, pip);
    await layScript(
      join(scratch(), "python3"),
      `[ "$1" = -c ] && { echo "${version}"; exit; }\nmkdir -p "$3/bin" && cp "${pipFile}" "$3/bin/pip"`,
    );
    process.env.PATH = `${scratch()}${delimiter}${searchPath}`;
  }

  const install =
    'printf "#!/bin/sh\\necho $5\\n" > "$(dirname "$0")/schemathesis" && chmod 755 "$(dirname "$0")/schemathesis"';

  it("makes the environment once", async () => {
    await layPython("3 12", install);
    const { lines, progress } = recorded();
    const executable = await findSchemathesis(folder(), progress);
    expect(executable).to.equal(join(folder(), "bin", "schemathesis"));
    expect(lines[0]).to.equal("Installing schemathesis 4.32.5 (a minute, once) ...");

    process.env.PATH = scratch();
    await layScript(join(scratch(), "python3"), "exit 1");
    expect(await findSchemathesis(folder(), silent)).to.equal(executable);
  });

  it("makes half an environment anew", async () => {
    await mkdir(join(folder(), "bin"), { recursive: true });
    await layScript(join(folder(), "bin", "schemathesis"), "exit 127");
    await layPython("3 12", install);
    const { lines, progress } = recorded();
    await findSchemathesis(folder(), progress);
    expect(lines).to.have.length(2);
  });

  it("names the way out when there is no Python", async () => {
    process.env.PATH = scratch();
    expect(await rejection(findSchemathesis(folder(), silent))).to.equal(
      "python3 was not found; schemathesis, the tool that generates the requests, needs it. Install Python 3.10 or " +
        "later with venv and pip (https://www.python.org/downloads), put it on the PATH, and try again.",
    );
  });

  it("names the way out when Python is too old", async () => {
    await layPython("3 9", install);
    expect(await rejection(findSchemathesis(folder(), silent))).to.equal(
      "python3 is 3.9, which is too old for schemathesis, the tool that generates the requests. Install Python 3.10 or " +
        "later with venv and pip (https://www.python.org/downloads), put it on the PATH, and try again.",
    );
  });

  it("shows the last output of pip when it fails", async () => {
    await layPython("3 12", 'echo "no such release" >&2; exit 1');
    expect(await rejection(findSchemathesis(folder(), silent))).to.equal(
      "Installing schemathesis 4.32.5 failed. The last output of pip:\nno such release",
    );
  });
});
