import { expect } from "chai";
import { useLog } from "../../../provider/account/step";
import { declarableTime } from "../../../provider/resources/campaign-schedule/read";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const account = "loopback";
const list = "POST /campaign/list";
const put = "PUT /campaign/campaign-2";
const there = "2098-03-02 10:00:00";
/** A date too far from the declared one for a time zone to be the only difference. */
const faraway = "2098-03-05 10:00:00";

describe("a campaign's date that was moved in the service", function () {
  const dated = useDatedCampaign(this);
  const { schedule, newRun, warnings, requests, be, update, refresh, settled } = dated;
  /** The state after a refresh has read the moved date. */
  const seenMoved = async () => {
    const state = await settled();
    be("Scheduled", { scheduled_at: there });
    return (await refresh(state)).state;
  };

  it("isn't overwritten by an update if the campaign is paused", async () => {
    const moved = await seenMoved();
    be("Paused");
    requests();
    warnings();
    const left = await update(moved, ahead);
    expect(requests()).to.deep.equal([list]);
    expect(warnings()).to.deep.equal([
      "CampaignSchedule \"campaign-2\": the date was moved in the service, and the campaign is paused, so the declared date was not sent. pulumi up resumes no paused campaign because of it. To keep the service's date, declare it in the program. To get the declared one, move it back in the service's web app.",
    ]);
    expect(left).to.deep.equal({ ...moved, status: "paused" });
    expect((await refresh(left)).inputs).to.equal(undefined);
    // The engine now has the declared date among its inputs, so by itself it would find no change.
    newRun();
    warnings();
    expect(await schedule().diff("campaign-2", left, ahead)).to.deep.equal({ changes: true });
    expect(warnings()).to.deep.equal([
      "CampaignSchedule \"campaign-2\": scheduledAt: the date was moved in the service's web app, and the update sends the declared one, which the service may refuse while the campaign is scheduled. pulumi up resumes no paused campaign because of it. To keep the service's date, declare it in the program. To get the declared one, move it back in the service's web app. [schedule-pause scheduledAt]",
    ]);
    be("Scheduled");
    expect((await refresh(left)).state).to.deep.equal({ ...moved, status: "scheduled" });
  });

  it("shows no more drift if somebody moves the date back", async () => {
    const state = await settled();
    be("Paused", { scheduled_at: there });
    const { state: moved, inputs } = await refresh(state);
    expect(inputs).to.deep.equal({ ...ahead, scheduledAt: there });
    expect(moved).to.deep.include({
      status: "paused",
      __reading: { scheduledDate: ahead.scheduledAt, declared: ahead.scheduledAt },
    });
    be("Paused", { scheduled_at: ahead.scheduledAt });
    expect((await refresh(moved)).inputs).to.deep.equal(ahead);
    newRun();
    requests();
    const back = await update(moved, ahead);
    expect(requests()).to.deep.equal([list]);
    expect(back).to.deep.include({ ...ahead, ...asSent, status: "paused" });
    expect(await schedule().diff("campaign-2", back, ahead)).to.not.have.property("changes");
  });

  for (const status of ["Draft", "Processing", "Finished", "Aborted"] as const) {
    it(`isn't reported as moved by an update if somebody has moved it back and the campaign has the status ${status}`, async () => {
      const moved = await seenMoved();
      be(status, { scheduled_at: ahead.scheduledAt });
      requests();
      warnings();
      const back = await update(moved, ahead);
      expect(requests()).to.deep.equal([list]);
      expect(warnings()).to.deep.equal([
        `CampaignSchedule "campaign-2": the campaign has this date and is ${status.toLowerCase()}, so the update sent no date.`,
      ]);
      expect(back).to.deep.include({ ...ahead, ...asSent, status: status.toLowerCase() });
      expect(await schedule().diff("campaign-2", back, ahead)).to.not.have.property("changes");
    });
  }

  it("is only recorded in the state if the program declares the moved date", async () => {
    const moved = await seenMoved();
    const adopting = { ...ahead, scheduledAt: there };
    requests();
    const adopted = await update(moved, adopting);
    expect(requests()).to.deep.equal([]);
    expect(adopted).to.deep.equal({ ...adopting, sent: true, status: "scheduled", account });
    expect(await schedule().diff("campaign-2", adopted, adopting)).to.not.have.property("changes");
    be("Paused");
    expect(await update(adopted, ahead)).to.deep.include({ ...asSent, status: "scheduled" });
    expect(requests()).to.deep.equal([list, put, list]);
  });
});

describe("a date that was moved in the service to the other side of a clock change", function () {
  const dated = useDatedCampaign(this);
  const { newRun, requests, be, warnings } = dated;
  const settings = { timeZone: "Europe/Berlin" };

  for (const [before, after, utc] of [
    ["2098-03-29 09:00:00", "2098-03-30 09:00:00", "2098-03-30T07:00:00Z"],
    ["2098-10-25 09:00:00", "2098-10-26 09:00:00", "2098-10-26T08:00:00Z"],
  ] as const) {
    it(`is only recorded in the state if the program declares the new date (${after})`, async () => {
      const declared = { ...ahead, scheduledAt: `${before.replace(" ", "T")}[Europe/Berlin]` };
      const { outs } = await newRun(settings).create(declared);
      be("Scheduled", { scheduled_at: after });
      const { props: moved = {} } = await newRun(settings).read("campaign-2", outs);
      expect(moved.scheduledAt).to.equal(after);
      requests();
      warnings();
      for (const scheduledAt of [after, utc, `${after.replace(" ", "T")}[Europe/Berlin]`]) {
        const adopting = { ...ahead, scheduledAt };
        const { diff, update } = newRun(settings);
        await diff("campaign-2", moved, adopting);
        expect(await update("campaign-2", moved, adopting)).to.have.nested.property(
          "outs.scheduledAt",
          scheduledAt,
        );
      }
      expect(requests()).to.not.include(put);
      expect([...new Set(warnings())]).to.deep.equal([
        'CampaignSchedule "campaign-2": scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.',
      ]);
    });
  }
});

describe("the service's date in a refresh", () => {
  const local = "2098-03-29 09:00:00";
  const instant = "2098-03-29T07:00:00Z";
  const [utc, utcNext] = ["2098-03-29 08:00:00", "2098-03-30 07:00:00"];
  const next = "2098-03-30 09:00:00";
  const iso = (time: string, zone = ".000Z") => `${time.replace(" ", "T")}${zone}`;
  const unset = { zone: undefined };

  for (const [title, base, text, is, more] of [
    [
      'is shown as local time if the service returns the local time of the setting "timeZone"',
      local,
      next,
      next,
    ],
    [
      "is shown as local time if the service returns fractions of a second",
      `${local}.000000`,
      `${next}.000000`,
      next,
    ],
    [
      "is shown as local time if the service returns ISO 8601 without a zone",
      iso(local, ""),
      iso(next, ""),
      next,
    ],
    ["is shown as local time if the service appends Z to local time", iso(local), iso(next), next],
    [
      "is shown as local time if the service appends Z to local time and timeZone is not set",
      iso(local),
      iso(next),
      next,
      unset,
    ],
    [
      "is shown as a UTC time with Z if the service returns UTC without a zone",
      utc,
      utcNext,
      "2098-03-30T07:00:00Z",
    ],
    [
      "is shown as a UTC time with Z if the service returns UTC with Z",
      iso(utc),
      iso(utcNext),
      "2098-03-30T07:00:00Z",
    ],
    [
      "is shown as a UTC time with Z if the program declares the date with a time zone",
      utc,
      utcNext,
      "2098-03-30T07:00:00Z",
      { scheduledAt: "2098-03-29T09:00:00[Europe/Berlin]" },
    ],
    [
      "is shown unchanged if the service returns neither a time in timeZone nor UTC",
      "2098-03-29 04:00:00",
      "2098-03-30 03:00:00",
      "2098-03-30 03:00:00",
    ],
    [
      "is shown unchanged if the service returns UTC and timeZone is not set",
      "2098-03-29T08:00:00Z",
      "2098-03-30T07:00:00Z",
      "2098-03-30T07:00:00Z",
      unset,
    ],
    [
      "is shown as the declared local time if the service returns the same time in another form",
      local,
      `${local}.000000`,
      local,
    ],
    [
      "is shown as the declared UTC time if the service returns the same time in another form",
      local,
      iso(local),
      instant,
      { scheduledAt: instant },
    ],
    [
      "is shown as the declared local time if the service returns the same time in UTC with Z",
      local,
      iso(utc),
      local,
    ],
    [
      "is shown unchanged as local time if the state has no earlier date of the service",
      undefined,
      "2098-04-30 09:00:00",
      "2098-04-30 09:00:00",
    ],
    [
      "is shown unchanged as a UTC time with Z if the state has no earlier date of the service",
      undefined,
      instant,
      instant,
    ],
    [
      "is shown unchanged if the date's format is unknown",
      "29.03.2098 09:00",
      "30.03.2098 09:00",
      "30.03.2098 09:00",
    ],
  ] as const) {
    it(title, () => {
      const shown = { scheduledAt: local, zone: "Europe/Berlin", ...(base && { base }), ...more };
      expect(declarableTime(text, shown)).to.equal(is);
    });
  }
});

describe("a date that was moved in the service", function () {
  const dated = useDatedCampaign(this);
  const { schedule, newRun, warnings, requests, be, create, update, refresh } = dated;
  const moved = async (scheduled_at: string = faraway) => {
    const { __reading: _, ...state } = await create();
    be("Scheduled", { scheduled_at });
    return refresh(state);
  };

  it("shows as drift even if the date was moved before the first read", async () => {
    const { state, inputs } = await moved();
    expect(inputs).to.deep.equal({ ...ahead, scheduledAt: faraway });
    expect((await refresh(state)).state).to.deep.equal(state);
    be("Scheduled", { scheduled_at: ahead.scheduledAt });
    expect((await refresh(state)).inputs).to.deep.equal(ahead);
  });

  it("shows no drift if the date was moved by 25 hours before the first read", async () => {
    const date = "2098-03-02 11:00:00";
    expect((await moved(date)).state).to.deep.include({
      ...ahead,
      __reading: { scheduledDate: date },
    });
  });

  it("shows as drift if the date was moved by more than 25 hours before the first read", async () => {
    expect((await moved("2098-03-02 11:00:01")).state).to.include({
      scheduledAt: "2098-03-02 11:00:01",
    });
  });

  it("shows no drift in the first read if the declared date is past or was never sent", async () => {
    const { __reading: _, ...state } = await create();
    be("Scheduled", { scheduled_at: faraway });
    const recorded = { ...state, sent: false };
    expect((await refresh(recorded)).state).to.include(ahead);
    const past = { ...state, scheduledAt: "2020-03-01 09:00:00", sentTime: "2020-03-01 09:00:00" };
    expect((await refresh(past)).state).to.include({ scheduledAt: "2020-03-01 09:00:00" });
  });

  for (const status of ["Draft", "Paused", "Finished", "Aborted", "Processing"] as const) {
    it(`isn't overwritten by an update if the campaign has the status ${status}`, async () => {
      const { state } = await moved();
      be(status, { sent_at: status === "Draft" ? undefined : "2026-01-01T00:00:00Z" });
      // If the campaign is being sent, was sent or was aborted, the state has the declared date again.
      const isOver = status !== "Draft" && status !== "Paused";
      const kept = isOver ? { ...ahead, sent: true, account } : state;
      expect((await refresh(state)).state.scheduledAt).to.equal(kept.scheduledAt);
      requests();
      const left = await update(state, ahead);
      expect(requests()).to.deep.equal([list]);
      expect(left).to.deep.equal({ ...kept, status: status.toLowerCase() });
      expect((await refresh(left)).state).to.deep.equal(left);
    });
  }

  it("stays in the state, and isn't overwritten by an update, if the campaign can't be read", async () => {
    const { state } = await moved();
    be("unread");
    requests();
    expect(await update(state, ahead)).to.deep.equal(state);
    expect(requests()).to.deep.equal([list]);
    expect(warnings().join()).to.include("the campaign can't be read, so its date was not sent.");
  });

  it('causes a warning with advice to set "timeZone" if that setting is unset', async () => {
    const moved = {
      ...ahead,
      scheduledAt: "2098-03-05T15:00:00Z",
      sent: true,
      status: "scheduled",
      __reading: { scheduledDate: "2098-03-01T14:00:00Z", declared: ahead.scheduledAt },
      account,
    };
    const said = async () => {
      await schedule().diff("campaign-2", moved, ahead);
      return warnings().join();
    };
    expect(await said()).to.include(
      "To keep the service's date, set timeZone (stack config emailmarketing:timeZone) to the time zone in which the service reads dates, and declare it in the program.",
    );
    newRun({ timeZone: "America/New_York" });
    expect(await said()).to.include("To keep the service's date, declare it in the program.");
    // The service shows dates in another zone than it reads them, so a declared local time would be another time.
    Object.assign(moved, {
      scheduledAt: "2098-03-05 16:00:00",
      __reading: { ...moved.__reading, scheduledDate: "2098-03-01 15:00:00" },
    });
    newRun();
    useLog();
    expect(await said()).to.include("set timeZone");
  });

  it("causes a warning, but no drift, if the service returns the same moved date after an update", async () => {
    const { state } = await moved();
    // The state after an update whose date the service has accepted.
    const sent = { ...state, ...ahead, ...asSent, __reading: { before: faraway } };
    be("Scheduled", { scheduled_at: faraway });
    warnings();
    const { state: settled } = await refresh(sent);
    expect(settled).to.deep.include({ ...ahead, __reading: { scheduledDate: faraway } });
    expect(warnings()).to.deep.equal([
      'CampaignSchedule "campaign-2": scheduledAt: the service returned 2098-03-05 10:00:00 again after the declared date was sent. This is taken as the service\'s form of the declared date, and later refreshes compare with it.',
    ]);
    expect((await refresh(settled)).state).to.deep.equal(settled);
    expect(warnings()).to.deep.equal([]);
  });
});
