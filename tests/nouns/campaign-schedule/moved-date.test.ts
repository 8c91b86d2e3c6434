import { expect } from "chai";
import type { Properties } from "../../../provider/input/plain";
import { failure, rejection } from "../../support/rejection";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const account = "loopback";
const list = "POST /campaign/list";
const put = "PUT /campaign/campaign-2";
const there = "2098-03-02 10:00:00";

describe("a date that somebody has moved in the service", function () {
  const dated = useDatedCampaign(this);
  const { emulator, schedule, told, requests, be, update, refresh, settled } = dated;
  /** The state once a refresh has shown the move. */
  const seenMoved = async () => {
    const state = await settled();
    be("Scheduled", { scheduled_at: there });
    return (await refresh(state)).state;
  };

  it("is not said to be sent where it was not, and shows as moved again once somebody has resumed it", async () => {
    const moved = await seenMoved();
    be("Paused");
    const left = await update(moved, ahead);
    expect(left).to.deep.equal({
      ...ahead,
      sent: true,
      status: "paused",
      reading: { scheduledDate: ahead.scheduledAt },
      account,
    });
    be("Scheduled");
    expect((await refresh(left)).state).to.deep.include({
      scheduledAt: there,
      reading: { scheduledDate: ahead.scheduledAt, declared: ahead.scheduledAt },
    });
  });

  describe("once it was moved, and refused until somebody pauses the campaign", () => {
    const refused = async () => {
      const moved = await seenMoved();
      const error = await failure(schedule().update("campaign-2", moved, ahead));
      expect(error.message).to.match(/Pause the campaign first/);
      expect(error.id).to.equal("campaign-2");
      const { reading, ...rest } = moved;
      expect(error.properties).to.deep.equal({
        ...rest,
        reading: { ...(reading as object), isAwaited: true },
      });
      requests();
      return error.properties as Properties;
    };
    const restored = { ...ahead, ...asSent, status: "scheduled", account };
    const expectRestored = async (state: Properties) => {
      expect(await update(state, ahead)).to.deep.equal(restored);
      expect(emulator().snapshot().campaigns[1]).to.deep.include({
        status: "Scheduled",
        scheduled_at: ahead.scheduledAt,
      });
    };

    it("is sent once somebody has", async () => {
      const state = await refused();
      be("Paused");
      await expectRestored(state);
    });

    it("is sent after refreshes before and after the pause, too", async () => {
      const state = await refused();
      const { state: still } = await refresh(state);
      expect(still).to.deep.equal(state);
      be("Paused");
      const { state: paused } = await refresh(still);
      expect(paused).to.deep.equal({ ...state, status: "paused" });
      await expectRestored(paused);
    });

    it("is not sent after somebody has resumed the campaign, and paused it again", async () => {
      const state = await refused();
      be("Paused");
      const { state: paused } = await refresh(state);
      be("Scheduled");
      const { state: resumed } = await refresh(paused);
      be("Paused");
      requests();
      expect(await update(resumed, ahead)).to.deep.include({ ...ahead, status: "paused" });
      expect(requests()).to.deep.equal([list]);
    });

    it("is not sent where part of the campaign was, or where it has the date and is paused", async () => {
      const state = await refused();
      be("Paused", { sent_at: "2026-01-01T00:00:00Z", report_summary: { sent: 7 } });
      expect(await rejection(update(state, ahead))).to.include("was sent to 7 contacts already");
      be("Paused", { scheduled_at: ahead.scheduledAt });
      expect(await update(state, ahead)).to.deep.include({ ...ahead, status: "paused" });
      expect(requests()).to.deep.equal([list, list]);
    });

    it("is not sent to one that was aborted", async () => {
      const state = await refused();
      be("Aborted");
      const { sentTime, ...left } = restored;
      expect(await update(state, ahead)).to.deep.equal({
        ...left,
        status: "aborted",
        reading: { scheduledDate: sentTime },
      });
      expect(requests()).to.deep.equal([list]);
    });
  });

  it("is forgotten once the program declares the date that it was moved to", async () => {
    const moved = await seenMoved();
    const adopting = { ...ahead, scheduledAt: there };
    // The engine compares the state with its own inputs first, and then with the program.
    expect(await schedule().diff("campaign-2", moved, adopting)).to.not.have.property("changes");
    told();
    const diff = await schedule().diff("campaign-2", moved, adopting);
    expect(diff).to.deep.equal({ changes: true });
    expect(told()).to.deep.equal([
      'CampaignSchedule "campaign-2": scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.',
    ]);
    requests();
    const adopted = await update(moved, adopting);
    expect(requests()).to.deep.equal([]);
    expect(adopted).to.deep.equal({ ...adopting, sent: true, status: "scheduled", account });
    expect(await schedule().diff("campaign-2", adopted, adopting)).to.not.have.property("changes");
    // A return to the first date is the program's own decision, as any other date is.
    be("Paused");
    expect(await update(adopted, ahead)).to.deep.include({ ...asSent, status: "scheduled" });
    expect(requests()).to.deep.equal([list, put]);
  });
});
