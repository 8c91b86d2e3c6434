import { expect } from "chai";
import { extended, useResource } from "../../support/resource";
import { spring } from "../campaign/spring";

const declaredDate = "2098-03-01 09:00:00";
const account = "loopback";

/** The states of a Campaign and a CampaignSchedule as an older version wrote them. */
const reading = {
  name: "db29e82a9287fc2834d8596af212c2da01149ebab1f0a48437b1f0c990af7647",
  subject: "9dca237583dcb96ddd5cf961a1c3a3ed8cdb7574e64d06beb0e7b9c25abf1041",
  replyTo: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  html: "d0a26d23e9d8e0538fd47e7bc502d26cf6c320e8daaec7c8521d4769530f5900",
  sender: "2db48e6159d83bfefb4e7890de3b6eec768c2f9b92836588906578253a349dac",
  lists: "aabe76f1f4ec532b6a9928e5cc4bc8654f1578ca32573768c572b03d153ea33c",
};
const campaign = {
  ...spring,
  status: "scheduled",
  scheduledDate: declaredDate,
  __reading: reading,
  account,
};
const date = { campaignId: "campaign-3", scheduledAt: declaredDate };
const schedule = {
  ...date,
  sent: true,
  sentTime: declaredDate,
  status: "scheduled",
  __reading: { scheduledDate: declaredDate },
  account,
};

/** The same states after a refresh has found another subject and another date. */
const there = "2098-03-02 10:00:00";
const editedCampaign = {
  ...campaign,
  subject: "Edited",
  scheduledDate: there,
  __reading: { ...reading, declared: { subject: spring.subject } },
};
const movedSchedule = {
  ...date,
  scheduledAt: there,
  sent: true,
  status: "scheduled",
  __reading: { scheduledDate: declaredDate, declared: declaredDate },
  account,
};

describe("the state that an older version has written", function () {
  const { emulator, resource, newRun, warnings } = useResource(this, "Campaign", extended);
  const id = "campaign-3";
  beforeEach("creates and schedules the campaign in the service", async () => {
    const created = await resource().create(spring);
    expect(created.id).to.equal(id);
    await resource("CampaignSchedule").create(date);
    newRun();
    warnings().splice(0);
  });

  it("shows no change in a refresh or a diff if the campaign is unchanged", async () => {
    expect(await resource().read(id, campaign)).to.deep.equal({ id, props: campaign });
    expect(await resource("CampaignSchedule").read(id, schedule)).to.deep.equal({
      id,
      props: schedule,
    });
    expect(await resource().diff(id, campaign, spring)).to.not.have.property("changes");
    const { changes } = await resource("CampaignSchedule").diff(id, schedule, date);
    expect(changes).to.equal(undefined);
    expect(warnings()).to.deep.equal([]);
  });

  it("shows no change, and causes no finding campaign-drifted, if a list was renamed", async () => {
    emulator().patch("lists", "list-1", { name: "Clients" });
    expect(await resource().read(id, campaign)).to.deep.equal({ id, props: campaign });
    newRun();
    await resource().diff(id, campaign, { ...spring, subject: "Newer" });
    expect(warnings().filter((warning) => warning.includes("campaign-drifted"))).to.deep.equal([]);
  });

  it("shows no change in a refresh if the previous refresh has already found somebody's edits", async () => {
    emulator().patch("campaigns", id, { subject: "Edited", scheduled_at: there });
    expect(await resource().read(id, editedCampaign)).to.deep.equal({ id, props: editedCampaign });
    expect(await resource("CampaignSchedule").read(id, movedSchedule)).to.deep.equal({
      id,
      props: movedSchedule,
    });
    expect(warnings()).to.deep.equal([]);
  });

  it("has the declared values after a refresh if somebody has undone the edits in the service", async () => {
    const { props } = await resource().read(id, editedCampaign);
    const { props: dated } = await resource("CampaignSchedule").read(id, movedSchedule);
    expect(props).to.deep.equal(campaign);
    const { sentTime: _, ...rest } = schedule;
    expect(dated).to.deep.equal(rest);
  });
});
