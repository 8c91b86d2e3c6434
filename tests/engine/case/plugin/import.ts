import { expect } from "chai";
import { fixtures } from "../../../support/fixtures";
import { fails, ok } from "../../../support/outcome";
import { programsByRuntime } from "../../../support/program";
import { changingRequests, useService } from "../../../support/service";

/* tests/plugin/server.test.ts tests which key finds the objects of each kind. */
describe("pulumi import with the plugin", function () {
  const { createProject, emulator } = useService(this);

  it("imports senders by address and name and webhooks by id, and explains why campaigns can't be imported", async () => {
    const project = await createProject({
      program: { yaml: {} },
      env: { EMAIL_MARKETING_OPERATIONS: "extended" },
    });
    const take = (kind: string, key: string) =>
      project.raw([
        ...["import", `emailmarketing:index:${kind}`, kind.toLowerCase(), key],
        ...["--yes", "--non-interactive", "--color", "never"],
      ]);
    const taken = await ok(take("Sender", "hello@acme.example|Acme"));
    expect(taken.output).to.include("email: hello@acme.example");
    await ok(take("WebhookActivation", "webhook-2"));
    const { resources = [] } = await project.state();
    const imported = resources.filter(({ type }) => type.startsWith("emailmarketing:index:"));
    expect(imported.map(({ id }) => id)).to.deep.equal(["sender-1", "webhook-2"]);
    const active = emulator().snapshot().webhooks[1]?.status === "active";
    const webhook = { webhookId: "webhook-2", active, onDestroy: "leave" };
    await project.writeProgram(
      programsByRuntime["the plugin"]({
        sender: ["Sender", { email: "hello@acme.example", name: "Acme" }, { protect: true }],
        webhookactivation: ["WebhookActivation", webhook, { protect: true }],
      }),
    );
    await ok(project.preview(), { same: 3 });
    expect(changingRequests(emulator().requests())).to.deep.equal([]);
    const { output } = await fails(take("Campaign", "missing-99"));
    expect(output).to.include(fixtures.Campaign.missing);
    expect(output).to.not.match(/^[ \t]+at |corrupt/m);
  });
});
