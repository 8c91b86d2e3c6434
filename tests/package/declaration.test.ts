import { readFileSync } from "node:fs";
import { join } from "node:path";
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

describe("the published TypeScript declarations", function () {
  this.timeout(30_000);

  for (const name of ["provider", "emulator"]) {
    it(`of the ${name} are a single file without relative imports`, async () => {
      const folder = join(repository, name);
      const published = await publishedBy(folder);
      expect(published.filter((path) => path.endsWith(".d.ts"))).to.deep.equal(["dist/types.d.ts"]);
      const text = readFileSync(join(folder, "dist", "types.d.ts"), "utf8");
      const imported = [...text.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)];
      expect(
        imported.map(([, path]) => path).filter((path) => path?.startsWith(".")),
      ).to.deep.equal([]);
    });
  }
});
