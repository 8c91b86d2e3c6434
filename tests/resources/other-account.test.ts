// Loaded before the first test: what the SDK makes global would count as that one's leak.
import "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import { expect } from "chai";
import * as dynamicEntry from "../../provider/dynamic";
import { useNotices } from "../support/notice";
import { canaryKeys, sent, useEmulator } from "../support/service";

const kinds = { ...dynamicEntry };

/** One object of every kind, by what its state holds and how sentences name it. */
const objects: Record<keyof typeof kinds, { id: string; state: object; subject: string }> = {
  Campaign: {
    id: "campaign-1",
    state: {
      name: "Newsletter",
      subject: "What is new",
      sender: { email: "news@acme.example", name: "Acme" },
      listIds: ["list-1"],
    },
    subject: 'Campaign "Newsletter"',
  },
  CampaignSchedule: {
    id: "campaign-1",
    state: { campaignId: "campaign-1", scheduledAt: "2098-03-01 09:00:00" },
    subject: 'CampaignSchedule "campaign-1"',
  },
  CustomProperty: {
    id: "property-1",
    state: { name: "shoe_size", type: "number" },
    subject: 'CustomProperty "shoe_size"',
  },
  DomainDnsShare: {
    id: "share-1",
    state: { domainId: "domain-1", recipients: ["it@acme.example"], message: "sent" },
    subject: 'DomainDnsShare "domain-1"',
  },
  List: { id: "list-1", state: { name: "Customers" }, subject: 'List "Customers"' },
  Sender: {
    id: "sender-1",
    state: { email: "news@acme.example", name: "Acme", status: "verified", adopted: false },
    subject: 'Sender "news@acme.example"',
  },
  WebhookActivation: {
    id: "webhook-1",
    state: { webhookId: "webhook-1", active: true, onDestroy: "deactivate" },
    subject: 'WebhookActivation "webhook-1"',
  },
};

describe("an object that lives in another account", function () {
  const emulator = useEmulator(this);
  const told = useNotices(this);
  beforeEach("starts with no requests", () => emulator().reset());

  for (const [kind, { id, state, subject }] of Object.entries(objects)) {
    const elsewhere = { ...state, account: "production" };
    const driven = () => {
      const provider = kinds[kind as keyof typeof kinds]() as Required<dynamic.ResourceProvider>;
      const settings: Record<string, string> = {
        "emailmarketing:baseUrl": emulator().baseUrl,
        "emailmarketing:apiKey": canaryKeys.apiKey,
        "emailmarketing:account": "staging",
      };
      const config = { get: (key: string) => settings[key] } as dynamic.Config;
      void provider.configure({ config });
      return provider;
    };

    it(`is replaced by one in this account: ${kind}`, async () => {
      expect(await driven().diff(id, elsewhere, state)).to.deep.equal({
        changes: true,
        replaces: ["account"],
      });
      const here = { ...state, account: "staging" };
      const { replaces } = await driven().diff(id, here, state);
      expect(replaces ?? []).to.not.include("account");
    });

    it(`is not read, and stays in the state: ${kind}`, async () => {
      expect(await driven().read(id, elsewhere)).to.deep.equal({ id, props: elsewhere });
      expect(told()).to.deep.equal([
        `warning: ${subject} was not refreshed: it belongs to account "production", but the settings are for another account. Use the settings of its account.`,
      ]);
      expect(sent(emulator().requests())).to.deep.equal([]);
    });

    it(`is not deleted there: ${kind}`, async () => {
      await driven().delete(id, elsewhere);
      expect(told()).to.deep.equal([
        `warning: ${subject} was removed from the Pulumi state and left unchanged in account "production": the settings are for another account.`,
      ]);
      expect(sent(emulator().requests())).to.deep.equal([]);
    });
  }
});
