import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { dailySample } from "../../tools/daily-sample";
import { type Example, examples } from "../../tools/example/list";
import { runAs } from "../../tools/example/newcomer";
import { commandsOf } from "../../tools/example/readme";
import { ok } from "../support/outcome";
import { makeRunnable } from "../support/runnable-script";
import { useScratch } from "../support/scratch";
import { type Deployment, sharedEngine } from "../support/stack";
import { packedOnce } from "./packed";

const repository = join(__dirname, "..", "..");
const folderOf = (...path: string[]) => join(repository, "examples", ...path);

const lastUp = /^ *pulumi up\b.*\n(?![\s\S]*^ *pulumi up\b)/m;

/** Runs the commands of each README in its own folder, with an empty home. */
describe("the README of an example", function () {
  this.timeout(600_000);
  const scratch = useScratch(this);

  this.beforeAll("packs the packages", () => packedOnce());

  async function follow(example: Example) {
    const { folder, program = folder, expected, kinds, after = "" } = example;
    const home = join(scratch(), folder);
    const backend = join(home, "backend");
    const exported = join(home, "exported.json");
    await mkdir(backend, { recursive: true });
    const commands = commandsOf(await readFile(folderOf(folder, "README.md"), "utf8"));
    expect(commands).to.not.equal("");
    const settings = `export PULUMI_BACKEND_URL=file://${backend} PULUMI_CONFIG_PASSPHRASE=secret\n`;
    const look = `pulumi preview --expect-no-changes\npulumi stack export --file ${exported}\necho looked at\n`;
    const whole = (commands + after).replace(lastUp, `$&${kinds ? look : ""}`);
    const script = settings + (await makeRunnable(whole));
    const engine = await sharedEngine();
    const { output } = await ok(runAs({ engine, home }, script, folderOf(folder)));
    for (const part of expected) expect(output).to.include(part);
    expect(output).to.not.include("EBADENGINE");
    if (!example.isYaml)
      await readFile(join(home, program, "node_modules/typescript/package.json"));
    if (!kinds) return;
    expect(output.split("looked at\n")[0]).to.not.match(/\bwarning:/);
    expectStack(await readFile(exported, "utf8"), example);
  }

  for (const example of dailySample(examples, 4)) {
    it(`leads to the described result if a reader runs all commands of ${example.folder}`, () =>
      follow(example));
  }

  it("has a test if the example is a Pulumi project", () => {
    const programs = readdirSync(folderOf()).filter((name) =>
      existsSync(folderOf(name, "Pulumi.yaml")),
    );
    expect(examples.map(({ folder }) => folder)).to.include.members(programs);
  });
});

/** Fails if a stack differs from the expected result of an example. */
function expectStack(exported: string, { kinds, outputs = {} }: Example): void {
  const { deployment } = JSON.parse(exported) as { readonly deployment: Deployment };
  const { resources = [] } = deployment;
  const own = resources.filter(({ type }) => type.includes("/emailmarketing:"));
  const made = own.map(({ type, protect }) => `${type.split(":").at(-1)}${protect ? "!" : ""}`);
  expect(made.sort()).to.deep.equal(kinds);
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  expect(stack?.outputs ?? {}).to.deep.include(outputs);
}
