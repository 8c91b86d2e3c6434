import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime } from "../../support/program";
import { changingRequests, useService } from "../../support/service";

describe("an update with the setting operations=extended", function () {
  const { createProject, emulator } = useService(this);
  this.beforeEach("starts with the example account", () => emulator().reset());

  const env = { EMAIL_MARKETING_OPERATIONS: "extended" };

  it("renames a list without a replacement if the declared name changes", async () => {
    const program = (name: string) =>
      programsByRuntime["dynamic resources"]({ readers: ["List", { name }] });
    const project = await createProject({ program: program("Readers"), env });
    await ok(project.up(), { create: 2 });
    const { id } = emulator().snapshot().lists.at(-1) ?? {};
    project.newRequests();
    await project.writeProgram(program("Customers"));
    expect((await fails(project.up())).output).to.include("[list-conflict name]");
    expect(project.newRequests().filter((at) => at.startsWith("PATCH"))).to.deep.equal([]);
    await project.writeProgram(program("All readers"));
    await ok(project.preview(), { update: 1, same: 1 });
    await ok(project.up(), { update: 1, same: 1 });
    const sent = changingRequests(emulator().requests()).slice(1);
    expect(sent).to.deep.equal([`PATCH /list/${id}`]);
    expect(emulator().snapshot().lists.at(-1)).to.include({ id, name: "All readers" });
    await ok(project.preview(), { same: 2 });
  });

  it("stops after the first campaign if the service schedules that campaign by itself", async () => {
    const { account, ...rest } = emulator().snapshot();
    emulator().seed({ ...rest, account: { ...account, campaign_quirks: ["schedules-all"] } });
    const program = programsByRuntime["the plugin"]({
      spring: ["Campaign", mail],
      summer: ["Campaign", { ...mail, name: "Summer" }],
      springDate: dated(),
      summerDate: dated("summer"),
    });
    const project = await createProject({ program, env });
    const up = await fails(project.up());
    expect(up.output).to.include("instead of a draft");
    const creates = () =>
      changingRequests(emulator().requests()).filter((at) => at === "POST /campaign").length;
    expect(creates()).to.equal(1);
    const { resources = [] } = await project.state();
    const kept = resources.filter(({ type }) => /:Campaign(Schedule)?$/.test(type));
    expect(kept.map(({ id }) => id)).to.deep.equal(["campaign-3"]);
    // The campaign is in the state, so it isn't created again. Its update fails without a request.
    await fails(project.up(["--target", kept[0]?.urn ?? ""]));
    expect(creates()).to.equal(1);
    expect(changingRequests(emulator().requests())).to.deep.equal(["POST /campaign"]);
  });
});
