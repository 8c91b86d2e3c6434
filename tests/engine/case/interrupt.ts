import { expect } from "chai";
import { until } from "../../support/paused-step";
import { js } from "../../support/program";
import { useService } from "../../support/service";
import { startUp } from "../killed-command";

const activation = js(`
new em.WebhookActivation("events", { webhookId: "webhook-1" });`);

describe("Ctrl-C during an update", function () {
  const { createProject, emulator } = useService(this);
  afterEach("ends the faults, and forgets the requests", () => emulator().reset());

  it("ends the CLI if pressed twice, and the next pulumi up repeats the pending step", async () => {
    const project = await createProject({ program: activation });
    emulator().faults([{ path: "/webhooks/toggle/*", times: 1, kind: "hold" }]);
    const { command, hasPrinted } = startUp(project);
    await until(
      () => emulator().requests().at(-1)?.fault === "hold",
      () => "the request is held",
    );
    command.interrupt();
    // Wait until the engine has received the first signal.
    await hasPrinted("^C received");
    const secondAt = performance.now();
    command.interrupt();
    await command.result;
    expect(performance.now() - secondAt).to.be.lessThan(10_000);
    const { pending_operations: pending = [] } = await project.state();
    expect(pending).to.have.length(1);
    emulator().faults([]);
    let again = await project.up();
    if (again.output.includes("currently locked by")) {
      await project.raw(["cancel", "--yes"]);
      again = await project.up();
    }
    expect(again.changes, again.output).to.deep.equal({ create: 1, same: 1 });
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");
  });
});
