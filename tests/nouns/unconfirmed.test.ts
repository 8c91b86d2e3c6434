import { expect } from "chai";
import { campaignLifecycle } from "../../provider/nouns/campaign/resource";
import { campaignScheduleLifecycle } from "../../provider/nouns/campaign-schedule/resource";
import { webhookActivationLifecycle } from "../../provider/nouns/webhook-activation/resource";
import { useResource } from "../support/driven-resource";
import { currentWayIn, dynamicProperties } from "../support/way-in";

const campaign = {
  name: "Newsletter",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
  listIds: ["list-1"],
};

const cases = [
  {
    lifecycle: webhookActivationLifecycle,
    id: "webhook-1",
    before: { webhookId: "webhook-1", active: false },
    after: { webhookId: "webhook-1" },
    unsettled: ["active"],
    back: { at: "POST /webhooks/toggle/webhook-1", body: { status: "0" } },
  },
  {
    lifecycle: campaignScheduleLifecycle,
    id: "campaign-1",
    before: { campaignId: "campaign-1", scheduledAt: "2098-03-01 09:00:00" },
    after: { campaignId: "campaign-1", scheduledAt: "2098-03-02 09:00:00" },
    unsettled: ["scheduledAt"],
    back: { at: "PUT /campaign/campaign-1", body: { scheduled_at: "2098-03-01 09:00:00" } },
    open: { unconfirmedTimes: ["2098-03-01 09:00:00", "2098-03-02 09:00:00"] },
    decided: { sent: true, sentTime: "2098-03-01 09:00:00" },
  },
  {
    lifecycle: campaignLifecycle,
    id: "campaign-1",
    before: campaign,
    after: { ...campaign, subject: "What is newer", replyTo: "hello@acme.example" },
    unsettled: ["subject", "replyTo"],
    back: { at: "PUT /campaign/campaign-1", body: { subject: "What is new", reply_email: "" } },
  },
];

const text = dynamicProperties(currentWayIn());

for (const { lifecycle, id, before, after, unsettled, back, open, decided } of cases) {
  describe(`${lifecycle.kind}: an update that may have been carried out`, function () {
    const { emulator, resource, requests } = useResource(this, lifecycle);
    const state = { ...before, account: "loopback", ...text };
    const failed = async () => {
      emulator().faults([{ path: back.at.split(" ")[1] ?? "", times: 1, kind: "html" }]);
      const error = await resource().updateFailure(id, state, { ...after, ...text });
      requests();
      // The service takes another date for a paused campaign only.
      emulator().patch("campaigns", "campaign-1", { status: "Paused" });
      return error;
    };

    it("is kept with the old values and the names of what is open", async () => {
      const error = await failed();
      expect(error.message).to.match(
        /replied with a web page.* The change may have been applied anyway. The next pulumi up sends it again/,
      );
      expect(error).to.deep.include({ id, properties: { ...state, ...open, unsettled } });
    });

    it("is undone by a program that goes back to the old values, and then settled", async () => {
      const { properties = {} } = await failed();
      expect(await resource().isChanged(id, properties, before)).to.equal(true);
      const settled = await resource().update(id, properties, before);
      expect(requests()).to.deep.equal([back]);
      expect(settled).to.deep.equal({ ...before, ...decided, account: "loopback" });
      expect(await resource().isChanged(id, settled, before)).to.equal(false);
    });

    it("stays unconfirmed over a refresh and over a second failure", async () => {
      const { properties = {} } = await failed();
      expect(await resource().refreshed(id, properties)).to.deep.equal(properties);
      emulator().faults([{ path: "*", times: 1, kind: "status", status: 409 }]);
      const refused = await resource().updateFailure(id, properties, before);
      expect(refused).to.not.have.property("id");
      emulator().faults([{ path: "*", times: 1, kind: "html" }]);
      const again = await resource().updateFailure(id, properties, before);
      expect(again.properties?.unsettled).to.have.members(unsettled);
    });
  });
}

describe("a create that may have set what was there already", function () {
  const { emulator, resource, requests } = useResource(this, webhookActivationLifecycle);
  const props = { webhookId: "webhook-1", active: false, onDestroy: "deactivate" };

  it("is kept under its id, and goes on as an update", async () => {
    emulator().faults([{ path: "/webhooks/toggle/*", times: 1, kind: "html" }]);
    const { id, properties = {} } = await resource().createFailure(props);
    expect(id).to.equal("webhook-1");
    requests();
    await resource().update("webhook-1", properties, props);
    expect(requests()).to.deep.equal([
      { at: "POST /webhooks/toggle/webhook-1", body: { status: "0" } },
    ]);
  });

  it("goes on so with what is there by default, too", async () => {
    const plain = { webhookId: "webhook-1" };
    emulator().faults([{ path: "/webhooks/toggle/*", times: 1, kind: "html" }]);
    const { properties = {} } = await resource().createFailure(plain);
    requests();
    await resource().update("webhook-1", properties, plain);
    expect(requests()).to.deep.equal([
      { at: "POST /webhooks/toggle/webhook-1", body: { status: "1" } },
    ]);
  });

  it("keeps nothing when it surely set nothing", async () => {
    emulator().faults([{ path: "/webhooks/toggle/*", times: 1, kind: "status", status: 400 }]);
    expect(await resource().createFailure(props)).to.not.have.property("id");
  });
});
