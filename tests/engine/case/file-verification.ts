import { expect } from "chai";
import type { Exchange } from "email-marketing-emulator";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";
import { ended } from "../../support/stack/command";
import { startUp } from "../killed-command";

const program = js(`
const verification = em.getFileVerificationOutput({ fileId: "file-2", wait: {} });
const name = verification.apply(({ deliverable }) => "clean" + deliverable);
new em.CustomProperty("gate", { name, type: "text" });
exports.deliverable = verification.deliverable;`);

describe("a program that waits for a file verification", function () {
  let onExchange: (exchange: Exchange) => void = () => undefined;
  const { createProject, emulator } = useService(this, {
    onExchange: (exchange) => onExchange(exchange),
  });

  it("ends soon after Ctrl-C, and succeeds in the next update", async () => {
    const project = await createProject({ program });
    await ok(project.preview(), { create: 2 });
    expect(project.newRequests()).to.deep.equal(["GET /verify/verifyFileStatus/file-2"]);

    const { command } = startUp(project);
    let asked = 0;
    const interruptedAt = await new Promise<number>((resolve) => {
      onExchange = () => {
        asked += 1;
        if (asked !== 2) return;
        command.interrupt();
        resolve(performance.now());
      };
    });
    const { output } = await fails(command.result);
    expect(performance.now() - interruptedAt).to.be.lessThan(5000);
    expect(output).to.include(
      'verification of file "file-2": processing, 0 of 200 addresses; waiting up to 1800 s',
    );
    expect(output).to.not.match(/^[ \t]+at .+[:(]/m);
    onExchange = () => undefined;
    for (const { pid } of await project.processes()) await ended(pid, interruptedAt + 5000);
    await project.raw(["cancel", "--yes"]);
    project.newRequests();

    onExchange = () => emulator().advance(60_000);
    const done = await ok(project.up());
    expect(done.stdout).to.include("deliverable: 180");
    expect(project.newRequests()).to.deep.equal([
      "GET /verify/verifyFileStatus/file-2",
      "GET /verify/verifyFileStatus/file-2",
      "POST /contact/property",
    ]);
    expect(emulator().snapshot().properties.at(-1)?.name).to.equal("clean180");
  });
});
