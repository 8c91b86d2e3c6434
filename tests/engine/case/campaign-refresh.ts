import { expect } from "chai";
import { runIn } from "../../support/command";
import { useReadCampaign } from "../read-campaign";

describe("campaigns that are read back", function () {
  const { deployed, emulator, be } = useReadCampaign(this);

  it("are unchanged in a refresh, a preview and drift after an update", async () => {
    const project = await deployed();
    for (const command of ["refresh", "preview"] as const) {
      const result = await project[command](command === "preview" ? ["--refresh"] : []);
      expect(result.exitCode, result.output).to.equal(0);
      expect(result.changes, result.output).to.deep.equal({ same: 3 });
      expect(result.output).to.not.include("warning");
    }
    project.newRequests();
    const drift = await runIn(project, "drift");
    expect(drift.exitCode, drift.output).to.equal(0);
    expect(project.newRequests().length).to.be.at.most(2);
    const up = await project.up();
    expect(up.changes, up.output).to.deep.equal({ same: 3 });
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("show what was edited, and get what is declared with the next update", async () => {
    const project = await deployed();
    be({ subject: "Edited", html: "<p>Edited</p>" });
    const drift = await runIn(project, "drift");
    expect(drift.exitCode, drift.output).to.equal(2);
    expect(drift.stdout).to.match(/changed +Campaign +spring +subject +"What is new" +"Edited"/);
    expect(drift.stdout).to.match(/changed +Campaign +spring +html /);
    const preview = await project.preview(["--refresh", "--diff"]);
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.output).to.include("Edited");
    const refresh = await project.refresh();
    expect(refresh.changes, refresh.output).to.deep.equal({ same: 2, update: 1 });
    project.newRequests();
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    expect(up.changes, up.output).to.deep.equal({ same: 2, update: 1 });
    expect(project.newRequests()).to.include("PUT /campaign/campaign-3");
    expect(emulator().snapshot().campaigns.at(-1)).to.deep.include({
      subject: "What is new",
      html: "<p>Hello</p>",
    });
    const again = await project.refresh();
    expect(again.changes, again.output).to.deep.equal({ same: 3 });
  });

  it("stay in the state when they were deleted, and say how to remove them", async () => {
    const project = await deployed();
    emulator().remove("campaigns", "campaign-3");
    const drift = await runIn(project, "drift");
    expect(drift.exitCode, drift.output).to.equal(2);
    expect(drift.stdout).to.include('"missing"');
    const refresh = await project.refresh();
    expect(refresh.exitCode, refresh.output).to.equal(0);
    expect(refresh.output).to.include("pulumi state delete");
    const up = await project.up();
    expect(up.changes, up.output).to.deep.equal({ same: 3 });
    expect(emulator().snapshot().campaigns).to.have.length(2);
  });
});
