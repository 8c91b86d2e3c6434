import { expect } from "chai";
import { runIn } from "../../../support/command";
import { fails, ok } from "../../../support/outcome";
import { dated, mail, programsByRuntime } from "../../../support/program";
import { useReadCampaign } from "../../read-campaign";

const { plainText, ...rest } = mail;
const spring = {
  ...rest,
  html: "<p>Hello</p>",
  ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
};
const program = programsByRuntime["the plugin"]({ spring: ["Campaign", spring], date: dated() });

describe("a plugin's campaign that somebody has edited", function () {
  const { deployed, emulator, be } = useReadCampaign(this);

  it("gets the declared subject back in the next update if the edit came before the first refresh", async () => {
    const project = await deployed(program, { isRead: false });
    const subject = () => emulator().snapshot().campaigns.at(-1)?.subject;
    be({ subject: "Edited", scheduled_at: "2098-03-05 10:00:00" });
    const drift = await fails(runIn(project, "drift"), 2);
    expect(drift.stdout).to.match(/changed +Campaign +spring +subject +"What is new" +"Edited"/);
    expect(drift.stdout).to.match(/changed +CampaignSchedule +date +scheduledAt /);
    await ok(project.refresh(), { same: 1, update: 2 });

    const first = await fails(project.up());
    expect(first.output).to.include("declares 2098-03-01 09:00:00");
    expect(first.output).to.include("has 2098-03-05 10:00:00");
    expect(subject()).to.equal("What is new");
  });
});
