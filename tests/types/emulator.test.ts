import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";

const repository = join(__dirname, "..", "..");
const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");

describe("the emulator's types", function () {
  this.timeout(60_000);
  const scratch = useScratch(this);

  it("compile without those of Node.js", async () => {
    const program = `
import { startEmulator } from ${JSON.stringify(join(repository, "emulator", "dist", "index"))};
export const status = startEmulator({ onExchange: (exchange) => exchange.status });
`;
    const file = join(scratch(), "program.ts");
    await writeFile(file, program);
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2023,dom"];
    const { exitCode, output } = await runCommand(process.execPath, [tsc, ...flags, file], {
      cwd: scratch(),
    });
    expect(exitCode, output).to.equal(0);
  });
});
