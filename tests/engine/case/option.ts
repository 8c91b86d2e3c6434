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
