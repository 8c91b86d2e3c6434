import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { dated, js, mail, programsByRuntime } from "../../support/program";
import { useService } from "../../support/service";

describe("a preview", function () {
  const { createProject } = useService(this);

  it("checks the inputs that result from transforms, transformations and ignoreChanges, not those that the program passes", async () => {
    const dated = (name: string, opts: string, inputs = "") => `
const ${name} = new em.Campaign("${name}", { name: "${name}", subject: "News", plainText: "Hello. %%unsubscribe%%", sender: { email: "hello@acme.example", name: "Acme" }, ${inputs} }, { ${opts} });
new em.CampaignSchedule("${name}", { campaignId: ${name}.id, scheduledAt: "2098-03-01 09:00:00" }, { ${opts} });`;
    const kept = (inputs: string) => dated("kept", `ignoreChanges: ["listIds"]`, inputs);
    const env = { EMAIL_MARKETING_PREFLIGHT: "error" };
    const config = { "emailmarketing:maxRecipients": "100" };
    const program = js(kept(`listIds: ["list-1"]`));
    const project = await createProject({ program, env, config });
    await ok(project.up());
    const levels = (toCampaigns: string, toDates = "") =>
      js(`${kept("")}
const add = ({ type, props, opts }) =>
  ({ props: { ...props, ...(type.endsWith(":Campaign") ? { ${toCampaigns} } : { ${toDates} }) }, opts });
const brand = new pulumi.ComponentResource("acme:index:Brand", "brand", {}, { transforms: [add] });
pulumi.runtime.registerStackTransformation((args) => args.name === "ofStack" ? add(args) : undefined);
${dated("own", "transforms: [add]")}
${dated("ofComponent", "parent: brand")}
${dated("transformed", "transformations: [add]")}
${dated("ofStack", "")}`);
    await project.writeProgram(levels(`listIds: ["list-9"]`));
    const bad = await fails(project.preview(["--json"]));
    const warnings = [...bad.output.matchAll(/no list \\"list-9\\"[^[]*\[list-unknown listIds\]/g)];
    expect(warnings.length, bad.output).to.be.at.least(4);
    expect(bad.output).to.not.include("names no list");
    await project.writeProgram(
      levels(
        `listIds: ["list-9"], ignoreChecks: ["list-unknown"]`,
        `ignoreChecks: ["recipients-unknown"]`,
      ),
    );
    await ok(project.preview());
    await project.writeProgram(levels(`listIds: ["list-1"]`));
    await ok(project.preview());
  });
});

describe("a destroy with --target", function () {
  const { createProject } = useService(this);

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`removes a scheduled campaign and its date from the state, and sends nothing (${runtime})`, async () => {
      const program = programOf({ spring: ["Campaign", mail], date: dated() });
      const project = await createProject({ program });
      await ok(project.up());
      const { resources = [] } = await project.state();
      const target = resources.find(({ type }) => type.endsWith(":Campaign"))?.urn ?? "";
      project.newRequests();
      await ok(project.destroy(["--target", target, "--target-dependents"]), {
        delete: 2,
        same: 1,
      });
      expect(project.newRequests()).to.deep.equal([]);
    });
  }
});
