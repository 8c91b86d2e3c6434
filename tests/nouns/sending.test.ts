import { expect } from "chai";
import { speakWith } from "../../provider/account/notice";
import type { Properties } from "../../provider/input/plain";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { campaignLifecycle } from "../../provider/nouns/campaign/resource";
import { campaignScheduleLifecycle } from "../../provider/nouns/campaign-schedule/resource";
import { customPropertyLifecycle } from "../../provider/nouns/custom-property/resource";
import { domainDnsShareLifecycle } from "../../provider/nouns/domain-dns-share/resource";
import { listLifecycle } from "../../provider/nouns/list/resource";
import { senderLifecycle } from "../../provider/nouns/sender/resource";
import { webhookActivationLifecycle } from "../../provider/nouns/webhook-activation/resource";
import { useResource } from "../support/driven-resource";
import { rejection } from "../support/rejection";

/** A step from what the state has to what is declared: a create without the one, a delete without the other. */
interface Step {
  readonly title: string;
  readonly id?: string;
  readonly old?: Properties;
  readonly props?: Properties;
  /** What is sent where sending is allowed, reads left out. */
  readonly requests: readonly string[];
  /** Who finds that it would mail somebody where that is refused; `diff` where the declared inputs alone don't show it. */
  readonly refusedBy?: "check" | "diff";
  readonly settings?: Readonly<Record<string, string>>;
  /** By default the one of `sending`. */
  readonly refusal?: string;
}

const unguarded = (field: string, guard = "sending") =>
  `${field}: this change sends fields whose meaning the provider doesn't know, so they could get around stack config emailmarketing:${guard}. If none of them sets a date or recipients, add "extra-fields-unguarded" to ignoreChecks. [extra-fields-unguarded]`;

const refusal =
  'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow".';

const account = "loopback";
const date = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };
const share = { domainId: "domain-2", recipients: ["dns@acme.example", "ops@acme.example"] };
const shared = { ...share, triggers: [1], message: "sent", sentTo: share.recipients, account };
const draft = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
  listIds: ["list-1"],
};
const putCampaign = ["PUT /campaign/campaign-2"];
const postShare = ["POST /domains/domain-2/share"];

const steps: readonly [AnyLifecycle, readonly Step[]][] = [
  [
    campaignScheduleLifecycle,
    [
      { title: "a new date", props: date, requests: putCampaign, refusedBy: "check" },
      {
        title: "another date",
        old: { ...date, account },
        props: { ...date, scheduledAt: "2098-04-01 09:00:00" },
        requests: putCampaign,
        refusedBy: "check",
      },
      {
        title: "the date of another campaign",
        old: { ...date, campaignId: "campaign-1", account },
        id: "campaign-1",
        props: date,
        requests: putCampaign,
        refusedBy: "check",
      },
      {
        title: "a date that is unconfirmed",
        old: { ...date, account, unsettled: ["scheduledAt"] },
        props: date,
        requests: putCampaign,
        refusedBy: "diff",
      },
      {
        title: "the same date in another zone",
        old: { ...date, sentTime: "2098-03-01 03:00:00", account },
        props: date,
        settings: { timeZone: "Europe/Berlin" },
        requests: putCampaign,
        refusedBy: "diff",
      },
      {
        title: "a date that is only recorded",
        props: { ...date, scheduledAt: "2020-01-01 09:00:00", ignoreChecks: ["schedule-past"] },
        requests: [],
      },
      {
        title: "a change of the state alone",
        old: { ...date, account },
        props: { ...date, ignoreChecks: ["schedule-time-repeated"] },
        requests: [],
      },
      { title: "a removed date", old: { ...date, account }, requests: [] },
    ],
  ],
  [
    domainDnsShareLifecycle,
    [
      { title: "a new one", props: share, requests: postShare, refusedBy: "check" },
      {
        title: "an added recipient",
        old: shared,
        props: { ...share, recipients: ["new@acme.example", "ops@acme.example"], triggers: [1] },
        requests: postShare,
        refusedBy: "check",
      },
      {
        title: "a changed trigger",
        old: shared,
        props: { ...share, triggers: [2] },
        requests: postShare,
        refusedBy: "check",
      },
      {
        title: "another domain",
        id: "domain-1",
        old: { ...shared, domainId: "domain-1" },
        props: { ...share, triggers: [1] },
        requests: postShare,
        refusedBy: "check",
      },
      {
        title: "a removed recipient",
        old: shared,
        props: { ...share, recipients: ["OPS@acme.example"], triggers: [1] },
        requests: [],
      },
      {
        title: "recipients in another order",
        old: shared,
        props: { ...share, recipients: ["ops@acme.example", "dns@acme.example"], triggers: [1] },
        requests: [],
      },
      { title: "a removed one", old: shared, requests: [] },
    ],
  ],
  [
    campaignLifecycle,
    [
      { title: "a draft", props: draft, requests: ["POST /campaign"] },
      {
        title: "another subject and preheader",
        old: { ...draft, account },
        props: { ...draft, subject: "What is newer", preheader: "Read on" },
        requests: putCampaign,
      },
      {
        title: "another list of one that the state shows as scheduled",
        old: { ...draft, listIds: ["list-2"], status: "scheduled", account },
        props: draft,
        settings: { operations: "extended" },
        requests: putCampaign,
        refusedBy: "diff",
      },
      {
        title: "another list of a draft",
        old: { ...draft, listIds: ["list-2"], status: "draft", account },
        props: draft,
        settings: { operations: "extended" },
        requests: putCampaign,
      },
      {
        title: "a draft with extra fields",
        props: { ...draft, extraFields: { create: { when: "2098-03-01" } } },
        requests: ["POST /campaign"],
        refusedBy: "check",
        refusal: unguarded("extraFields.create.when"),
      },
      {
        title: "an extra field of an update that changes",
        old: { ...draft, extraFields: { update: { when: 1, kept: 1 } }, account },
        props: { ...draft, extraFields: { update: { when: 2, kept: 1 } } },
        requests: putCampaign,
        refusedBy: "check",
        refusal: unguarded("extraFields.update.when"),
      },
      {
        title: "extra fields that somebody has looked at, and some that stay",
        old: { ...draft, extraFields: { update: { when: 1 } }, account },
        props: {
          ...draft,
          extraFields: { update: { when: 1, more: 1 } },
          ignoreChecks: ["extra-fields-unguarded"],
        },
        requests: putCampaign,
      },
      {
        title: "extra fields that stay as they are",
        old: { ...draft, extraFields: { update: { when: 1 } }, account },
        props: { ...draft, subject: "What is newer", extraFields: { update: { when: 1 } } },
        requests: putCampaign,
      },
      { title: "a removed one", old: { ...draft, account }, requests: [] },
    ],
  ],
  [
    senderLifecycle,
    [
      {
        title: "a new one",
        props: { email: "news@acme.example", name: "Acme" },
        requests: ["POST /senders"],
      },
    ],
  ],
  [
    listLifecycle,
    [
      {
        title: "a new one",
        props: { name: "Fans" },
        settings: { operations: "extended" },
        requests: ["POST /list"],
      },
    ],
  ],
  [
    customPropertyLifecycle,
    [
      {
        title: "a new one",
        props: { name: "City", type: "text" },
        requests: ["POST /contact/property"],
      },
    ],
  ],
  [
    webhookActivationLifecycle,
    [
      {
        title: "a new one",
        props: { webhookId: "webhook-1", active: false },
        requests: ["POST /webhooks/toggle/webhook-1"],
      },
      {
        title: "a removed one",
        id: "webhook-1",
        old: { webhookId: "webhook-1", account },
        requests: ["POST /webhooks/toggle/webhook-1"],
      },
    ],
  ],
];

/** What the engine hands to a check: the inputs of the state. */
function inputsOf({
  sentTime,
  sentTo,
  message,
  status,
  unsettled,
  account,
  ...inputs
}: Properties = {}) {
  return inputs;
}

const isWrite = (at: string) => !/^GET |\/search$|^POST \/campaign\/list$/.test(at);

for (const [lifecycle, ofKind] of steps) {
  describe(`sending by ${lifecycle.kind}`, function () {
    const { emulator, resource, requests } = useResource(this, lifecycle);
    // Other suites of this process count on being told the same.
    after("leaves nothing told", () => speakWith());
    const writes = () =>
      requests()
        .map(({ at }) => at)
        .filter(isWrite);

    async function taken({ title, id: given, old, props, settings = {} }: Step, sending: string) {
      const id = given ?? String(old?.campaignId ?? old?.domainId ?? "campaign-2");
      // A process remembers what it has created in an account.
      const own = old === undefined ? { account: `${sending} in ${title}` } : {};
      const driven = resource(20, { ...settings, ...own, sending });
      if (old === undefined && props !== undefined) return driven.create(props);
      if (props === undefined) return driven.remove(id, old ?? {});
      // The engine creates anew what the diff replaces.
      await driven.isChanged(id, old ?? {}, props);
      return given === undefined ? driven.update(id, old ?? {}, props) : driven.create(props);
    }

    for (const step of ofKind) {
      const { title, refusedBy, old, props, settings = {} } = step;
      const said = step.refusal ?? refusal;
      it(`sends what it did where it is allowed: ${title}`, async () => {
        await taken(step, "allow");
        expect(writes()).to.deep.equal(step.requests);
      });

      it(`${refusedBy === undefined ? "goes on" : "sends nothing"} where it is refused: ${title}`, async () => {
        if (props !== undefined) {
          const { faults } = resource(20, { ...settings, sending: "refuse" });
          expect(await faults(props, inputsOf(old))).to.deep.equal(
            refusedBy === "check" ? [said] : [],
          );
        }
        if (refusedBy === undefined) {
          await taken(step, "refuse");
          expect(writes()).to.deep.equal(step.requests);
        } else {
          const rejected = await rejection(taken(step, "refuse"));
          expect(rejected.replace(/^\w+ "[^"]+": /, "")).to.equal(said);
          expect(writes()).to.deep.equal([]);
        }
        // The oracle: past every date of these steps, no mail was sent.
        emulator().advance(100 * 365 * 24 * 60 * 60 * 1000);
        expect(emulator().snapshot().mails).to.deep.equal([]);
      });
    }
  });
}

describe("extra fields of a campaign beside another guard", function () {
  const { resource, requests } = useResource(this, campaignLifecycle);
  after("leaves nothing told", () => speakWith());

  for (const [guard, value] of Object.entries({
    sendWindow: "mon-fri 08:00-18:00",
    maxRecipients: "10",
  })) {
    it(`are refused: ${guard}`, async () => {
      const props = { ...draft, extraFields: { create: { when: "2098-03-01" } } };
      const { faults, create } = resource(20, { timeZone: "Europe/Berlin", [guard]: value });
      const said = unguarded("extraFields.create.when", guard);
      expect(await faults(props)).to.deep.equal([said]);
      expect(await rejection(create(props))).to.include(said);
      expect(requests().filter(({ at }) => isWrite(at))).to.deep.equal([]);
    });
  }
});
