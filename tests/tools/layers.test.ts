import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";

const rules = join(process.cwd(), ".dependency-cruiser.cjs");

describe("the rules of npm run check -- layers", function () {
  const scratch = useScratch(this);
  this.timeout(60_000);

  /** What the rules say of some files, each with the one that it imports, which don't lie in the repository. */
  async function judged(imports: Readonly<Record<string, string>>): Promise<string[]> {
    const config = join(scratch(), "rules.cjs");
    const { forbidden } = require(rules) as { readonly forbidden: readonly object[] };
    writeFileSync(config, `module.exports = ${JSON.stringify({ forbidden })};`);
    for (const [name, imported] of Object.entries(imports)) {
      const file = join(scratch(), name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, imported === "" ? "" : `require("${imported}");\n`);
    }
    const command = join(process.cwd(), "node_modules", ".bin", "depcruise");
    const { stdout } = await runCommand(command, ["house", "--config", config], { cwd: scratch() });
    return [...stdout.matchAll(/error (\S+): (\S+) →\s+(\S+)/g)].map(
      ([, rule, from, to]) => `${rule}: ${from} -> ${to}`,
    );
  }

  it("find a circle of folders where no two files need each other", async () => {
    const found = await judged({
      "house/hall/door.ts": "../yard/gate",
      "house/hall/lamp.ts": "",
      "house/yard/gate.ts": "",
      "house/yard/path.ts": "../hall/lamp",
    });
    expect(found).to.have.members([
      "no-cycles-of-folders: house/hall -> house/yard",
      "no-cycles-of-folders: house/yard -> house/hall",
    ]);
  });

  it("find a file that imports one from a folder around its own", async () => {
    const found = await judged({
      "house/index.ts": "./hall/wardrobe/hook",
      "house/key.ts": "",
      "house/hall/lamp.ts": "",
      "house/hall/wardrobe/hook.ts": "../../key",
      "house/hall/wardrobe/shelf.ts": "../lamp",
    });
    expect(found).to.have.members([
      "no-file-of-a-folder-above: house/hall/wardrobe/shelf.ts -> house/hall/lamp.ts",
      "no-file-of-a-folder-above: house/hall/wardrobe/hook.ts -> house/key.ts",
    ]);
  });
});
