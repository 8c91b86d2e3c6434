import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runAs } from "../../tools/example/newcomer";
import { documents } from "../../tools/package/from-npm";
import { packInto } from "../../tools/package/pack";
import { useScratch } from "../support/scratch";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");

/** What installs an archive that was copied into a project, by the document that says so. */
async function commands(): Promise<string[][]> {
  const pages = await documents(repository);
  // The first programs and the READMEs of the examples are followed as a whole.
  const whole = ["docs/guides/first-program", "examples/"];
  const others = pages.filter((page) => !whole.some((path) => page.startsWith(path)));
  const found = others.map(async (page) => {
    const text = await readFile(join(repository, page), "utf8");
    const lines = text.match(/\b(?:npm install|npx) [^`#\n]*\.tgz[^`#\n]*/g) ?? [];
    return lines.map((line) => [page, line.trim()]);
  });
  return (await Promise.all(found)).flat();
}

describe("the install commands of the other documents", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);

  it("work in a project with the archives of a clone", async () => {
    const engine = await sharedEngine();
    const archives = join(scratch(), "archives");
    await mkdir(archives);
    await packInto(archives);
    for (const [index, [page = "", command = ""]] of (await commands()).entries()) {
      const project = join(scratch(), String(index));
      await cp(archives, project, { recursive: true });
      await writeFile(join(project, "package.json"), "{}");
      // A person says yes, and what is started runs until Ctrl-C.
      const script = command.replace(/^npx (.*)$/, "npx --yes $1 --help");
      const newcomer = { engine, home: scratch() };
      const { exitCode, output } = await runAs(newcomer, script, project);
      expect(exitCode, `${page}: ${command}\n${output}`).to.equal(0);
    }
  });
});
