import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, js, schedule } from "../../support/program";
import { useService } from "../../support/service";

const program = js(campaign(), schedule());
const unrecorded = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

describe("an update with PULUMI_SKIP_CHECKPOINTS", function () {
  const { createProject, emulator } = useService(this);

  it("schedules no campaign if the same update has created the campaign", async () => {
    const project = await createProject({ program });
    project.newRequests();
    const first = await fails(project.up(["--skip-preview"], { env: unrecorded }));
    expect(first.output).to.match(
      /error: CampaignSchedule "campaign-\d+": not scheduled yet, because this update created the campaign and PULUMI_SKIP_CHECKPOINTS is set: if the update were killed, the next one would create and mail a second campaign\. Run pulumi up again\./,
    );
    expect(project.newRequests()).to.deep.equal(["POST /campaign"]);
    await ok(project.up(["--skip-preview"], { env: unrecorded }), { create: 1, same: 2 });
    const [made] = emulator()
      .snapshot()
      .campaigns.filter(({ name }) => name === "Spring");
    expect(made).to.deep.include({ status: "Scheduled", scheduled_at: "2098-03-01 09:00:00" });
    expect(project.newRequests()).to.deep.equal([
      "POST /domains/search",
      `PUT /campaign/${made?.id}`,
    ]);
  });
});
