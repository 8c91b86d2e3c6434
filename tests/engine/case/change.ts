import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("a webhook", function () {
  const { createProject, emulator } = useService(this);

  it("stays active if its WebhookActivation gets another logical name, with or without an alias", async () => {
    const named = (name: string, opts = "{}") =>
      js(`new em.WebhookActivation("${name}", { webhookId: "webhook-1" }, ${opts});`);
    const project = await createProject({ program: named("one") });
    await ok(project.up());
    project.newRequests();

    await project.writeProgram(named("two", `{ aliases: [{ name: "one" }] }`));
    await ok(project.up(), { same: 2 });
    expect(project.newRequests()).to.deep.equal([]);

    await project.writeProgram(named("three"));
    const renamed = await ok(project.up(), { create: 1, delete: 1, same: 1 });
    expect(project.newRequests()).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
    expect(renamed.output).to.include(
      'warning: WebhookActivation "webhook-1" was removed from the Pulumi state and the webhook was not changed: another resource of this update manages it.',
    );
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");
    await ok(project.destroy());
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");
  });
});
