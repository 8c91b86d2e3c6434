import { expect } from "chai";
import { unknownValue } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { failure, rejection } from "../../support/rejection";
import { spring } from "../campaign/spring";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00" };
const read = { __reading: { scheduledDate: ahead.scheduledAt } };
const account = "loopback";
const list = "POST /campaign/list";
const put = "PUT /campaign/campaign-2";

describe("a CampaignSchedule's date", function () {
  const dated = useDatedCampaign(this);
  const { emulator, resource, schedule, newRun, warnings, requests } = dated;
  const { be, create, update, refresh, settled } = dated;

  it("is sent if the campaign is a draft", async () => {
    expect(await create()).to.deep.equal({
      ...ahead,
      ...asSent,
      ...read,
      status: "scheduled",
      account,
    });
    expect(requests()).to.deep.equal([list, put, list]);
  });

  it("is not sent if the campaign already has the declared date", async () => {
    be("Scheduled", { scheduled_at: ahead.scheduledAt });
    expect(await create()).to.deep.include({ status: "scheduled" });
    expect(requests()).to.deep.equal([list]);
  });

  it("is sent to a paused campaign only if no one was emailed", async () => {
    be("Paused", { scheduled_at: ahead.scheduledAt });
    await update({ ...ahead, status: "scheduled", account }, later);
    expect(requests()).to.deep.equal([list, put, list]);
    be("Paused", { sent_at: "2026-01-01T00:00:00Z", report_summary: { sent: 7 } });
    expect(await rejection(update({ ...later, account }, ahead))).to.match(
      /^CampaignSchedule "campaign-2": the campaign is paused, and was sent to 7 contacts already, so its date was not sent:/,
    );
    expect(requests()).to.deep.equal([list]);
  });

  for (const [status, words] of [
    ["Processing", "is being sent"],
    ["Finished", "was sent"],
    ["Aborted", "was aborted"],
  ] as const) {
    it(`is not sent, and the create fails, if the campaign's status is ${status.toLowerCase()}`, async () => {
      be(status, { sent_at: "2025-12-31T23:59:30Z" });
      expect(await rejection(create())).to.include(
        `the campaign ${words}, so its date was not sent`,
      );
      expect(requests()).to.deep.equal([list]);
      expect(emulator().snapshot().campaigns[1]?.status).to.equal(status);
    });
  }

  it("is recorded and not sent if the date is past and the campaign was sent", async () => {
    be("Finished", { sent_at: "2025-12-31T00:00:00Z" });
    const past = { ...ahead, scheduledAt: "2020-01-01 09:00:00" };
    expect(await create(past)).to.deep.equal({
      ...past,
      sent: false,
      status: "finished",
      account,
    });
    expect(requests()).to.deep.equal([list]);
    expect(warnings()).to.deep.equal([
      'CampaignSchedule "campaign-2": the campaign was sent, so its date was recorded and not sent.',
    ]);
  });

  it("is not sent if the campaign is missing from the service's list", async () => {
    emulator().remove("campaigns", "campaign-2");
    newRun();
    const state = { ...ahead, ...asSent, status: "missing", account };
    await schedule().diff("campaign-2", state, ahead);
    expect(warnings()).to.deep.equal([]);
    await schedule().diff("campaign-2", state, later);
    expect(warnings()).to.deep.equal([
      `CampaignSchedule "campaign-2": campaign campaign-2 is missing from the service's list of campaigns, so the update will fail. If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, which creates it again. [campaign-unknown campaignId]`,
    ]);
    const letPass = { ...later, ignoreChecks: ["campaign-unknown"] };
    await schedule().diff("campaign-2", state, letPass);
    expect(warnings()[0]).to.include("ignoreChecks can't suppress this");
    expect(await rejection(update(state, later))).to.include("is missing from the service's list");
    expect(await rejection(create())).to.include(
      "the campaign is missing from the service's list of campaigns, so its date was not sent",
    );
    expect(requests()).to.not.include(put);
  });

  it("causes only a warning if the campaign is missing and the new date is still unknown in the preview", async () => {
    emulator().remove("campaigns", "campaign-2");
    newRun({ preflight: "error" });
    const state = { ...ahead, ...asSent, account };
    await schedule().diff("campaign-2", state, { ...ahead, scheduledAt: unknownValue });
    expect(warnings()[0]).to.match(
      /^CampaignSchedule "campaign-2": only the update knows whether the date changes\. If it does: campaign campaign-2 is missing from the service's list of campaigns, so the update will fail\. .* \[campaign-unknown campaignId\]$/,
    );
  });

  it("causes a warning that shows the campaign's id if campaignId is the campaign's name", async () => {
    newRun();
    const campaignId = "Spring news";
    const state = { ...ahead, ...asSent, account, campaignId };
    const preview = () => schedule().diff(campaignId, state, { ...later, campaignId });
    await preview();
    const words =
      "campaign Spring news is missing from the service's list of campaigns, so the update will fail.";
    expect(warnings().splice(0).join()).to.include(
      `${words} The campaign with the name "Spring news" has the id "campaign-2": use the id. [campaign-unknown campaignId]`,
    );
    emulator().patch("campaigns", "campaign-1", { name: "Spring news" });
    newRun();
    await preview();
    expect(warnings().splice(0).join()).to.include(
      `${words} Campaigns with the name "Spring news" have the ids "campaign-2", "campaign-1": use one of them. [campaign-unknown campaignId]`,
    );
    expect(requests()).to.not.include(put);
  });

  it("is not sent if the service's list of campaigns is invalid JSON", async () => {
    emulator().faults([{ path: "/campaign/list", times: 99, kind: "bad-json" }]);
    expect(await rejection(create())).to.match(/^CampaignSchedule "campaign-2": /);
    expect(requests()).to.deep.equal([list]);
  });

  it("is sent if the service has no operation that lists campaigns", async () => {
    be("unread");
    await create();
    expect(requests()).to.deep.equal([list, put]);
  });

  it("is not sent again after a lost response if the campaign already has the date", async () => {
    emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "reset-after" }]);
    expect(await create()).to.deep.equal({
      ...ahead,
      ...asSent,
      ...read,
      status: "scheduled",
      account,
    });
    expect(requests()).to.deep.equal([list, put, list]);
    expect(emulator().snapshot().campaigns[1]).to.deep.include({
      status: "Scheduled",
      scheduled_at: ahead.scheduledAt,
    });
  });

  it("is sent again after a lost request if the campaign doesn't have the date", async () => {
    emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "reset-before" }]);
    await create();
    expect(requests()).to.deep.equal([list, put, list, put, list]);
  });

  for (const operations of ["specified", "extended"]) {
    describe("on a retry", function () {
      const { now } = Date;
      useSkippedWaits(this, () => {
        Date.now = () => now() + 7_200_000;
      });
      afterEach(() => {
        Date.now = now;
      });

      it(`is not sent again if the date has passed since the first attempt (operations=${operations})`, async () => {
        const hourAhead = new Date(now() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");
        emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "reset-before" }]);
        newRun({ timeZone: "UTC", operations });
        expect(await rejection(create({ ...ahead, scheduledAt: hourAhead }))).to.include(
          "scheduledAt: is in the past by now, so it is not sent",
        );
        expect(requests().filter((one) => one === put)).to.have.length(1);
        expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
      });
    });
  }

  describe("on a second attempt", function () {
    useSkippedWaits(this, () => be("Draft", { name: "Other", subject: "Not yet!" }));

    it("is not sent again if the service shows another campaign under the id by then", async () => {
      const campaign = { ...spring, name: "Spring news" };
      await resource("Campaign").diff("campaign-2", { ...campaign, account }, campaign);
      requests();
      emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "reset-before" }]);
      expect(await rejection(create())).to.include(
        'CampaignSchedule "campaign-2": the service shows another campaign under the id "campaign-2": neither its name nor its subject is the declared or the recorded one, so the date was not sent.',
      );
      // The second reading first searches for the campaign's previous name.
      expect(requests()).to.deep.equal([list, put, list, list]);
      expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
    });
  });

  describe("on a third attempt", function () {
    let waits = 0;
    useSkippedWaits(this, () => {
      waits += 1;
      be(waits === 1 ? "Draft" : "Scheduled", { scheduled_at: "2098-03-01 08:00:00" });
    });

    it("is not sent again if the campaign has got a date since the first attempt and is scheduled by now", async () => {
      emulator().faults([{ method: "PUT", path: "/campaign/*", times: 2, kind: "reset-before" }]);
      expect(await create()).to.deep.include({ status: "scheduled" });
      expect(requests()).to.deep.equal([list, put, list, put, list]);
    });
  });

  it("is checked without a request if preflight is off and the dates alone allow sending", async () => {
    newRun({ preflight: "off" });
    await schedule().diff("campaign-2", { ...ahead, ...asSent, account }, later);
    expect(requests()).to.deep.equal([]);
  });

  it("is not sent again after a lost response if somebody has paused the campaign", async () => {
    be("Scheduled", { scheduled_at: ahead.scheduledAt });
    be("Paused");
    const open = { ...ahead, account, unconfirmed: ["scheduledAt"] };
    expect(await update(open, ahead)).to.deep.include({ status: "paused" });
    expect(requests()).to.deep.equal([list]);
    expect(emulator().snapshot().campaigns[1]?.status).to.equal("Paused");
  });

  describe("whose request got no response", () => {
    const past = { ...ahead, scheduledAt: "2020-01-01 09:00:00" };
    const open = { ...past, account, unconfirmed: ["campaignId", "scheduledAt"] };
    const late =
      /^CampaignSchedule "campaign-2": scheduledAt: a date that was sent without a reply is past, so the campaign may have been sent/;

    it("is in the state as unconfirmed, so that a later update with another date knows of it", async () => {
      emulator().faults([{ method: "PUT", path: "/campaign/*", times: 9, kind: "html" }]);
      newRun({ operations: "specified" });
      const { properties = {} } = await failure(create());
      expect(properties).to.deep.include({ ...ahead, unconfirmedTimes: [ahead.scheduledAt] });
    });

    it("is in the state with the dates that an earlier request may have set", async () => {
      emulator().faults([{ method: "PUT", path: "/campaign/*", times: 9, kind: "html" }]);
      newRun({ operations: "specified" });
      const lost = "2098-02-01 09:00:00";
      const old = { ...ahead, ...asSent, unconfirmedTimes: [lost], account };
      const { properties = {} } = await failure(update(old, later));
      const unconfirmedTimes = [ahead.scheduledAt, lost, later.scheduledAt];
      expect(properties).to.deep.include({ ...ahead, unconfirmedTimes });
    });

    it("is refused if the date is past by now and the campaign is still a draft", async () => {
      expect(await rejection(schedule().diff("campaign-2", open, past))).to.match(late);
      requests();
      expect(await rejection(update(open, past))).to.match(late);
      expect(requests()).to.deep.equal([list]);
      expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
    });

    it("is recorded without a request if ignoreChecks has schedule-past and the campaign has no other date", async () => {
      const recorded = { ...past, ignoreChecks: ["schedule-past"] };
      const old = { ...open, ...recorded };
      expect(await update(old, recorded)).to.deep.include({ sent: false, status: "draft" });
      expect(warnings()).to.deep.equal([
        'CampaignSchedule "campaign-2": a date was sent without a reply and may be past, so the declared date was recorded and not sent.',
      ]);
      be("Scheduled", { scheduled_at: ahead.scheduledAt });
      newRun();
      expect(await rejection(update(old, recorded))).to.match(late);
      expect(requests()).to.not.include(put);
    });
  });

  describe("in a refresh", () => {
    it("shows as drift if somebody has moved the date, and the error of the next update names both dates", async () => {
      const state = await settled();
      be("Scheduled", { scheduled_at: "2098-03-02 10:00:00" });
      const { state: moved, inputs } = await refresh(state);
      expect(inputs).to.deep.equal({ ...ahead, scheduledAt: "2098-03-02 10:00:00" });
      expect((await refresh(moved)).inputs).to.equal(undefined);
      requests();
      // The service accepts another date only while the campaign is paused.
      const refusal = await rejection(update(moved, ahead));
      expect(refusal).to.include(
        "The date was moved in the service: the program declares 2098-03-01 09:00:00, and the service has 2098-03-02 10:00:00. pulumi up resumes no paused campaign because of it.",
      );
      expect(refusal).to.not.match(/Pause the campaign first|pulumi up again/);
      expect(requests()).to.deep.equal([list, put]);
    });

    it("shows no drift if somebody has moved the date there and back", async () => {
      const state = await settled();
      be("Scheduled", { scheduled_at: "2098-03-02 10:00:00" });
      const { state: moved } = await refresh(state);
      be("Scheduled", { scheduled_at: ahead.scheduledAt });
      // The refresh that finds the moved date drops sentTime from the state.
      const { sentTime, ...rest } = state;
      expect(sentTime).to.equal(ahead.scheduledAt);
      expect((await refresh(moved)).state).to.deep.equal(rest);
    });

    it("stays as declared, with one warning for each new status, if the campaign was paused, aborted or sent", async () => {
      let state = await settled();
      for (const [status, words] of [
        [
          "Paused",
          "is paused: it isn't sent until it is resumed in the service's web app. pulumi up doesn't resume it, unless the program declares another date, which does.",
        ],
        ["Aborted", "was aborted."],
        ["Finished", "was sent."],
      ] as const) {
        be(status);
        warnings();
        ({ state } = await refresh(state));
        expect(state).to.deep.include({ ...ahead, status: status.toLowerCase() });
        await refresh(state);
        // The campaign's name may be secret, which the schedule's state doesn't show.
        expect(warnings()).to.deep.equal([`Campaign campaign-2 ${words}`]);
      }
    });
  });

  for (const [status, before, words] of [
    ["Scheduled", "paused", "the campaign keeps its date and WILL still be sent at 2098"],
    [
      "Paused",
      "scheduled",
      "the campaign is paused and keeps its date: it isn't sent unless somebody resumes it",
    ],
    ["Aborted", "scheduled", "the campaign was aborted."],
    ["Finished", "scheduled", "the campaign was sent."],
    ["unread", "paused", "the campaign keeps its date and WILL still be sent at 2098"],
  ] as const) {
    it(`stays unchanged in the service, with a warning, after a delete if the campaign's status ${status === "unread" ? "can't be read" : `is ${status}`}`, async () => {
      be(status, { scheduled_at: ahead.scheduledAt });
      newRun();
      await schedule().delete("campaign-2", { ...ahead, ...asSent, status: before, account });
      expect(warnings().at(-1)).to.include(
        `CampaignSchedule "campaign-2" was removed from the Pulumi state only: ${words}`,
      );
      expect(requests()).to.deep.equal([list]);
    });
  }

  for (const [status, words] of [
    ["Draft", undefined],
    ["Scheduled", "the campaign is scheduled now, and the service changes a date only while"],
    ["Paused", "the campaign is paused now, and the new date resumes it"],
    [
      "unread",
      "the service changes a date only while the campaign is paused, which can't be checked",
    ],
  ] as const) {
    it(`${words === undefined ? "can be changed without a warning" : "causes a warning on a change"} if the campaign's status ${status === "unread" ? "can't be read" : `is ${status}`}`, async () => {
      be(status);
      newRun();
      await schedule().check(ahead, later);
      await schedule().diff("campaign-2", { ...ahead, ...asSent, account }, later);
      const said = warnings().filter((one) => one.includes("[schedule-pause scheduledAt]"));
      expect(said).to.have.length(words === undefined ? 0 : 1);
      if (words !== undefined) expect(said[0]).to.include(`scheduledAt: ${words}`);
    });
  }

  for (const [status, words] of [
    ["Draft", undefined],
    [
      "Scheduled",
      "scheduledAt: only the update knows whether the date changes. If it does: the campaign is scheduled now, and the service changes a date only while the campaign is paused. Pause it in the service's web app before you run pulumi up. The new date then resumes it. [schedule-pause scheduledAt]",
    ],
    [
      "Paused",
      "scheduledAt: only the update knows whether the date changes. If it does: the campaign is paused now, and the new date resumes it: it will be sent on that date. [schedule-pause scheduledAt]",
    ],
    [
      "Finished",
      "campaignId: only the update knows whether the date changes. If it does: the campaign was sent, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule. [campaign-closed campaignId]",
    ],
  ] as const) {
    it(`causes ${words === undefined ? "no warning" : "a warning"} if the new date is still unknown and the campaign's status is ${status}`, async () => {
      be(status);
      newRun({ preflight: "error" });
      const given = { ...ahead, scheduledAt: unknownValue };
      await schedule().check(ahead, given);
      await schedule().diff("campaign-2", { ...ahead, ...asSent, account }, given);
      const said = warnings().filter((one) => / \[(schedule-pause|campaign-closed) /.test(one));
      const expected = words === undefined ? [] : [`CampaignSchedule "campaign-2": ${words}`];
      expect(said).to.deep.equal(expected);
    });
  }
});
