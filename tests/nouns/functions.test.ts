import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as exported from "pulumi-email-marketing";
import { functions } from "../../provider/nouns";
import { runCommand } from "../../tools/engine/command";

const root = join(__dirname, "..", "..");
const folder = join(root, "provider", "nouns");

/** Loads the built files that it is given, and prints all that the process has loaded by then. */
const script = `
for (const file of process.argv.slice(1)) require(file);
console.log(JSON.stringify(Object.keys(require.cache)));
`;

describe("the data sources", function () {
  this.timeout(30_000);

  it("load nothing of Pulumi's SDK, nor what runs in a program or a provider process", async () => {
    const names = readdirSync(folder)
      .filter((noun) => existsSync(join(folder, noun, "functions.ts")))
      .map((noun) => `${noun}/functions.js`);
    const built = names.map((name) => join(root, "provider", "dist", "nouns", name));
    expect(built).to.have.length.greaterThan(8);
    const { stdout, output } = await runCommand(process.execPath, ["-e", script, ...built], {
      cwd: root,
    });
    const loaded = (JSON.parse(stdout || "[]") as string[]).map((path) =>
      path.slice(root.length + 1).replaceAll("\\", "/"),
    );
    expect(loaded, output).to.include.members(names.map((name) => `provider/dist/nouns/${name}`));
    expect(
      loaded.filter((path) => /@pulumi|dist\/(program|provider-process)\//.test(path)),
    ).to.deep.equal([]);
  });

  it("are listed by the names of the functions that the package exports", () => {
    expect(Object.values(functions).map((load) => load().name)).to.deep.equal(
      Object.keys(functions),
    );
    const getters = Object.keys(exported).filter((name) => /^get/.test(name));
    const both = Object.keys(functions).flatMap((name) => [name, `${name}Output`]);
    expect(getters.sort()).to.deep.equal(both.sort());
  });
});
