import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand, startCommand } from "../../tools/engine/command";
import { fails, ok } from "../support/outcome";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const demo = ["--import", "tsx", join("tools", "demo.ts")];

/** The files that a demo may leave behind: scratch folders, and copies of the program. */
async function leavings(): Promise<string[]> {
  const copies = await readdir(join(repository, "temp")).catch(() => []);
  const names = [...(await readdir(tmpdir())), ...copies];
  return names.filter((name) => /^(email-marketing-demo-|demo-\w{6}$)/.test(name));
}

describe("the demo script", function () {
  this.timeout(300_000);

  this.beforeAll("finds the Pulumi engine", async function () {
    this.timeout(0);
    await sharedEngine();
  });

  let found: string[] = [];
  beforeEach(async () => {
    found = await leavings();
  });

  it("runs every step without an error, and leaves no files", async () => {
    const { output } = await ok(runCommand(process.execPath, demo, { cwd: repository }));
    expect(output.match(/^ {4}as expected: /gm)).to.have.length(7);
    expect(output.split("\n")).to.have.length.of.at.most(74);
    expect(output).to.match(/\| new \| \*\*spring\*\* \| Spring is here \| Fri 2030-03-01 09:00/);
    expect(output).to.include('error: listIds: the account has no list "Customers"');
    expect(output).to.match(
      /changed +Campaign +spring +subject +"Spring is here" +"Spring sale!!!"/,
    );
    expect(output).to.match(
      /^\| sender +\| sender-2 +\| Acme News <news@acme\.example> +\| verified +\|$/m,
    );
    expect(output).to.match(/^\| property +\| property-\d +\| tier +\| text +\|$/m);
    expect(output).to.match(/^\| campaign +\| campaign-3 +\| .* \| Scheduled +\|$/m);
    const [, page = ""] = /Open (\S+index\.html)/.exec(output) ?? [];
    expect(await readFile(page, "utf8")).to.include("Spring is here");
    expect(await leavings()).to.deep.equal(found);
  });

  it("stops, and leaves no files, if a user interrupts the script", async () => {
    let hasStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      hasStarted = resolve;
    });
    const onLine = (line: string) => line.includes("$ pulumi preview") && hasStarted();
    const command = startCommand(process.execPath, demo, { cwd: repository, onLine });
    await started;
    command.kill("SIGINT");
    const { output } = await fails(command.result, 130);
    expect(output).to.not.contain("What the program leaves in the account");
    expect(await leavings()).to.deep.equal(found);
  });
});
