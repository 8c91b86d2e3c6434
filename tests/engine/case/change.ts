import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("further changes on the engine", function () {
  const { createProject, emulator } = useService(this);

  it("takes nothing for gone that a search is too far behind to show", async () => {
    const late = `
new em.Sender("late", { email: "late@acme.example", name: "Late" });
new em.Sender("later", { email: "later@acme.example", name: "Later" });
`;
    const project = await createProject({ program: js(late) });
    emulator().faults([{ path: "/senders/search", times: 1000, kind: "stale", ms: 4000 }]);
    await ok(project.up());
    await ok(project.refresh(), { same: 3 });
    emulator().faults([]);
  });

  it("believes nothing to be gone when the search fails", async () => {
    const project = await createProject({
      program: js(`new em.Sender("safe", { email: "safe@acme.example", name: "Safe" });`),
    });
    await ok(project.up());
    for (const fault of [
      { kind: "error-in-200" as const },
      { kind: "html" as const },
      { kind: "status" as const, status: 400 },
    ]) {
      emulator().faults([{ path: "/v1/senders/search", times: 50, ...fault }]);
      const refresh = await fails(project.refresh(), 1);
      expect(refresh.output).to.include('Sender "safe@acme.example": ');
      expect(refresh.output).to.not.match(/^[ \t]+at .+[:(]/m);
    }
    emulator().faults([]);
    await ok(project.refresh(), { same: 2 });
  });

  it("leaves a webhook on when its activation is renamed, with or without an alias", async () => {
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
