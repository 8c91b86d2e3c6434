import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runWith } from "../../support/command";
import { expectError } from "../../support/expect-error";
import { useScratch } from "../../support/scratch";
import { useEmulator } from "../../support/service";

const fromPreview = ["--preview", "preview.json"];
const fromState = ["--state", "state.json"];
const unfinished =
  "error: the command ended before it was done. Please report this, with the command and its output.\n";
/** Commands, each with its expected output on the standard error stream. */
const commands: readonly (readonly [command: readonly string[], says?: string])[] = [
  [["--help"]],
  [["import", "--help"]],
  [["import", ...fromState]],
  [["drift", ...fromState]],
  [["doctor"], "3 problems found: Pulumi CLI, project, stack config.\n"],
  [["comment", ...fromPreview]],
  [["show", ...fromPreview]],
];

describe("the command pulumi-email-marketing", function () {
  const emulator = useEmulator(this);
  const scratch = useScratch(this);

  /** Runs a command in a folder with files from which every command has something to print. */
  async function runTo(stdout: "/dev/full" | "closed pipe", command: readonly string[]) {
    const files = {
      "preview.json":
        '{"steps":[{"op":"same","urn":"urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod"}]}',
      "state.json": '{"version":3,"deployment":{"resources":[{}]}}',
    };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(scratch(), name), content);
    }
    return runWith(emulator(), { folder: scratch(), stdout }, ...command);
  }

  for (const [command, says = ""] of commands) {
    it(`ends with an error if the output can't be written (${command.join(" ")})`, async () => {
      const ended = await runTo("/dev/full", command);
      expectError(ended, "can't write to standard output (ENOSPC).", says);
    });

    it(`exits with status 141, without a write error, if the output pipe is closed (${command.join(" ")})`, async () => {
      const { exitCode, stderr } = await runTo("closed pipe", command);
      expect([exitCode, stderr]).to.deep.equal([141, says]);
    });
  }

  it("writes complete files even if the output pipe of import is closed", async () => {
    await runTo("closed pipe", ["import", ...fromState]);
    expect(await readdir(scratch())).to.include.members([
      "email-marketing.import.json",
      "email-marketing.ts",
    ]);
    const written = await readFile(join(scratch(), "email-marketing.import.json"), "utf8");
    expect(JSON.parse(written)).to.have.property("resources").with.length.above(0);
  });

  for (const command of [["import", ...fromState], ["doctor"]]) {
    it(`fails with "the command ended before it was done" if ${command[0]} waits for a promise that never settles`, async () => {
      await runTo("closed pipe", ["--help"]);
      // Replaces Promise.race, which ends a request at its time limit, with a promise that never settles.
      const never =
        "data:text/javascript,Promise.race=(all)=>Promise.allSettled(all).then(()=>new%20Promise(()=>{}))";
      const env = { EMAIL_MARKETING_TIMEOUT_SECONDS: "0.1", NODE_OPTIONS: `--import=${never}` };
      const { exitCode, stdout, stderr } = await runWith(
        emulator(),
        { folder: scratch(), env },
        ...command,
      );
      expect([exitCode, stdout, stderr]).to.deep.equal([1, "", unfinished]);
    });
  }

  for (const command of ["import", "drift", "doctor"]) {
    it(`fails with an error that names the folder if --cwd is a folder that doesn't exist (${command})`, async () => {
      await writeFile(join(scratch(), "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
      const where = { folder: scratch() };
      expectError(
        await runWith(emulator(), where, command, "--cwd", "not-there"),
        "option '-C, --cwd <folder>' argument 'not-there' is invalid. The folder does not exist.",
      );
    });
  }
});
