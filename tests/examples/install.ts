import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runAs } from "../../tools/example/newcomer";
import { packedFolder } from "../../tools/package/pack";
import { useScratch } from "../support/scratch";
import { sharedEngine } from "../support/stack";
import { packedOnce } from "./packed";

const page = join(__dirname, "..", "..", "docs", "installation-configuration.md");

// Other tests run the other pages as a whole.
describe("the install commands of the Registry page", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);

  it("succeed in a folder that has the packages built from this repository", async () => {
    const engine = await sharedEngine();
    await packedOnce();
    const text = await readFile(page, "utf8");
    const commands = text.match(/\b(?:npm install|npx) [^`#\n]*\.tgz[^`#\n]*/g) ?? [];
    expect(commands).to.have.length(3);
    for (const [index, command] of commands.entries()) {
      const project = join(scratch(), String(index));
      await cp(packedFolder, project, { recursive: true });
      await writeFile(join(project, "package.json"), "{}");
      // Answer npx's question with `--yes`, and use `--help` so that the command ends by itself.
      const script = command.replace(/^npx (.*)$/, "npx --yes $1 --help");
      const { exitCode, output } = await runAs({ engine, home: scratch() }, script, project);
      expect(exitCode, `${command}\n${output}`).to.equal(0);
    }
  });
});
