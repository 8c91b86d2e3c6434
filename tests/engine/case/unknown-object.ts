import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, js } from "../../support/program";
import { useService } from "../../support/service";

const program = (existingId?: string) =>
  js(
    `new em.CustomProperty("tier", { name: "tier", type: "text" });`,
    campaign({
      inputs: `contactsOrder: "first", ${existingId === undefined ? "" : `existingId: "${existingId}"`}`,
      opts: `protect: ${existingId === undefined}`,
    }),
    "exports.id = spring.id;",
  );

describe("an object whose create got no response", function () {
  const { createProject, emulator } = useService(this);

  it("causes no further request until existingId is set, not even in a destroy", async () => {
    const project = await createProject({ program: program() });
    emulator().faults([
      { method: "POST", path: "/campaign", times: 1, kind: "reset-after" },
      { method: "POST", path: "/contact/property", times: 1, kind: "reset-after" },
    ]);

    const up = await fails(project.up(), 1);
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /campaign",
      "POST /contact/property",
    ]);
    expect(up.output).to.include('* Campaign "Spring": the connection to ');
    expect(up.output).to.include("set existingId to its id and run: pulumi up");
    expect(up.output).to.include("pulumi state delete <urn>");
    expect(up.output).to.not.match(/^[ \t]+at .+[:(]/m);
    const kept = await idsOf(project);
    expect(kept.Campaign).to.match(/^unknown:\d+$/);
    expect(kept.CustomProperty).to.match(/^unknown:\d+$/);

    const preview = await project.preview();
    expect(preview.output).to.include(
      'warning: Campaign "Spring": the create may or may not have succeeded',
    );

    const again = await fails(project.up(), 1);
    expect(again.output).to.include(
      'CustomProperty "tier": the create may or may not have succeeded',
    );

    await ok(project.refresh());
    expect(await idsOf(project)).to.deep.equal(kept);

    await fails(project.up(), 1);
    expect(project.newRequests()).to.deep.equal([]);

    const { resources = [] } = await project.state();
    const urn = resources.find(({ type }) => type.endsWith(":Campaign"))?.urn ?? "";
    await ok(project.raw(["state", "unprotect", urn, "--yes"]));
    await project.writeProgram(program("campaign-3"));
    // Select only the campaign, because the error of the property could end the run before the campaign's update.
    await ok(project.up(["--target", urn]));
    expect(project.newRequests()).to.deep.equal(["GET /list/list-1", "PUT /campaign/campaign-3"]);
    expect(await idsOf(project)).to.deep.equal({ ...kept, Campaign: "campaign-3" });
    const { campaigns, properties } = emulator().snapshot();
    expect(campaigns.map(({ id }) => id)).to.deep.equal(["campaign-1", "campaign-2", "campaign-3"]);
    expect(campaigns.at(-1)?.contacts_order).to.equal("first");
    expect(properties.map(({ name }) => name)).to.deep.equal(["plan", "tier"]);

    const destroy = await ok(project.destroy());
    expect(destroy.output).to.include(
      'warning: CustomProperty "tier" was removed from the Pulumi state. Its creation was never confirmed, so no request was sent; if it exists, it is still in the account.',
    );
    expect(project.newRequests()).to.deep.equal([]);
  });
});

async function idsOf(project: {
  state(): Promise<{ resources?: { type: string; id?: string }[] }>;
}) {
  const { resources = [] } = await project.state();
  const own = resources.filter(({ type }) => type.includes(":dynamic/emailmarketing:"));
  return Object.fromEntries(own.map(({ type, id }) => [type.split(":").at(-1), id]));
}
