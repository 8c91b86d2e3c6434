import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { atVersion, documents, fromNpm, withVersions } from "../../../tools/package/from-npm";

const repository = join(__dirname, "..", "..", "..");

describe("fromNpm", () => {
  it("installs the packages from npm, in place of the archives of a clone", () => {
    const document = [
      "# Title",
      "",
      "Until the packages are on npm, run `npm run pack` in this repository first.",
      "",
      "Then:",
      "",
      "    cp -r . ~/quickstart",
      "    cp ../../packed/*.tgz ~/quickstart",
      "    npm install ./*.tgz @pulumi/pulumi typescript@6",
      "    npx email-marketing-emulator --port 4010 > emulator.log &",
      "",
      "```sh",
      "npm run pack",
      "cp -r packed ~/acme",
      "cd ~/acme",
      "npm install --global ../../packed/*.tgz",
      "npm install --save-dev ./email-marketing-emulator-*.tgz    # elsewhere",
      "npm install ./*.tgz",
      "```",
      "",
      "Or run `npx ./email-marketing-emulator-*.tgz`.",
      "",
    ].join("\n");
    const released = [
      "# Title",
      "",
      "Then:",
      "",
      "    cp -r . ~/quickstart",
      "    npm install pulumi-email-marketing email-marketing-emulator @pulumi/pulumi typescript@6",
      "    npx email-marketing-emulator --port 4010 > emulator.log &",
      "",
      "```sh",
      "mkdir ~/acme",
      "cd ~/acme",
      "npm install --global pulumi-email-marketing email-marketing-emulator",
      "npm install --save-dev email-marketing-emulator    # elsewhere",
      "npm install pulumi-email-marketing@latest email-marketing-emulator@latest",
      "```",
      "",
      "Or run `npx email-marketing-emulator`.",
      "",
    ].join("\n");
    expect(fromNpm(document)).to.equal(released);
    expect(fromNpm(released)).to.equal(released);
  });

  it("gives a template the versions of the release", () => {
    const file = '{ "a": "file:a-0.1.0.tgz", "b": "^0.1.0", "c": "^1.0.0" }';
    const versions = { a: "0.2.0", b: "0.3.0" };
    expect(withVersions(file, versions)).to.equal(
      '{ "a": "^0.2.0", "b": "^0.3.0", "c": "^1.0.0" }',
    );
  });
});

describe("atVersion", () => {
  it("gives commands and projects the version of the release, and nothing else", () => {
    const file = [
      "pulumi plugin install resource emailmarketing 0.1.0 --server github://api.github.com/a/b",
      "	github.com/a/b/sdk/go v0.1.0",
      "	github.com/pulumi/pulumi/sdk/v3 v3.259.0",
      "<artifactId>emailmarketing</artifactId>",
      "<version>0.1.0</version>",
      "<version>1.0.0</version>",
    ];
    expect(atVersion(file.join("\n"), "0.2.0").split("\n")).to.deep.equal([
      "pulumi plugin install resource emailmarketing 0.2.0 --server github://api.github.com/a/b",
      "	github.com/a/b/sdk/go v0.2.0",
      "	github.com/pulumi/pulumi/sdk/v3 v3.259.0",
      "<artifactId>emailmarketing</artifactId>",
      "<version>0.2.0</version>",
      "<version>1.0.0</version>",
    ]);
  });
});

describe("the documents", () => {
  const names = ["pulumi-email-marketing", "email-marketing-emulator"];
  const installs = (text: string) => text.match(/\bnpm install [^`#\n]*/g) ?? [];
  const wordsOf = (command: string) => command.trim().split(/\s+/);
  const isFromNpm = (command: string) =>
    wordsOf(command).some((word) => names.includes(word.replace(/@latest$/, "")));

  async function texts(): Promise<Map<string, string>> {
    const paths = await documents(repository);
    return new Map(paths.map((path) => [path, readFileSync(join(repository, path), "utf8")]));
  }

  it("install the packages everywhere from archives, or everywhere from npm", async () => {
    const all = [...(await texts()).values()];
    const fromArchives = all.flatMap(installs).filter((command) => command.includes(".tgz"));
    const named = all.flatMap(installs).filter(isFromNpm);
    expect(fromArchives.length + named.length).to.equal(14);
    expect(fromArchives.length === 0 ? [] : named).to.deep.equal([]);
  });

  it("install everything from npm after a release", async () => {
    const released = [...(await texts()).values()].map(fromNpm);
    expect(released.flatMap(installs).filter(isFromNpm)).to.have.length(14);
    const isLeft = /\.tgz|npm run pack|\bpacked\/|until the packages are/i;
    expect(released.filter((text) => isLeft.test(text))).to.deep.equal([]);
  });

  it("install the newest SDK that fits the Node.js of the reader", async () => {
    const pinned = [...(await texts())].filter(([, text]) =>
      installs(text).some((command) => command.includes("@pulumi/pulumi@")),
    );
    expect(pinned.map(([path]) => path)).to.deep.equal([]);
  });
});
