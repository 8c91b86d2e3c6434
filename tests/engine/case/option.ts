import { join } from "node:path";
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

  it("take a saved plan, and a target", async () => {
    const project = await createProject({
      program: js(`
new em.CustomProperty("one", { name: "target one", type: "text" });
new em.CustomProperty("two", { name: "target two", type: "text" });
`),
    });
    const urn = "urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:CustomProperty::one";
    await ok(project.up(["--target", urn]), { create: 2, same: 1 });
    expect(project.newRequests()).to.deep.equal(["POST /contact/property"]);

    const plan = join(project.dir, "up.plan");
    await ok(project.preview(["--save-plan", plan]));
    await ok(project.up(["--plan", plan]), { create: 1, same: 2 });
    expect(project.newRequests()).to.deep.equal(["POST /contact/property"]);
  });

  it("tell two resources of one name apart, below components of different types", async () => {
    emulator().reset();
    const inside = (type: string, inputs: string) =>
      `new em.CustomProperty("a", { ${inputs} }, { parent: new pulumi.ComponentResource("acme:index:${type}", "brand") });`;
    const grade = inside("Brand", `name: "grade", type: "text"`);
    const config = { "emailmarketing:operations": "extended" };
    const project = await createProject({ program: js(grade), config });
    await ok(project.up());
    const [taken] = emulator().snapshot().properties;
    const other = `name: "${taken?.name}", type: "date", onDestroy: "delete"`;
    await project.writeProgram(js(grade, inside("Shop", other)));
    const preview = await ok(project.preview());
    expect(preview.output).to.include("[property-conflict]");
  });

  it("hand outputs on by a stack reference", async () => {
    const owner = await createProject({
      name: "owner",
      program: js(`
const shared = new em.Sender("shared", { email: "shared@acme.example", name: "Shared" });
exports.email = shared.email;
`),
    });
    await ok(owner.up());
    const reader = await createProject({
      name: "reader",
      backendOf: owner,
      program: js(`
const owner = new pulumi.StackReference("organization/owner/dev");
exports.id = em.getSenderOutput({ email: owner.getOutput("email") }).id;
`),
    });
    const up = await ok(reader.up());
    expect(up.output).to.match(/id: "sender-\d+"/);
  });

  it("say in one sentence that the project can't resolve the package", async () => {
    const project = await createProject({
      program: js(`
const at = process.cwd();
process.chdir("/");
try { new em.CustomProperty("lost", { name: "lost", type: "text" }); } finally { process.chdir(at); }
`),
    });
    const preview = await fails(project.preview(), 1);
    expect(preview.output).to.include(
      "error: can't resolve the package pulumi-email-marketing from the project folder /, where Pulumi loads it.",
    );
  });
});
