import { expect } from "chai";
import { type Kind, providerProcess } from "../nouns/provider-process";
import { rejection } from "../support/rejection";
import { canaryKeys, sent, useEmulator } from "../support/service";

const removed = [
  {
    kind: "WebhookActivation",
    id: "webhook-1",
    state: { webhookId: "webhook-1", account: "loopback" },
    subject: 'WebhookActivation "webhook-1"',
    request: "POST /webhooks/toggle/webhook-1",
  },
  {
    kind: "CustomProperty",
    id: "property-1",
    state: { name: "plan", type: "text", onDestroy: "delete", account: "loopback" },
    subject: 'CustomProperty "plan"',
    request: "DELETE /contact/property/property-1",
  },
] as const satisfies readonly { readonly kind: Kind; readonly [more: string]: unknown }[];

describe("a destroy with the key of another account", function () {
  const emulator = useEmulator(this, {
    seed: {
      domains: [{ domain: "acme.example", status: "verified" }],
      properties: [{ id: "property-1", name: "plan", type: "text" }],
      webhooks: [{ id: "webhook-1", name: "Opens", status: "active" }],
    },
  });
  beforeEach("starts anew", () => emulator().reset());

  for (const { kind, id, state, subject, request } of removed) {
    const destroy = (more: Record<string, string>) =>
      providerProcess(emulator(), { operations: "extended", ...more })(kind).delete(id, state);

    it(`fails by accountDomain, and sends nothing that changes the account: ${kind}`, async () => {
      expect(await rejection(destroy({ accountDomain: "brand.example" }))).to.equal(
        `${subject}: stack config emailmarketing:accountDomain: the account doesn't have the sending domain brand.example, so nothing is written to it. Check which account the API key belongs to (stack config emailmarketing:apiKey).`,
      );
      expect(sent(emulator().requests())).to.deep.equal(["POST /domains/search"]);
    });

    it(`goes through without it: ${kind}`, async () => {
      await destroy({});
      expect(sent(emulator().requests())).to.deep.equal([request]);
    });
  }

  it("shows no key", async () => {
    const [{ id, state }] = removed;
    const destroy = providerProcess(emulator(), { accountDomain: "brand.example" });
    const sentence = await rejection(destroy("WebhookActivation").delete(id, state));
    expect(sentence).to.not.include(canaryKeys.apiKey);
  });
});
