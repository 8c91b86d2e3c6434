import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runAs } from "../../tools/example/newcomer";
import { scriptOf, stepsOf } from "../../tools/example/page";
import { fromNpm } from "../../tools/package/from-npm";
import { packInto } from "../../tools/package/pack";
import { ok } from "../support/outcome";
import { useScratch } from "../support/scratch";
import { sharedEngine } from "../support/stack";
import { freePorts, standIn } from "../support/stand-in";

const repository = join(__dirname, "..", "..");
const guide = join(repository, "docs", "guides", "first-program.md");

/** What people read and type in a minute: prose in silence, and code by an untrained hand. */
const words = 240;
const strokes = 200;

describe("the guide of the first program", function () {
  this.timeout(300_000);
  const scratch = useScratch(this);

  it("is read and typed in under five minutes, before and after a release", async () => {
    const text = await readFile(guide, "utf8");
    for (const page of [text, fromNpm(text)]) {
      const script = scriptOf(stepsOf(page));
      const prose = page.replace(/^```[\s\S]*?^```/gm, "");
      const minutes = prose.split(/\s+/).length / words + script.length / strokes;
      expect(script).to.include("cat > index.ts").and.to.include("pulumi up");
      expect(minutes).to.be.below(5);
    }
  });

  it("runs as it stands, from a clone", async () => {
    const script = scriptOf(stepsOf(await readFile(guide, "utf8")));
    const ports = await freePorts(script);
    const steps = standIn(await installable(script), ports);
    const newcomer = { engine: await sharedEngine(), home: scratch() };
    const { output } = await ok(runAs(newcomer, steps, repository));
    expect(output).to.match(
      /\+ 2 to create[\s\S]*status: "verified"[\s\S]*\+ 2 created[\s\S]*- 2 deleted/,
    );
    expect(output).to.not.include("EBADENGINE");
  });

  /** A release is tested before npm has its packages, which the README installs by then. */
  async function installable(script: string): Promise<string> {
    const names = "npm install pulumi-email-marketing email-marketing-emulator ";
    if (!script.includes(names)) return script;
    return script.replace(names, `npm install ${(await packInto(scratch())).join(" ")} `);
  }
});
