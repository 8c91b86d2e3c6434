import { expect } from "chai";
import { fails, ok } from "../../../support/outcome";
import { type ServiceProject, useService } from "../../../support/service";
import { everyKind } from "../../../support/specimen";

const unattended = ["--yes", "--non-interactive", "--color", "never"];

describe("pulumi import by the plugin", function () {
  const { createProject, emulator } = useService(this);

  const take = (project: ServiceProject, kind: string, name: string, key: string) =>
    project.raw(["import", `emailmarketing:index:${kind}`, name, key, ...unattended]);

  it("takes a sender by its id, or by its address and name", async () => {
    const project = await createProject({ program: { yaml: {} } });
    const byId = await ok(take(project, "Sender", "hello", "sender-1"));
    expect(byId.output).to.include("email: hello@acme.example");
    await ok(take(project, "Sender", "again", "hello@acme.example|Acme"));
    const { resources = [] } = await project.state();
    const imported = resources.filter(({ type }) => type === "emailmarketing:index:Sender");
    expect(imported.map(({ id }) => id)).to.deep.equal(["sender-1", "sender-1"]);
  });

  it("takes a property and a list by id or name under the extended operations", async () => {
    const { properties, lists } = emulator().snapshot();
    const [property, list] = [properties[0], lists[0]];
    const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
    const project = await createProject({ program: { yaml: {} }, env });
    const keys = [
      ["CustomProperty", property?.id, `type: ${property?.type}`],
      ["CustomProperty", property?.name, `type: ${property?.type}`],
      ["List", list?.id, `name: ${list?.name}`],
      ["List", list?.name, `name: ${list?.name}`],
    ] as const;
    for (const [index, [kind, key = "", printed]] of keys.entries()) {
      const taken = await ok(take(project, kind, `o${index}`, key));
      expect(taken.output).to.include(printed);
    }
    const { resources = [] } = await project.state();
    const ids = resources
      .filter(({ type }) => type.startsWith("emailmarketing:"))
      .map(({ id }) => id);
    expect(ids).to.deep.equal([property?.id, property?.id, list?.id, list?.id]);
  });

  it("says why it can't take the others, and what to do", async () => {
    const project = await createProject({ program: { yaml: {} } });
    for (const [kind, { missing }] of everyKind) {
      const { output } = await fails(take(project, kind, "it", "missing-99"));
      expect(output).to.include(missing);
      expect(output).to.not.match(/^[ \t]+at |corrupt/m);
    }
  });
});
