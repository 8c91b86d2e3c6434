import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { drawn } from "../../tools/draw";
import { type Example, examples } from "../../tools/example/list";
import { runAs } from "../../tools/example/newcomer";
import { commandsOf } from "../../tools/example/readme";
import { runTool } from "../../tools/language/requirement";
import { useScratch } from "../support/scratch";
import { sharedEngine } from "../support/stack";
import { freePorts, standIn } from "../support/stand-in";

const repository = join(__dirname, "..", "..");

/** The commands of each README in its folder, in an empty home. */
describe("the README of an example", function () {
  this.timeout(600_000);
  const scratch = useScratch(this);

  this.beforeAll("packs the packages", async () => {
    await runTool("npm", ["run", "pack"], { cwd: repository });
  });

  async function follow({ folder, program = folder, expected, isTypeScript }: Example) {
    const home = join(scratch(), folder);
    const backend = join(home, "backend");
    await mkdir(backend, { recursive: true });
    const place = join(repository, "examples", folder);
    const commands = commandsOf(await readFile(join(place, "README.md"), "utf8"));
    expect(commands).to.not.equal("");
    const settings = `export PULUMI_BACKEND_URL=file://${backend} PULUMI_CONFIG_PASSPHRASE=secret\n`;
    const script = settings + standIn(commands, await freePorts(commands));
    const engine = await sharedEngine();
    const { exitCode, output } = await runAs({ engine, home }, script, place);
    expect(exitCode, output).to.equal(0);
    expect(output).to.include(expected).and.to.not.include("EBADENGINE");
    if (isTypeScript) await readFile(join(home, program, "node_modules/typescript/package.json"));
  }

  for (const example of drawn(examples, 3)) {
    it(`leads to what it says: ${example.folder}`, () => follow(example));
  }
});
