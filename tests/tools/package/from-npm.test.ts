import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { atVersion, documents, fromNpm } from "../../../tools/package/from-npm";

const repository = join(__dirname, "..", "..", "..");

describe("the command that inserts a release's version into documents", () => {
  it("changes only the version in install commands and project files", () => {
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

describe("the install commands in the documents", () => {
  const names = ["pulumi-email-marketing", "email-marketing-emulator", "@emailmarketing/pulumi"];
  const installs = (text: string) => text.match(/^ *npm install [^`#\n]*/gm) ?? [];
  const wordsOf = (command: string) => command.trim().split(/\s+/);
  const isFromNpm = (command: string) =>
    wordsOf(command).some((word) => names.includes(word.replace(/@latest$/, "")));

  async function texts(): Promise<Map<string, string>> {
    const paths = await documents(repository);
    return new Map(paths.map((path) => [path, readFileSync(join(repository, path), "utf8")]));
  }

  it("install either all packages from archives or all from npm, never a mixture", async () => {
    const all = [...(await texts()).values()];
    const fromArchives = all.flatMap(installs).filter((command) => command.includes(".tgz"));
    const named = all.flatMap(installs).filter(isFromNpm);
    expect(fromArchives.length + named.length).to.be.at.least(10);
    expect(fromArchives.length === 0 ? [] : named).to.deep.equal([]);
  });

  it("install all packages from npm after a release", async () => {
    const all = [...(await texts()).values()];
    const released = all.map(fromNpm);
    const isOurs = (command: string) => isFromNpm(command) || command.includes(".tgz");
    const count = all.flatMap(installs).filter(isOurs).length;
    expect(released.flatMap(installs).filter(isFromNpm)).to.have.length(count);
    const isLeft =
      /\.tgz|\.whl|=> \.\/sdk|temp\/release|npm run (?:pack|plugin|sdk -- (?!sources java))|\bpacked\/|until the packages are/i;
    expect(released.flatMap((text) => isLeft.exec(text)?.[0] ?? [])).to.deep.equal([]);
    // No registry has the Java SDK, so its commands stay.
    const built = "npm run sdk -- sources java\nmvn --file sdk/java/pom.xml install\n";
    const inJava = released.filter((text) => text.includes(built));
    expect(inJava).to.have.length(1);
  });

  it("install the SDK @pulumi/pulumi without a fixed version", async () => {
    const pinned = [...(await texts())].filter(([, text]) =>
      installs(text).some((command) => command.includes("@pulumi/pulumi@")),
    );
    expect(pinned.map(([path]) => path)).to.deep.equal([]);
  });
});
