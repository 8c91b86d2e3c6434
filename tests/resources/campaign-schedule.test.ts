import { expect } from "chai";
import { campaignScheduleLifecycle } from "../../provider/resources/campaign-schedule/lifecycle";
import { useResource } from "../support/driven-resource";
import { rejection } from "../support/rejection";

const hourMs = 3_600_000;

/** The local time that UTC shows some hours from now. */
function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * hourMs).toISOString().slice(0, 19).replace("T", " ");
}

const past = { campaignId: "campaign-2", scheduledAt: "2020-01-01 09:00:00" };
const ahead = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };

describe("campaignScheduleLifecycle", function () {
  const { emulator, resource, requests, notices } = useResource(this, campaignScheduleLifecycle);

  it("refuses a time that does not exist", async () => {
    const fault = "scheduledAt: must be an existing time in the form YYYY-MM-DD HH:MM:SS";
    for (const scheduledAt of ["2097-02-29 09:00:00", "2098-03-01T09:00:00", "tomorrow", ""]) {
      expect(await resource().faults({ ...ahead, scheduledAt })).to.deep.equal([fault]);
    }
  });

  it("refuses a new time that is past in every zone", async () => {
    const fault = "scheduledAt: is in the past in every time zone. Set a later time";
    expect(await resource().faults(past)).to.deep.equal([fault]);
    expect(await resource().faults(past, ahead)).to.deep.equal([fault]);
    expect(await resource().faults({ ...ahead, scheduledAt: hoursFromNow(-13) })).to.deep.equal([
      fault,
    ]);
  });

  it("leaves a time alone that was given before, also with a campaign that is not known yet", async () => {
    const campaignId = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(await resource().faults(past, past)).to.deep.equal([]);
    expect(await resource().faults({ ...past, campaignId }, past)).to.deep.equal([]);
  });

  it("counts another campaign as new", async () => {
    expect(await resource().faults({ ...past, campaignId: "campaign-1" }, past)).to.deep.equal([
      "scheduledAt: is in the past in every time zone. Set a later time",
    ]);
  });

  it("refuses to change a time that is past", async () => {
    const [fault] = await resource().faults(ahead, past);
    expect(fault).to.match(
      /^scheduledAt: can't be changed: the old time is in the past, .* declare another Campaign/,
    );
  });

  it("warns once of a time that is past in some zones, unless told not to", async () => {
    const { faults } = resource();
    const scheduledAt = hoursFromNow(-11);
    const near = { ...ahead, scheduledAt };
    expect(await faults(near)).to.deep.equal([]);
    expect(await faults(near)).to.deep.equal([]);
    expect(await faults(near, near)).to.deep.equal([]);
    expect(notices()).to.deep.equal([
      `warning: CampaignSchedule "campaign-2": scheduledAt: ${scheduledAt} has already passed in some time zones. If it has passed in your account's time zone, the campaign may be sent at once or be rejected; set a later time. [schedule-near]`,
    ]);
    await faults({ ...ahead, scheduledAt: hoursFromNow(13), ignoreChecks: ["schedule-near"] });
    await faults({ ...ahead, scheduledAt: hoursFromNow(15) });
    expect(notices()).to.deep.equal([]);
  });

  it("warns of a change of the date, for which the campaign must be paused, unless told not to", async () => {
    const { faults } = resource();
    const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
    expect(await faults(later, ahead)).to.deep.equal([]);
    expect(notices()).to.deep.equal([
      `warning: CampaignSchedule "campaign-2": scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause the campaign in the service's web pages before you run pulumi up. [schedule-pause]`,
    ]);
    await faults({ ...later, ignoreChecks: ["schedule-pause"] }, ahead);
    await faults({ ...ahead, ignoreChecks: [] }, ahead);
    await faults({ ...later, campaignId: "campaign-1" }, ahead);
    expect(notices()).to.deep.equal([]);
  });

  it("refuses a campaign of which nobody knows whether it exists", async () => {
    expect(await resource().faults({ ...ahead, campaignId: "unknown:1" })).to.deep.equal([
      "campaignId: refers to a campaign whose creation is unconfirmed; resolve that campaign first",
    ]);
  });

  it("puts the date, and again when the reply is lost", async () => {
    emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "reset-after" }]);
    const { id } = await resource().create(ahead);
    expect(id).to.equal("campaign-2");
    const put = { at: "PUT /campaign/campaign-2", body: { scheduled_at: "2098-03-01 09:00:00" } };
    expect(requests()).to.deep.equal([put, put]);
    expect(emulator().snapshot().campaigns.at(-1)?.status).to.equal("Scheduled");
  });

  it("puts a new date once the campaign is paused, and says so before", async () => {
    await resource().create(ahead);
    const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
    expect(await rejection(resource().update("campaign-2", ahead, later))).to.match(
      /^CampaignSchedule "campaign-2": .* Pause the campaign first/,
    );
    emulator().patch("campaigns", "campaign-2", { status: "Paused" });
    requests();
    await resource().update("campaign-2", ahead, later);
    await resource().update("campaign-2", later, { ...later, ignoreChecks: ["schedule-near"] });
    expect(requests()).to.deep.equal([
      { at: "PUT /campaign/campaign-2", body: { scheduled_at: "2098-04-01 09:00:00" } },
    ]);
  });

  it("sends nothing on a delete, and warns that the mail goes out while its time lies ahead", async () => {
    await resource().remove("campaign-2", { ...ahead, account: "loopback" });
    await resource().remove("campaign-2", { ...past, account: "loopback" });
    expect(requests()).to.deep.equal([]);
    expect(notices()).to.deep.equal([
      'warning: CampaignSchedule "campaign-2" was removed from the Pulumi state only: the campaign keeps its date and WILL still be sent at 2098-03-01 09:00:00. To stop it, pause campaign campaign-2 in the service\'s web pages.',
      'warning: CampaignSchedule "campaign-2" was removed from the Pulumi state only: the campaign keeps its date, which is in the past.',
    ]);
  });
});
