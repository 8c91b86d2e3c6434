import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { bundledPackages, noticesOf } from "../../../tools/package/notices";
import { useScratch } from "../../support/scratch";

const root = join(__dirname, "..", "..", "..");

/** The report of esbuild about a bundle with a file of each package. */
function metafileOf(...names: readonly string[]) {
  const inputs = names.map((name) => [`node_modules/${name}/index.js`, { bytesInOutput: 9 }]);
  const output = { bytes: 9, imports: [], exports: [], inputs: Object.fromEntries(inputs) };
  return { inputs: {}, outputs: { "bundle.js": output } };
}

describe("the collection of package licenses", function () {
  const folder = useScratch(this);

  async function install(name: string, manifest: object, files: Readonly<Record<string, string>>) {
    const own = join(folder(), "node_modules", name);
    await mkdir(own, { recursive: true });
    await writeFile(
      join(own, "package.json"),
      JSON.stringify({ name, version: "1.2.3", ...manifest }),
    );
    for (const [file, text] of Object.entries(files)) await writeFile(join(own, file), text);
  }

  it("returns each license text from LICENSE.md or from the README", async () => {
    await install("@acme/one", { license: "MIT" }, { "LICENSE.md": "Copyright one\n" });
    const readme = "# two\n\nLicense\n-------\n\nCopyright two";
    await install("two", { license: "(BSD-3-Clause AND Apache-2.0)" }, { "README.md": readme });
    const packages = bundledPackages(folder(), metafileOf("@acme/one", "two"));
    expect(noticesOf(packages)).to.equal(
      [
        "This package contains code of the following packages, under their licenses.\n",
        "@acme/one 1.2.3 (MIT)\n---------------------\n\nCopyright one\n",
        "two 1.2.3 ((BSD-3-Clause AND Apache-2.0))\n-----------------------------------------\n\nCopyright two\n",
      ].join("\n\n"),
    );
  });

  it("returns another package's license from the same repository if a package has none", async () => {
    const repository = { url: "https://github.com/acme/agents.git" };
    await install("agent", { license: "MIT", repository }, { LICENSE: "Copyright Acme" });
    await install("plugin", { license: "MIT", repository }, {});
    const texts = bundledPackages(folder(), metafileOf("plugin", "agent")).map(({ text }) => text);
    expect(texts).to.deep.equal(["Copyright Acme", "Copyright Acme"]);
  });

  it("fails if a package has no license text", async () => {
    await install("bare", { license: "MIT" }, { "README.md": "# bare" });
    expect(() => bundledPackages(folder(), metafileOf("bare"))).to.throw(
      "bare has no license file",
    );
  });

  it("fails if a package has a license that forbids bundling", async () => {
    await install("strict", { license: "GPL-3.0" }, { LICENSE: "GPL" });
    expect(() => bundledPackages(folder(), metafileOf("strict"))).to.throw(
      'strict: the license "GPL-3.0" is none of 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT',
    );
  });

  it("lists bundled packages such as luxon in THIRD-PARTY-NOTICES", async () => {
    const notices = await readFile(join(root, "provider", "THIRD-PARTY-NOTICES"), "utf8");
    for (const name of ["@grpc/grpc-js", "google-protobuf", "luxon", "commander", "ajv", "yaml"]) {
      expect(notices).to.match(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
    }
  });
});
