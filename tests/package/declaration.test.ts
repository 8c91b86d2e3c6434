import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

const repository = join(__dirname, "..", "..");

/** The files that a package publishes. */
async function publishedBy(folder: string): Promise<string[]> {
  const args = ["pack", "--dry-run", "--json", "--loglevel=error"];
  const { stdout } = await runCommand("npm", args, { cwd: folder });
  const [packed] = Object.values(
    JSON.parse(stdout) as Record<string, { files: { path: string }[] }>,
  );
  return packed?.files.map(({ path }) => path) ?? [];
}

/** A declaration, and all that it needs. */
function withNeeded(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)) {
    withNeeded(require.resolve(join(dirname(file), path)).replace(/\.js$/, ".d.ts"), known);
  }
  return known;
}

describe("the declarations of the published packages", function () {
  this.timeout(30_000);

  for (const [name, entries] of [
    ["provider", ["index", "dynamic"]],
    ["emulator", ["index"]],
  ] as const) {
    it(`are all there that the entries of ${name} need, and none of private folders`, async () => {
      const folder = join(repository, name);
      const published = await publishedBy(folder);
      const needed = entries.flatMap((entry) => [
        ...withNeeded(join(folder, "dist", `${entry}.d.ts`)),
      ]);
      const missing = needed
        .map((file) => relative(folder, file).replaceAll("\\", "/"))
        .filter((path) => !published.includes(path));
      expect(missing).to.deep.equal([]);
      expect(published.filter((path) => /^dist\/mail\/.*\.d\.ts$/.test(path))).to.deep.equal([]);
    });
  }
});
