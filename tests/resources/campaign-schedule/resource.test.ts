import { expect } from "chai";
import { findingsInput } from "../../../provider/engine/resource";
import { unknownValue } from "../../../provider/plain/value";
import { rejection } from "../../support/rejection";
import { useResource } from "../../support/resource";
import { currentRuntime } from "../../support/runtime";
import { spring } from "../campaign/spring";

const hourMs = 3_600_000;

/** The local time that UTC shows some hours from now. */
function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * hourMs).toISOString().slice(0, 19).replace("T", " ");
}

const past = { campaignId: "campaign-2", scheduledAt: "2020-01-01 09:00:00" };
const long =
  'scheduledAt: 2020-01-01 09:00:00 is in the past in every time zone. Set a later time. If this campaign was sent, add "schedule-past" to ignoreChecks: the date is then recorded and not sent [schedule-past scheduledAt]';
const late = (time: string) =>
  `scheduledAt: ${time} is in the past in every time zone. Set a later time [validation scheduledAt]`;
/** The error about a time that is past by less than a day. */
const lately = (time: string, where = " in every time zone") => {
  // The hour may have begun since the message.
  const hours = [hoursFromNow(-0.1), hoursFromNow(0)].map((one) => one.slice(0, 13)).join("|");
  return new RegExp(
    `^scheduledAt: ${time} is in the past${where}\\. Set a later time\\. This machine's clock shows (?:${hours}):\\d\\d:\\d\\d UTC \\[validation scheduledAt\\]$`,
  );
};
const ahead = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };

const runtime = currentRuntime();

describe("CampaignSchedule", function () {
  const { emulator, resource, newRun, sent, warnings } = useResource(this, "CampaignSchedule");

  it("refuses an invalid time, and a new time that is past in every time zone", async () => {
    const [said] = await resource().faults({ ...ahead, scheduledAt: "tomorrow" });
    expect(said).to.match(/^scheduledAt: must be an existing time in the form /);
    const refusing = newRun({ sending: "refuse" });
    expect(await refusing.faults({ ...ahead, scheduledAt: "tomorrow" })).to.deep.equal([said]);
    expect(await resource().faults(past)).to.deep.equal([long]);
    expect(await resource().faults(past, ahead)).to.deep.equal([late(past.scheduledAt)]);
    const scheduledAt = hoursFromNow(-13);
    const [lastly, ...others] = await resource().faults({ ...ahead, scheduledAt });
    expect(lastly).to.match(lately(scheduledAt));
    expect(others).to.deep.equal([]);
  });

  it("fails with advice if the campaign no longer exists", async () => {
    const create = resource().create({ ...ahead, campaignId: "campaign-9" });
    expect(await rejection(create)).to.include("(404, PUT /campaign/{id}). If it was deleted in");
  });

  it("accepts a past time if the time is unchanged, even if campaignId changes", async () => {
    const campaignId = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(await resource().faults(past, past)).to.deep.equal([]);
    expect(await resource().faults({ ...past, campaignId }, past)).to.deep.equal([]);
  });

  it("refuses a changed time if the old time is past", async () => {
    const [fault] = await resource().faults(ahead, past);
    expect(fault).to.match(
      /^scheduledAt: can't be changed: the old time is in the past, .* declare another Campaign/,
    );
  });

  it("accepts a changed time in a check that doesn't read the campaign, even if the old time is past (operations=extended)", async () => {
    expect(await newRun({ operations: "extended" }).faults(ahead, past)).to.deep.equal([]);
  });

  it("warns that the campaign must be paused if the date changes, unless ignoreChecks has schedule-pause", async () => {
    const { faults } = resource();
    const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
    await faults({ ...later, ignoreChecks: ["schedule-pause"] }, ahead);
    await faults({ ...ahead, ignoreChecks: [] }, ahead);
    await faults({ ...later, campaignId: "campaign-1" }, ahead);
    expect(warnings()).to.deep.equal([]);
    expect(await faults(later, ahead)).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      `CampaignSchedule "campaign-2": scheduledAt: the service changes a date only while the campaign is paused, which can't be checked. Pause the campaign in the service's web app before you run pulumi up. [schedule-pause scheduledAt]`,
    ]);
  });

  it("warns that the campaign must be paused if the new date is still unknown in the preview", async () => {
    const unknown = { ...ahead, scheduledAt: unknownValue };
    expect(await resource().faults(unknown, past)).to.deep.equal([]);
    expect(await resource().faults(unknown)).to.deep.equal([]);
    expect(warnings()).to.deep.equal([]);
    expect(await resource().faults(unknown, ahead)).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      `CampaignSchedule "campaign-2": scheduledAt: only the update knows whether the date changes. If it does: the service changes a date only while the campaign is paused, which can't be checked. Pause the campaign in the service's web app before you run pulumi up. [schedule-pause scheduledAt]`,
    ]);
  });

  for (const operations of ["specified", "extended"]) {
    it(`warns with the campaign's name that the campaign must be paused if the date changes (operations=${operations})`, async () => {
      const dated = newRun({ operations });
      emulator().patch("campaigns", "campaign-2", { status: "Scheduled", name: "Spring sale" });
      const campaign = resource("Campaign");
      // The plugin takes the logical name from the URN.
      const inProgram = (name: string, order: number) =>
        runtime === "plugin" ? {} : { [findingsInput]: { name, order } };
      const seen = { ...spring, name: "Spring sale", ...inProgram("spring", 1) };
      const state = { ...spring, name: "Spring sale", account: "loopback" };
      await campaign.check(spring, seen);
      await campaign.refreshed("campaign-2", state, { ...spring, name: "Spring sale" });
      const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
      await dated.check(ahead, { ...later, ...inProgram("march", 2) });
      await dated.refreshed("campaign-2", { ...ahead, account: "loopback" }, later);
      const said = warnings().filter((one) => one.includes("[schedule-pause scheduledAt]"));
      expect(said).to.have.length(1);
      expect(said[0]).to.include(
        `Campaign "Spring sale" ("${runtime === "plugin" ? "it" : "spring"}" in the program)`,
      );
    });
  }

  it("refuses the campaignId of a campaign whose creation is unconfirmed", async () => {
    expect(await resource().faults({ ...ahead, campaignId: "unknown:1" })).to.deep.equal([
      "campaignId: refers to a campaign whose creation is unconfirmed; resolve that campaign first [validation campaignId]",
    ]);
  });

  it("refuses a change of campaignId to an adopted campaign, unless ignoreChecks has campaign-replaced", async () => {
    const old = { ...ahead, campaignId: "campaign-1", account: "loopback" };
    const moved = (more = {}) => resource().diff("campaign-1", old, { ...ahead, ...more });
    const replaces = { replaces: ["campaignId"] };
    expect(await moved()).to.deep.equal(replaces);
    await resource("Campaign").check({}, { ...spring, existingId: ahead.campaignId });
    expect(await rejection(moved())).to.match(
      /^CampaignSchedule "campaign-2": campaignId: campaign campaign-1 got a date, .* \[campaign-replaced campaignId\]$/,
    );
    expect(await moved({ ignoreChecks: ["campaign-replaced"] })).to.deep.equal(replaces);
  });

  it("refuses to change campaignId to an adopted campaign even if the engine calls no diff", async () => {
    const old = { ...ahead, campaignId: "campaign-1" };
    const replaced = async (props: object) => {
      const schedule = newRun();
      await resource("Campaign").check({}, { ...spring, existingId: ahead.campaignId });
      await schedule.check(old, { ...props });
      return schedule.faults({ ...props });
    };
    const [refused = "", ...others] = await replaced(ahead);
    expect(refused).to.match(
      /^campaignId: campaign campaign-1 got a date, .* \[campaign-replaced campaignId\]$/,
    );
    expect(others).to.deep.equal([]);
    expect(await replaced({ ...ahead, ignoreChecks: ["campaign-replaced"] })).to.deep.equal([]);
    expect(await replaced(old)).to.deep.equal([]);
  });

  it("is accepted as a new resource even if an unchanged CampaignSchedule has another campaignId", async () => {
    const old = { ...ahead, campaignId: "campaign-1" };
    const schedule = newRun();
    await schedule.diff("campaign-1", { ...old, account: "loopback" }, old);
    expect(await schedule.faults(ahead)).to.deep.equal([]);
  });

  it("advises to pause the campaign if the service refuses a changed date", async () => {
    await resource().create(ahead);
    const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
    expect(await rejection(resource().update("campaign-2", ahead, later))).to.match(
      /^CampaignSchedule "campaign-2": .* Pause the campaign first/,
    );
  });

  const removed = (words: string) =>
    `CampaignSchedule "campaign-2" was removed from the Pulumi state only: the campaign keeps its date${words}`;
  const isSent = (date: string) =>
    removed(
      ` and WILL still be sent at ${date}. To stop it, pause campaign campaign-2 in the service's web app.`,
    );
  const isOver = removed(", which is in the past.");
  for (const [when, zone, scheduledAt, left] of [
    ["in 2098", "", ahead.scheduledAt, isSent],
    ["in 2020", "", past.scheduledAt, () => isOver],
    ["an hour ago in UTC", "", hoursFromNow(-1), isSent],
    ["an hour ago in UTC", "UTC", hoursFromNow(-1), () => isOver],
    ["an hour ago in UTC", "Etc/GMT+12", hoursFromNow(-1), isSent],
  ] as const) {
    it(`${left === isSent ? "warns on delete that the campaign WILL be sent" : "reports on delete that the date is past"} if the date is ${when} and timeZone is ${zone === "" ? "not set" : zone}`, async () => {
      const state = { ...ahead, scheduledAt, account: "loopback" };
      await newRun({ timeZone: zone }).delete("campaign-2", state);
      expect(sent()).to.deep.equal([]);
      expect(warnings()).to.deep.equal([left(scheduledAt)]);
    });
  }
});

describe("the delete of a CampaignSchedule", function () {
  const { newRun, warnings } = useResource(this, "CampaignSchedule");

  it("shows no warning about the campaign's date if another resource of the run has scheduled the campaign", async () => {
    const run = newRun();
    await run.create(ahead);
    await run.delete("campaign-2", { ...ahead, account: "loopback" });
    expect(warnings()).to.deep.equal([]);
    await newRun().delete("campaign-2", { ...ahead, account: "loopback" });
    expect(warnings().join()).to.include("the campaign keeps its date and WILL still be sent");
  });
});

describe("CampaignSchedule with ignoreChecks=[schedule-past]", function () {
  const { emulator, resource, newRun, sent, warnings } = useResource(this, "CampaignSchedule");
  const recorded = { ...past, ignoreChecks: ["schedule-past"] };

  it("records the date without a request if the date is past in every time zone", async () => {
    expect(await resource().faults(recorded)).to.deep.equal([]);
    const { id, outs } = await resource().create(recorded);
    expect(id).to.equal("campaign-2");
    expect(outs).to.deep.equal({ ...recorded, sent: false, account: "loopback" });
    expect(sent()).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      'CampaignSchedule "campaign-2": scheduledAt: 2020-01-01 09:00:00 is in the past in every time zone, so the date is recorded in the state and not sent to the service',
    ]);
  });

  it("refuses the date if less than a day has passed since that date in any time zone", async () => {
    const today = { ...recorded, scheduledAt: hoursFromNow(-35) };
    expect((await resource().faults(today))[0]).to.match(lately(today.scheduledAt));
    expect(await resource().faults(recorded, ahead)).to.deep.equal([late(past.scheduledAt)]);
    expect(await resource().faults({ ...recorded, scheduledAt: hoursFromNow(-37) })).to.deep.equal(
      [],
    );
  });

  it("compares the date with the current time in timeZone if timeZone is set", async () => {
    const { faults } = newRun({ timeZone: "Pacific/Kiritimati" });
    // The clocks of this zone are 14 hours ahead of UTC.
    for (const scheduledAt of [13, -9].map(hoursFromNow)) {
      const [said] = await faults({ ...recorded, scheduledAt });
      expect(said).to.match(lately(scheduledAt, ""));
    }
    expect(await faults({ ...recorded, scheduledAt: hoursFromNow(-11) })).to.deep.equal([]);
    expect(await faults({ ...ahead, scheduledAt: hoursFromNow(15) })).to.deep.equal([]);
  });

  it("sends no request for a recorded date in later updates and deletes", async () => {
    const state = { ...recorded, sent: false, account: "loopback" };
    expect(await resource().faults(past, recorded)).to.deep.equal([]);
    const { outs } = await resource().update("campaign-2", state, past);
    expect(outs).to.deep.equal({ ...past, sent: false, account: "loopback" });
    await resource().delete("campaign-2", state);
    expect(sent()).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      'CampaignSchedule "campaign-2" was removed from the Pulumi state only: its date was never sent to the service.',
    ]);
    expect(emulator().snapshot().campaigns.at(-1)?.status).to.equal("Draft");
  });
});

describe("a CampaignSchedule", function () {
  const { emulator, resource, newRun, sent, warnings } = useResource(this, "CampaignSchedule");
  const dates = () => sent().flatMap(({ at, body }) => (at.startsWith("PUT ") ? [body] : []));
  const instant = { campaignId: "campaign-2", scheduledAt: "2098-03-01T09:00:00-05:00" };
  const newYork = { timeZone: "America/New_York" };

  it("fails the check of a date with a UTC offset if timeZone is not set", async () => {
    const fault =
      "scheduledAt: a time with an offset needs the setting timeZone, the time zone in which the service reads dates. Set stack config emailmarketing:timeZone to it, such as America/New_York, or use the form YYYY-MM-DD HH:MM:SS";
    expect(await resource().faults(instant)).to.deep.equal([`${fault} [validation scheduledAt]`]);
    expect(await resource().faults(instant, instant)).to.deep.equal([]);
    expect(await rejection(resource().create(instant))).to.equal(
      `CampaignSchedule "campaign-2": ${fault}. [config]`,
    );
    expect(sent()).to.deep.equal([]);
  });

  it('reports only that sending is "refuse" if a date with a UTC offset also needs timeZone', async () => {
    const refused =
      'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow". [validation]';
    newRun({ sending: "refuse" });
    expect(await resource().faults(instant)).to.deep.equal([refused]);
    expect(await rejection(resource().create(instant))).to.include(refused);
    expect(sent()).to.deep.equal([]);
  });

  it("sends a date with a UTC offset again if timeZone changes, and warns about that in the preview", async () => {
    const { outs } = await newRun(newYork).create(instant);
    emulator().patch("campaigns", "campaign-2", { status: "Paused" });
    sent();
    const announced =
      'CampaignSchedule "campaign-2": scheduledAt: the setting timeZone has changed, so the date is sent again: 2098-03-01 15:00:00 instead of 2098-03-01 09:00:00. The service changes a date only while the campaign is paused.';
    const respelled = { ...instant, scheduledAt: "2098-03-01T15:00:00[Europe/Berlin]" };
    for (const declared of [respelled, instant]) {
      const berlin = newRun({ timeZone: "Europe/Berlin" });
      expect(await berlin.diff("campaign-2", outs, declared)).to.deep.include({ changes: true });
      expect(warnings()).to.deep.equal([announced]);
    }
    const berlin = newRun({ timeZone: "Europe/Berlin" });
    const { outs: moved } = await berlin.update("campaign-2", outs, instant);
    expect(moved).to.include({ sentTime: "2098-03-01 15:00:00" });
    expect(dates()).to.deep.equal([{ scheduled_at: "2098-03-01 15:00:00" }]);
  });

  it("fails the check if the year has five digits in the service's time zone", async () => {
    const late = { ...instant, scheduledAt: "9999-12-31T23:59:59Z" };
    expect(await newRun({ timeZone: "Europe/Berlin" }).faults(late)).to.deep.equal([
      "scheduledAt: 9999-12-31T23:59:59Z is not in the years 0000 to 9999 by the clocks of Europe/Berlin. Set another time [validation scheduledAt]",
    ]);
    expect(await newRun(newYork).faults(late)).to.deep.equal([]);
  });

  it("fails the check if the clocks skip the local time, and only warns if the clocks show that time twice", async () => {
    const { faults } = newRun(newYork);
    const skipped = { ...instant, scheduledAt: "2098-03-09 02:30:00" };
    expect(await faults(skipped)).to.deep.equal([
      "scheduledAt: 2098-03-09 02:30:00 does not exist in America/New_York: the clocks go forward and skip it. Set another time, such as 2098-03-09 03:30:00 [schedule-time-skipped scheduledAt]",
    ]);
    expect(await faults({ ...skipped, ignoreChecks: ["schedule-time-skipped"] })).to.deep.equal([]);
    expect(await faults(skipped, skipped)).to.deep.equal([]);
    expect(await faults({ ...instant, scheduledAt: "2098-11-02 01:30:00" })).to.deep.equal([]);
    expect(await faults({ ...instant, scheduledAt: "2098-11-02T06:30:00Z" })).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      'CampaignSchedule "campaign-2": scheduledAt: 2098-11-02 01:30:00 happens twice in America/New_York: the clocks go back and repeat this hour. The service may use either time. Set a time outside this hour. [schedule-time-repeated scheduledAt]',
      'CampaignSchedule "campaign-2": scheduledAt: 2098-11-02T06:30:00Z is sent as 2098-11-02 01:30:00, which happens twice in America/New_York: the clocks go back and repeat this hour. The service may use either time. Set a time outside this hour. [schedule-time-repeated scheduledAt]',
    ]);
  });
});
