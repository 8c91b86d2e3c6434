import { expect } from "chai";
import type { Properties } from "../../provider/input/plain";
import { rejection } from "../support/rejection";
import {
  extended,
  type Kind,
  type Resource,
  type Settings,
  useResource,
} from "../support/resource";
import { changing } from "../support/service";

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
  readonly settings?: Settings;
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
const toggle = ["POST /webhooks/toggle/webhook-1"];

const steps: Readonly<Partial<Record<Kind, readonly Step[]>>> = {
  CampaignSchedule: [
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
      old: { ...date, account, unconfirmed: ["scheduledAt"] },
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
  DomainDnsShare: [
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
  Campaign: [
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
      settings: extended,
      requests: putCampaign,
      refusedBy: "diff",
    },
    {
      title: "another list of a draft",
      old: { ...draft, listIds: ["list-2"], status: "draft", account },
      props: draft,
      settings: extended,
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
  Sender: [
    {
      title: "a new one",
      props: { email: "news@acme.example", name: "Acme" },
      requests: ["POST /senders"],
    },
  ],
  List: [
    { title: "a new one", props: { name: "Fans" }, settings: extended, requests: ["POST /list"] },
  ],
  CustomProperty: [
    {
      title: "a new one",
      props: { name: "City", type: "text" },
      requests: ["POST /contact/property"],
    },
  ],
  WebhookActivation: [
    { title: "a new one", props: { webhookId: "webhook-1", active: false }, requests: toggle },
    {
      title: "a removed one",
      id: "webhook-1",
      old: { webhookId: "webhook-1", account },
      requests: toggle,
    },
  ],
};

/** What the engine hands to a check: the inputs of the state. */
function inputsOf({
  sentTime,
  sentTo,
  message,
  status,
  unconfirmed,
  account,
  ...inputs
}: Properties = {}) {
  return inputs;
}

async function taken(driven: Resource, { id: given, old, props }: Step): Promise<unknown> {
  const id = given ?? String(old?.campaignId ?? old?.domainId ?? "campaign-2");
  if (old === undefined && props !== undefined) return driven.create(props);
  if (props === undefined) return driven.delete(id, old ?? {});
  // The engine creates anew what the diff replaces.
  await driven.diff(id, old ?? {}, props);
  return given === undefined ? driven.update(id, old ?? {}, props) : driven.create(props);
}

for (const [kind, ofKind] of Object.entries(steps)) {
  describe(`sending by ${kind}`, function () {
    const { emulator, newRun } = useResource(this, kind as Kind);
    const writes = () => changing(emulator().requests());

    for (const step of ofKind) {
      const { title, refusedBy, old, props, requests, settings = {} } = step;
      const said = step.refusal ?? refusal;
      it(`sends what it did where it is allowed: ${title}`, async () => {
        await taken(newRun({ ...settings, sending: "allow" }), step);
        expect(writes()).to.deep.equal(requests);
      });

      it(`${refusedBy === undefined ? "goes on" : "sends nothing"} where it is refused: ${title}`, async () => {
        const refusing = newRun({ ...settings, sending: "refuse", preflight: "off" });
        if (props !== undefined) {
          const faults = await refusing.faults(props, inputsOf(old));
          expect(faults).to.deep.equal(refusedBy === "check" ? [said] : []);
        }
        if (refusedBy === undefined) await taken(refusing, step);
        else {
          const rejected = await rejection(taken(refusing, step));
          expect(rejected.replace(/^\w+ "[^"]+": /, "")).to.equal(said);
        }
        expect(writes()).to.deep.equal(refusedBy === undefined ? requests : []);
        // The oracle: past every date of these steps, no mail was sent.
        emulator().advance(100 * 365 * 24 * 60 * 60 * 1000);
        expect(emulator().snapshot().mails).to.deep.equal([]);
      });
    }
  });
}

describe("extra fields of a campaign beside another guard", function () {
  const { emulator, newRun } = useResource(this, "Campaign");

  for (const [guard, value] of Object.entries({
    sendWindow: "mon-fri 08:00-18:00",
    maxRecipients: "10",
  })) {
    it(`are refused: ${guard}`, async () => {
      const props = { ...draft, extraFields: { create: { when: "2098-03-01" } } };
      const { faults, create } = newRun({ timeZone: "Europe/Berlin", [guard]: value });
      const said = unguarded("extraFields.create.when", guard);
      expect(await faults(props)).to.deep.equal([said]);
      expect(await rejection(create(props))).to.include(said);
      expect(changing(emulator().requests())).to.deep.equal([]);
    });
  }
});
