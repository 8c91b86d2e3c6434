import { expect } from "chai";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const account = "loopback";
const list = "POST /campaign/list";
const put = "PUT /campaign/campaign-2";
const there = "2098-03-02 10:00:00";

describe("a date that somebody has moved in the service", function () {
  const dated = useDatedCampaign(this);
  const { schedule, told, requests, be, update, refresh, settled } = dated;
  /** The state once a refresh has shown the move. */
  const seenMoved = async () => {
    const state = await settled();
    be("Scheduled", { scheduled_at: there });
    return (await refresh(state)).state;
  };

  it("is not sent back to one that is paused, not said to be, and shows as moved again once somebody has resumed it", async () => {
    const moved = await seenMoved();
    be("Paused");
    requests();
    told();
    const left = await update(moved, ahead);
    expect(requests()).to.deep.equal([list]);
    expect(told()).to.deep.equal([
      "CampaignSchedule \"campaign-2\": the date was moved in the service, and the campaign is paused, so the declared date was not sent. pulumi up resumes no paused campaign because of it. To keep the service's date, declare it in the program. To get the declared one, move it back in the service's web app.",
    ]);
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
    expect(requests()).to.deep.equal([list, put, list]);
  });
});
