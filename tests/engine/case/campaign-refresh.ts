import { expect } from "chai";
import { runIn } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { useReadCampaign } from "../read-campaign";

describe("campaigns that are read back", function () {
  const { deployed, emulator } = useReadCampaign(this);

  it("are unchanged in a refresh, a preview and drift after an update", async () => {
    const project = await deployed();
    for (const command of ["refresh", "preview"] as const) {
      const result = await ok(project[command](command === "preview" ? ["--refresh"] : []), {
        same: 3,
      });
      expect(result.output).to.not.include("warning");
    }
    project.newRequests();
    await ok(runIn(project, "drift"));
    expect(project.newRequests().length).to.be.at.most(2);
    await ok(project.up(), { same: 3 });
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("stay in the state when they were deleted, and say how to remove them", async () => {
    const project = await deployed();
    emulator().remove("campaigns", "campaign-3");
    const drift = await fails(runIn(project, "drift"), 2);
    expect(drift.stdout).to.include('"missing"');
    const refresh = await ok(project.refresh());
    expect(refresh.output).to.include("pulumi state delete");
    await ok(project.up(), { same: 3 });
    expect(emulator().snapshot().campaigns).to.have.length(2);
  });
});
