import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand, startCommand } from "../../tools/engine/command";
import { fails, ok } from "../support/outcome";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const demo = ["--import", "tsx", join("tools", "demo.ts")];

/** What a demo could leave behind: scratch space, and a stack's settings beside Pulumi.yaml. */
async function leavings(): Promise<string[]> {
  const names = [...(await readdir(tmpdir())), ...(await readdir(repository))];
  return names.filter((name) => /^(email-marketing-demo-|Pulumi\.demo-)/.test(name));
}

describe("the demo", function () {
  this.timeout(300_000);

  this.beforeAll("finds the Pulumi engine", async function () {
    this.timeout(0);
    await sharedEngine();
  });

  let found: string[] = [];
  beforeEach(async () => {
    found = await leavings();
  });

  it("runs every step as expected, shows what exists in the service, and leaves nothing", async () => {
    const { output } = await ok(runCommand(process.execPath, demo, { cwd: repository }));
    expect(output.match(/^ {4}as expected: /gm)).to.have.length(6);
    expect(output).to.match(
      /^\| sender +\| sender-2 +\| Acme News <news@acme\.example> +\| verified +\|$/m,
    );
    expect(output).to.match(/^\| property +\| property-\d +\| tier +\| text +\|$/m);
    expect(output).to.match(/^\| webhook +\| webhook-1 +\| .* \| inactive +\|$/m);
    expect(await leavings()).to.deep.equal(found);
  });

  it("ends early when it is interrupted, and leaves nothing", async () => {
    let hasStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      hasStarted = resolve;
    });
    const onLine = (line: string) => line.includes("Previewing update") && hasStarted();
    const command = startCommand(process.execPath, demo, { cwd: repository, onLine });
    await started;
    command.kill("SIGINT");
    const { output } = await fails(command.result, 130);
    expect(output).to.not.contain("What exists in the service now");
    expect(await leavings()).to.deep.equal(found);
  });
});
