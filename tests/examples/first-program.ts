import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { scratchEnvironment } from "../../tools/engine/environment";
import { freePort } from "../support/free-port";
import { packedInto } from "../support/packed";
import { useScratch } from "../support/scratch";
import { sharedEngine } from "../support/stack";

const readme = join(__dirname, "..", "..", "README.md");
const title = "## Your first program\n";

/** What people read and type in a minute: prose in silence, and code by an untrained hand. */
const words = 240;
const strokes = 200;

interface FirstProgram {
  /** The prose that a newcomer reads, from the first line to the end of the steps. */
  readonly prose: string;
  /** A script of the shell: the commands as they stand, and the files as they are typed. */
  readonly script: string;
}

/** The steps of the README in their order; a file is named in front of its block. */
async function firstProgram(): Promise<FirstProgram> {
  const text = await readFile(readme, "utf8");
  const end = text.indexOf("\n## ", text.indexOf(title) + title.length);
  const read = text.slice(0, end);
  const steps = read
    .slice(read.indexOf(title))
    .matchAll(/(?:`([\w.]+)`:\n\n)?^```(\w+)\n(.*?)^```/gms);
  const script = [...steps].map(([, file, , content = ""]) =>
    file === undefined ? content : `cat > ${file} << 'END'\n${content}END\n`,
  );
  return { prose: read.replace(/^```[\s\S]*?^```/gm, ""), script: script.join("") };
}

describe("the first program of the README", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);

  it("is read and typed in under five minutes", async () => {
    const { prose, script } = await firstProgram();
    const minutes = prose.split(/\s+/).length / words + script.length / strokes;
    expect(script).to.include("cat > index.ts").and.to.include("pulumi up");
    expect(minutes).to.be.below(5);
  });

  it("runs as it stands, with the packed packages in place of the registry's", async () => {
    const { script } = await firstProgram();
    const names = "pulumi-email-marketing email-marketing-emulator";
    expect(script).to.include(`npm install ${names}`).and.to.include("pulumi login --local");
    const steps = script
      .replace(names, (await packedInto(scratch())).join(" "))
      // The state of --local lies in the home that the system knows, which is not ours to write to.
      .replace("pulumi login --local", `pulumi login file://${scratch()}`)
      .replaceAll("4010", String(await freePort()));
    // As in the shell of a person, a job is a group of its own; nothing of it outlives the script.
    const shell = `set -m\ntrap 'kill %1' EXIT\n${steps}trap - EXIT\n`;
    const { exitCode, output } = await runCommand("bash", ["-e", "-c", shell], {
      cwd: scratch(),
      env: await newcomer(scratch()),
    });
    expect(exitCode, output).to.equal(0);
    expect(output).to.match(
      /\+ 2 to create[\s\S]*status: "verified"[\s\S]*\+ 2 created[\s\S]*- 2 deleted/,
    );
  });
});

/** The environment of somebody who has the CLI and npm, and no settings of their own. */
async function newcomer(home: string): Promise<NodeJS.ProcessEnv> {
  return scratchEnvironment(await sharedEngine(), join(home, "pulumi"));
}
