import { expect } from "chai";
import { failure } from "../../support/rejection";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const there = "2098-03-05 10:00:00";
const list = "POST /campaign/list";

describe("a date that was moved while its reading is open", function () {
  const dated = useDatedCampaign(this);
  const { emulator, schedule, told, requests, be, create, update, refresh } = dated;
  const moved = async (scheduled_at: string = there) => {
    const { reading: _, ...state } = await create();
    be("Scheduled", { scheduled_at });
    return refresh(state);
  };

  it("shows as changed, and still does with the next refresh", async () => {
    const { state, inputs } = await moved();
    expect(inputs).to.deep.equal({ ...ahead, scheduledAt: there });
    expect((await refresh(state)).state).to.deep.equal(state);
    be("Scheduled", { scheduled_at: ahead.scheduledAt });
    expect((await refresh(state)).inputs).to.deep.equal(ahead);
  });

  it("is no difference where zones may explain it", async () => {
    const date = "2098-03-02 11:00:00";
    expect((await moved(date)).state).to.deep.include({
      ...ahead,
      reading: { scheduledDate: date },
    });
  });

  it("is one from 26 hours on", async () => {
    expect((await moved("2098-03-02 11:00:01")).state).to.include({
      scheduledAt: "2098-03-02 11:00:01",
    });
  });

  it("is not compared where it was only recorded, or is past", async () => {
    const { reading: _, ...state } = await create();
    be("Scheduled", { scheduled_at: there });
    const recorded = { ...state, sent: false };
    expect((await refresh(recorded)).state).to.include(ahead);
    const past = { ...state, scheduledAt: "2020-03-01 09:00:00", sentTime: "2020-03-01 09:00:00" };
    expect((await refresh(past)).state).to.include({ scheduledAt: "2020-03-01 09:00:00" });
  });

  it("stays the baseline that an older version has written", async () => {
    const state = await create();
    be("Scheduled", { scheduled_at: there });
    const old = { ...state, reading: { scheduledDate: there } };
    expect((await refresh(old)).state).to.deep.equal(old);
  });

  for (const status of ["Draft", "Paused", "Finished", "Aborted", "Processing"] as const) {
    it(`is not sent back to a campaign that is ${status}`, async () => {
      const { state } = await moved();
      be(status, { sent_at: status === "Draft" ? undefined : "2026-01-01T00:00:00Z" });
      requests();
      await update(state, ahead);
      expect(requests()).to.deep.equal([list]);
    });
  }

  it("is not sent back where the campaign can't be read", async () => {
    const { state } = await moved();
    emulator().faults([{ path: "/campaign/list", times: 9, kind: "status", status: 405 }]);
    requests();
    await update(state, ahead);
    expect(requests()).to.deep.equal([list]);
    expect(told().join()).to.include("the campaign can't be read, so its date was not sent.");
  });

  it("names both dates and the way to keep it where the service wants a pause first", async () => {
    const { state } = await moved();
    const error = await failure(schedule().update("campaign-2", state, ahead));
    expect(error.message).to.include(
      "the program declares 2098-03-01 09:00:00, and the service has 2098-03-05 10:00:00.",
    );
    expect(error.message).to.not.match(/lists|segment|Pause the campaign first/);
  });

  it("is the service's spelling if it comes back after the declared one was sent", async () => {
    const { state } = await moved();
    // A service that takes the declared date at once.
    const sent = { ...state, ...ahead, ...asSent, reading: { before: there } };
    be("Scheduled", { scheduled_at: there });
    told();
    const { state: settled } = await refresh(sent);
    expect(settled).to.deep.include({ ...ahead, reading: { scheduledDate: there } });
    expect(told()).to.deep.equal([
      'CampaignSchedule "campaign-2": scheduledAt: the service returned 2098-03-05 10:00:00 again after the declared date was sent. This is taken as the service\'s form of the declared date, and later refreshes compare with it.',
    ]);
    expect((await refresh(settled)).state).to.deep.equal(settled);
    expect(told()).to.deep.equal([]);
  });
});
