import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

const rules = join(process.cwd(), ".dependency-cruiser.cjs");

/** What the rules say of some files, each with the one that it imports, which don't lie in the repository. */
async function judged(imports: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    const config = join(folder, "rules.cjs");
    const { forbidden } = require(rules) as { readonly forbidden: readonly object[] };
    writeFileSync(config, `module.exports = ${JSON.stringify({ forbidden })};`);
    for (const [file, imported] of Object.entries(imports)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), imported === "" ? "" : `require("${imported}");\n`);
    }
    const command = join(process.cwd(), "node_modules", ".bin", "depcruise");
    const { stdout } = await runCommand(command, ["house", "--config", config], { cwd: folder });
    return [...stdout.matchAll(/error (\S+): (\S+) →\s+(\S+)/g)].map(
      ([, rule, from, to]) => `${rule}: ${from} -> ${to}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the rules of npm run check -- layers", function () {
  this.timeout(60_000);

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
