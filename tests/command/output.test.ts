import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { runWith } from "../support/command";
import { useScratch } from "../support/scratch";
import { useEmulator } from "../support/service";

const script = join(__dirname, "..", "..", "provider", "bin", "pulumi-email-marketing.js");

describe("pulumi-email-marketing", function () {
  const emulator = useEmulator(this);
  const scratch = useScratch(this);
  const commands = [["--help"], ["import", "--help"], ["comment", "--preview", "preview.json"]];
  for (const command of commands) {
    it(`ends in a sentence where the output of ${command.join(" ")} finds no room`, async () => {
      await writeFile(join(scratch(), "preview.json"), '{"steps":[{"op":"same"}]}');
      const { exitCode, stderr } = await runWith(
        emulator(),
        { folder: scratch(), stdout: "/dev/full" },
        ...command,
      );
      expect([exitCode, stderr]).to.deep.equal([
        1,
        "error: can't write to standard output (ENOSPC).\n",
      ]);
    });
  }

  it("ends in a sentence where nobody reads its output any more", async () => {
    const child = spawn(process.execPath, [script, "--help"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([exitCode, said]).to.deep.equal([1, "error: can't write to standard output (EPIPE).\n"]);
  });

  for (const command of ["import", "drift", "doctor"]) {
    it(`names the folder of ${command} --cwd that does not exist`, async () => {
      await writeFile(join(scratch(), "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
      const where = { folder: scratch() };
      const ended = await runWith(emulator(), where, command, "--cwd", "not-there");
      const { exitCode, stdout, stderr } = ended;
      expect([exitCode, stdout, stderr]).to.deep.equal([
        1,
        "",
        "error: option '-C, --cwd <folder>' argument 'not-there' is invalid. The folder does not exist.\n",
      ]);
    });
  }
});
