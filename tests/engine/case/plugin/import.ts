import { expect } from "chai";
import { fails, ok } from "../../../support/outcome";
import { useService } from "../../../support/service";
import { specimens } from "../../../support/specimen";

/* What is found by which key, of every kind, is a matter of tests/plugin/server.test.ts. */
describe("pulumi import by the plugin", function () {
  const { createProject } = useService(this);

  it("takes a sender by its address and name, and says why it can't take a campaign", async () => {
    const project = await createProject({ program: { yaml: {} } });
    const take = (kind: string, key: string) =>
      project.raw([
        ...["import", `emailmarketing:index:${kind}`, "it", key],
        ...["--yes", "--non-interactive", "--color", "never"],
      ]);
    const taken = await ok(take("Sender", "hello@acme.example|Acme"));
    expect(taken.output).to.include("email: hello@acme.example");
    const { resources = [] } = await project.state();
    const imported = resources.filter(({ type }) => type === "emailmarketing:index:Sender");
    expect(imported.map(({ id }) => id)).to.deep.equal(["sender-1"]);
    const { output } = await fails(take("Campaign", "missing-99"));
    expect(output).to.include(specimens.Campaign.missing);
    expect(output).to.not.match(/^[ \t]+at |corrupt/m);
  });
});
