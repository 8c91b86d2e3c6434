import { expect } from "chai";
import type { Properties } from "../../provider/plain/value";
import { fixtures } from "../support/fixtures";
import { rejection } from "../support/rejection";
import {
  extended,
  type Kind,
  type Resource,
  type Settings,
  useResource,
} from "../support/resource";
import { changingRequests } from "../support/service";

/** A step from the state (`old`) to the declared inputs (`props`). A create has no `old`, and a delete no `props`. */
interface Step {
  readonly id?: string;
  readonly old?: Properties;
  readonly props?: Properties;
  /** The requests, except reads, if sending is allowed. */
  readonly requests: readonly string[];
  /** The step that refuses the email; `diff` if the declared inputs alone don't show that somebody would be emailed. */
  readonly refusedBy?: "check" | "diff";
  readonly settings?: Settings;
  /** The message of the refusal; by default, that of the guard `sending`. */
  readonly refusal?: string;
}

type Steps = Readonly<Record<string, Step>>;

const unguarded = (field: string, tagged: string, guard = "sending") =>
  `${field}: this change sends fields whose meaning the provider doesn't know, so they could get around stack config emailmarketing:${guard}. If none of them sets a date or recipients, add "extra-fields-unguarded" to ignoreChecks. [extra-fields-unguarded ${tagged}]`;

const refusal =
  'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow". [validation]';

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
const dated = { ...date, account };
const drafted = { ...draft, account };
const later = { ...date, scheduledAt: "2098-04-01 09:00:00" };
const past = { scheduledAt: "2020-01-01 09:00:00", ignoreChecks: ["schedule-past"] };
const extra = (update: Properties) => ({ ...draft, extraFields: { update } });
const to = (...recipients: readonly string[]) => ({ ...share, recipients, triggers: [1] });

const put = { requests: ["PUT /campaign/campaign-2"] };
const post = { requests: ["POST /domains/domain-2/share"] };
const toggle = { requests: ["POST /webhooks/toggle/webhook-1"] };
const none = { requests: [] };
const putRefused = { ...put, refusedBy: "check" } as const;
const putRefusedLate = { ...put, refusedBy: "diff" } as const;
const postRefused = { ...post, refusedBy: "check" } as const;

const ofSchedule: Steps = {
  "a new date": { props: date, ...putRefused },
  "a changed date": { old: dated, props: later, ...putRefused },
  "a date for another campaign": {
    old: { ...dated, campaignId: "campaign-1" },
    id: "campaign-1",
    props: date,
    ...putRefused,
  },
  "the repetition of an unconfirmed date": {
    old: { ...dated, unconfirmed: ["scheduledAt"] },
    props: date,
    ...putRefusedLate,
  },
  "the old date in a new timeZone": {
    old: { ...dated, sentTime: "2098-03-01 03:00:00" },
    props: date,
    settings: { timeZone: "Europe/Berlin" },
    ...putRefusedLate,
  },
  "the repetition of an unconfirmed date that is only recorded, because an earlier unconfirmed date is past":
    {
      old: {
        ...dated,
        unconfirmed: ["scheduledAt"],
        unconfirmedTimes: ["2020-01-01 09:00:00", date.scheduledAt],
      },
      props: { ...date, ignoreChecks: ["schedule-past"] },
      ...none,
    },
  "a past date that is only recorded": { props: { ...date, ...past }, ...none },
  "a change that sends no request": {
    old: dated,
    props: { ...date, ignoreChecks: ["schedule-time-repeated"] },
    ...none,
  },
  "a delete of the resource": { old: dated, ...none },
};

const ofShare: Steps = {
  "a new resource": { props: share, ...postRefused },
  "an added recipient": {
    old: shared,
    props: to("new@acme.example", "ops@acme.example"),
    ...postRefused,
  },
  "a changed trigger": { old: shared, props: { ...share, triggers: [2] }, ...postRefused },
  "a changed domain": {
    id: "domain-1",
    old: { ...shared, domainId: "domain-1" },
    props: { ...share, triggers: [1] },
    ...postRefused,
  },
  "a removed recipient": { old: shared, props: to("OPS@acme.example"), ...none },
  "recipients in another order": {
    old: shared,
    props: to("ops@acme.example", "dns@acme.example"),
    ...none,
  },
  "a delete of the resource": { old: shared, ...none },
};

const ofCampaign: Steps = {
  "a new draft": { props: draft, requests: ["POST /campaign"] },
  "a changed subject and preheader": {
    old: drafted,
    props: { ...draft, subject: "What is newer", preheader: "Read on" },
    ...put,
  },
  "a changed list of a campaign that is scheduled in the state": {
    old: { ...drafted, listIds: ["list-2"], status: "scheduled" },
    props: draft,
    settings: extended,
    ...putRefusedLate,
  },
  "a changed list of a draft": {
    old: { ...drafted, listIds: ["list-2"], status: "draft" },
    props: draft,
    settings: extended,
    ...put,
  },
  "a new draft with extraFields": {
    props: { ...draft, extraFields: { create: { when: "2098-03-01" } } },
    requests: ["POST /campaign"],
    refusedBy: "check",
    refusal: unguarded("extraFields.create.when", "extraFields.create.*"),
  },
  "a changed member of extraFields.update": {
    old: { ...extra({ when: 1, kept: 1 }), account },
    props: extra({ when: 2, kept: 1 }),
    ...putRefused,
    refusal: unguarded("extraFields.update.when", "extraFields.update.*"),
  },
  "a new member of extraFields with extra-fields-unguarded in ignoreChecks": {
    old: { ...extra({ when: 1 }), account },
    props: { ...extra({ when: 1, more: 1 }), ignoreChecks: ["extra-fields-unguarded"] },
    ...put,
  },
  "a changed subject beside unchanged extraFields": {
    old: { ...extra({ when: 1 }), account },
    props: { ...extra({ when: 1 }), subject: "What is newer" },
    ...put,
  },
  "a delete of the resource": { old: drafted, ...none },
};

const steps: Readonly<Record<Kind, Steps>> = {
  CampaignSchedule: ofSchedule,
  DomainDnsShare: ofShare,
  Campaign: ofCampaign,
  Sender: { "a new resource": { props: fixtures.Sender.args, requests: ["POST /senders"] } },
  List: {
    "a new resource": { props: { name: "Fans" }, settings: extended, requests: ["POST /list"] },
  },
  CustomProperty: {
    "a new resource": { props: fixtures.CustomProperty.args, requests: ["POST /contact/property"] },
  },
  WebhookActivation: {
    "a new resource": { props: { webhookId: "webhook-1", active: false }, ...toggle },
    "a delete of the resource": {
      id: "webhook-1",
      old: { webhookId: "webhook-1", account },
      ...toggle,
    },
  },
};

/** The inputs in a state, as the engine passes them to a check. */
function inputsOf({
  sentTime,
  sentTo,
  message,
  status,
  unconfirmed,
  unconfirmedTimes,
  account,
  ...inputs
}: Properties = {}) {
  return inputs;
}

/** The engine's calls for a step, in order. */
function callsOf(driven: Resource, { id: given, old, props }: Step): (() => Promise<unknown>)[] {
  const id = given ?? String(old?.campaignId ?? old?.domainId ?? "campaign-2");
  if (old === undefined && props !== undefined) return [() => driven.create(props)];
  if (props === undefined) return [() => driven.delete(id, old ?? {})];
  return [
    () => driven.diff(id, old ?? {}, props),
    // If the diff replaces the object, the engine calls create.
    () => (given === undefined ? driven.update(id, old ?? {}, props) : driven.create(props)),
  ];
}

async function taken(driven: Resource, step: Step): Promise<void> {
  for (const call of callsOf(driven, step)) await call();
}

for (const [kind, ofKind] of Object.entries(steps)) {
  describe(`the provider of ${kind} resources`, function () {
    const { emulator, newRun } = useResource(this, kind as Kind);
    const writes = () => changingRequests(emulator().requests());

    for (const [title, step] of Object.entries(ofKind)) {
      const { refusedBy, old, props, requests, settings = {} } = step;
      const said = step.refusal ?? refusal;
      it(`allows ${title} if the setting is sending=allow`, async () => {
        await taken(newRun({ ...settings, sending: "allow" }), step);
        expect(writes()).to.deep.equal(requests);
      });

      it(`${refusedBy === undefined ? "allows" : "refuses"} ${title} if the setting is sending=refuse`, async () => {
        const refusing = newRun({ ...settings, sending: "refuse", preflight: "off" });
        if (props !== undefined) {
          const faults = await refusing.faults(props, inputsOf(old));
          expect(faults).to.deep.equal(refusedBy === "check" ? [said] : []);
        }
        if (refusedBy === undefined) await taken(refusing, step);
        else {
          // An update with a saved plan has no diff, and a diff shows the refusal in the preview.
          for (const call of callsOf(refusing, step)) {
            const rejected = await rejection(call());
            expect(rejected.replace(/^\w+ "[^"]+": /, "")).to.equal(said);
          }
        }
        expect(writes()).to.deep.equal(refusedBy === undefined ? requests : []);
        // No email is sent, even after all dates of these steps.
        emulator().advance(100 * 365 * 24 * 60 * 60 * 1000);
        expect(emulator().snapshot().mails).to.deep.equal([]);
      });
    }
  });
}

describe("a date outside sendWindow", function () {
  const { newRun } = useResource(this, "CampaignSchedule");

  it("fails the check and the create with an error that names the input scheduledAt", async () => {
    const { faults, create } = newRun({
      timeZone: "Europe/Berlin",
      sendWindow: "Mon-Fri 08:00-18:00",
    });
    const late = { campaignId: "campaign-2", scheduledAt: "2098-03-08 20:00:00" };
    const problem =
      'scheduledAt: Sat 2098-03-08 20:00:00 (Europe/Berlin) is outside the setting sendWindow, "Mon-Fri 08:00-18:00" (stack config emailmarketing:sendWindow). Set a time within it. [validation scheduledAt]';
    expect(await faults(late)).to.deep.equal([problem]);
    expect(await rejection(create(late))).to.include(problem);
  });
});

describe("a date with the guards sending and maxRecipients", function () {
  const { newRun, requests } = useResource(this, "CampaignSchedule", extended);

  it("passes the check without a request, and fails the create with the violations of both guards", async () => {
    const guarded = newRun({ sending: "refuse", maxRecipients: "1" });
    expect(await guarded.faults(date)).to.deep.equal([]);
    expect(requests()).to.deep.equal([]);
    expect(await rejection(guarded.create(date))).to.equal(
      'CampaignSchedule "campaign-2": the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow". [validation] the setting maxRecipients allows 1 contact (stack config emailmarketing:maxRecipients), but the number of contacts of this campaign is not known: no Campaign of this update has this id. To continue anyway, add "recipients-unknown" to ignoreChecks. [recipients-unknown]',
    );
  });
});

describe("extraFields of a new campaign", function () {
  const { emulator, newRun } = useResource(this, "Campaign");

  for (const [guard, value] of Object.entries({
    sendWindow: "mon-fri 08:00-18:00",
    maxRecipients: "10",
  })) {
    it(`are refused if the guard ${guard} is set`, async () => {
      const props = { ...draft, extraFields: { create: { when: "2098-03-01" } } };
      const { faults, create } = newRun({ timeZone: "Europe/Berlin", [guard]: value });
      const said = unguarded("extraFields.create.when", "extraFields.create.*", guard);
      expect(await faults(props)).to.deep.equal([said]);
      expect(await rejection(create(props))).to.include(said);
      expect(changingRequests(emulator().requests())).to.deep.equal([]);
    });
  }
});
