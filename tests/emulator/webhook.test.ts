import { expect } from "chai";
import { useEmulator } from "./caller";

describe("the emulator's toggleWebhook", function () {
  const { emulator, post } = useEmulator(this);
  const statuses = () =>
    emulator()
      .snapshot()
      .webhooks.map(({ status }) => status);

  it("activates the webhook if status is 1, and deactivates the webhook if status is 0", async () => {
    const activated = { status: 200, body: { message: "Webhook activated successfully" } };
    const deactivated = { status: 200, body: { message: "Webhook deactivated successfully" } };
    expect(statuses()).to.deep.equal(["inactive", "active"]);
    expect(await post("/webhooks/toggle/webhook-1", { status: "1" })).to.deep.equal(activated);
    expect(await post("/webhooks/toggle/webhook-1", { status: "1" })).to.deep.equal(activated);
    expect(statuses()).to.deep.equal(["active", "active"]);
    expect(await post("/webhooks/toggle/webhook-2", { status: "0" })).to.deep.equal(deactivated);
    expect(statuses()).to.deep.equal(["active", "inactive"]);
  });
});
