import { expect } from "chai";
import { runIn } from "../support/command";
import { program, useReadCampaign } from "./read-campaign";

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

  it("show what was edited and moved before the first reading, and name both dates", async () => {
    const project = await deployed(program, { isRead: false });
    be({ subject: "Edited", scheduled_at: "2098-03-05 10:00:00" });
    const drift = await runIn(project, "drift");
    expect(drift.exitCode, drift.output).to.equal(2);
    expect(drift.stdout).to.match(/changed +Campaign +spring +subject +"What is new" +"Edited"/);
    expect(drift.stdout).to.match(/changed +CampaignSchedule +spring +scheduledAt /);
    const refresh = await project.refresh();
    expect(refresh.changes, refresh.output).to.deep.equal({ same: 1, update: 2 });
    const preview = await project.preview();
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.output).to.include(
      'warning: CampaignSchedule "campaign-3": scheduledAt: the date was changed in the service\'s web app, and pulumi up sends the declared one.',
    );
    const up = await project.up();
    expect(up.exitCode, up.output).to.not.equal(0);
    expect(up.output).to.include("declares 2098-03-01 09:00:00");
    expect(up.output).to.include("has 2098-03-05 10:00:00");
    expect(emulator().snapshot().campaigns.at(-1)).to.include({ subject: "What is new" });
  });

  it("are told in a preview that adopts one, and of a schedule that comes back with another date", async () => {
    const project = await deployed();
    const [withoutDate = "", date = ""] = program.split(/^(?=new em.CampaignSchedule)/m);
    const adopted = `
new em.Campaign("adopted", {
  existingId: "campaign-2", name: "Spring news", subject: "Another", sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello", listIds: ["list-1"], ignoreChecks: ["unsubscribe-missing"],
});
`;
    await project.writeProgram(withoutDate);
    const removed = await project.up();
    expect(removed.exitCode, removed.output).to.equal(0);
    await project.writeProgram(withoutDate + date.replace("03-01", "03-02") + adopted);
    const overwrites =
      'existingId: the update overwrites what campaign "campaign-2" contains with the declared inputs.';
    const read = await project.preview();
    expect(read.exitCode, read.output).to.equal(0);
    expect(read.output).to.include(
      "warning: scheduledAt: the campaign is already scheduled in the service, for 2098-03-01 09:00:00. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up. [schedule-pause]",
    );
    expect(read.output).to.include(
      `${overwrites} These inputs differ: subject. [campaign-overwritten]`,
    );

    await project.setConfig("emailmarketing:operations", "specified");
    const unread = await project.preview();
    expect(unread.exitCode, unread.output).to.equal(0);
    expect(unread.output).to.include(
      "scheduledAt: the campaign may have a date already, which can't be checked, for example from a CampaignSchedule that was removed. The service then changes the date only while the campaign is paused. [schedule-pause]",
    );
    expect(unread.output).to.include(`${overwrites} [campaign-overwritten]`);
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
