import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("resource options and engine features", function () {
  const { createProject, emulator } = useService(this);
  const webhook = () => emulator().snapshot().webhooks[0]?.status;

  it("are honoured: retainOnDelete, protect, transforms, dependsOn of a component", async () => {
    const activation = (opts: string) =>
      js(`
class Team extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:index:Team", name, {}, opts);
    new em.CustomProperty("team", { name: "team", type: "text" }, { parent: this });
  }
}
const team = new Team("team", {
  transforms: [({ type, props, opts }) =>
    type.endsWith(":CustomProperty") ? { props: { ...props, description: "By a transform" }, opts } : undefined],
});
exports.senders = em.getSendersOutput({}, { dependsOn: [team] }).senders.length;
new em.WebhookActivation("events", { webhookId: "webhook-1" }, ${opts});
`);
    const project = await createProject({ program: activation("{ protect: true }") });
    await ok(project.up());
    const properties = emulator().snapshot().properties;
    expect(properties.find(({ name }) => name === "team")?.description).to.equal("By a transform");

    const events =
      "urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:WebhookActivation::events";
    const refused = await fails(project.destroy(["--target", events]));
    expect(refused.output).to.include("protected");
    expect(webhook()).to.equal("active");

    await project.writeProgram(activation("{ retainOnDelete: true }"));
    await ok(project.up());
    project.newRequests();
    await ok(project.destroy());
    expect(project.newRequests()).to.deep.equal([]);
    expect(webhook()).to.equal("active");
  });
});
