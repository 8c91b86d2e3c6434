import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { kinds } from "../../provider/nouns";
import { runCommand } from "../../tools/engine/command";
import { nounOf } from "../../tools/reference/resource-model";

const repository = join(__dirname, "..", "..");

/** The registry itself, and the generated index of what a program imports. */
const lists = ["provider/nouns/index.ts", "provider/nouns/program.ts"];

/** So near to each other, names of kinds are a list. */
const [mostKinds, nearLines] = [2, 20];

/** Every way in which a line may name each kind: by the kind, its lifecycle or its folder. */
const names = Object.keys(kinds).map((kind) => {
  const lifecycle = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}Lifecycle`;
  return { kind, pattern: new RegExp(`\\b(${kind}|${lifecycle})\\b|(nouns|\\.)/${nounOf(kind)}/`) };
});

/** The first lines of a text that name more kinds than a file may that is about one of them. */
function listIn(text: string): string | undefined {
  const lines = text.split("\n");
  const named = lines.map((line) => names.filter(({ pattern }) => pattern.test(line)));
  for (const index of lines.keys()) {
    const near = new Set(named.slice(index, index + nearLines).flat());
    if (near.size > mostKinds) {
      return `line ${index + 1}: ${[...near].map(({ kind }) => kind).join(", ")}`;
    }
  }
  return undefined;
}

describe("the registry", () => {
  it("is the only list of kinds in the provider and the tools", async () => {
    const patterns = ["provider", "tools"].flatMap((folder) =>
      ["ts", "js", "cjs", "mjs", "go"].map((ending) => `${folder}/*.${ending}`),
    );
    const { stdout } = await runCommand("git", ["ls-files", ...patterns], { cwd: repository });
    const files = stdout.split("\n").filter((file) => existsSync(join(repository, file)));
    expect(files).to.include.members(["provider/engine/urn.ts", "tools/schema/package-schema.ts"]);
    const found = files
      .filter((file) => file.length > 0 && !lists.includes(file))
      .flatMap((file) => {
        const list = listIn(readFileSync(join(repository, file), "utf8"));
        return list === undefined ? [] : [`${file}, ${list}`];
      });
    expect(found).to.deep.equal([]);
  });

  it("is told from a file that names two kinds, or three far from each other", () => {
    const [sender, list] = ['kind === "Sender"', 'import { listLifecycle } from "../list";'];
    const gap = (empty: number) => Array.from({ length: empty }, () => "");
    const campaign = 'from "../nouns/campaign/resource"';
    expect(listIn([sender, list, "", sender].join("\n"))).to.equal(undefined);
    expect(listIn([sender, list, ...gap(18), campaign].join("\n"))).to.equal(undefined);
    expect(listIn(["", sender, list, ...gap(17), campaign].join("\n"))).to.equal(
      "line 2: Sender, List, Campaign",
    );
  });
});
