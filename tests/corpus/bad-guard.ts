import type { Account, Emulator, Seed } from "email-marketing-emulator";
import type { BadProgram, CorpusProgram } from "./program";

const campaign = (rest: string) => `const c = new em.Campaign("a", { ...mail, ${rest} });`;
const dated = (at = `"2098-03-01 09:00:00"`, campaignId = "c.id") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: ${at} });`;
const ownProvider = (rest: string) =>
  `const provider = new em.Provider("own", { apiKey: process.env.EMAIL_MARKETING_API_KEY, ${rest} });`;

const inBerlin = { EMAIL_MARKETING_TIME_ZONE: "Europe/Berlin" };
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };
const closed = (status: "Finished" | "Aborted"): Seed => ({
  campaigns: [
    {
      id: "campaign-2",
      name: "Spring news",
      subject: "Spring",
      html: "<p>Hi</p>",
      list_ids: ["list-1"],
      status,
    },
  ],
});

const second = (rest: string) =>
  `const d = new em.Campaign("b", { ...mail, name: "Flash", ${rest} });`;
const secondDated = (at = `"2098-03-01 18:00:00"`, rest = "") =>
  `new em.CampaignSchedule("bt", { campaignId: d.id, scheduledAt: ${at}, ${rest} });`;
const twice = campaign("") + dated() + second("");

/** Whether two mails go to one list within so many hours. */
function isMailedTwice({ campaigns }: Account, hours = 24): boolean {
  const mails = campaigns.flatMap(({ scheduled_at, list_ids }) =>
    scheduled_at === undefined ? [] : [{ at: Date.parse(scheduled_at), lists: [list_ids].flat() }],
  );
  return mails.some((one, index) =>
    mails
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.at - other.at) < hours * 3_600_000 &&
          one.lists.some((list) => other.lists.includes(list)),
      ),
  );
}

/** The service changes a date only then. */
function pauseAll(emulator: Emulator): void {
  for (const { id } of emulator.snapshot().campaigns) {
    emulator.patch("campaigns", id, { status: "Paused" });
  }
}

/** Programs that mail the same people twice in a day. */
const again: readonly CorpusProgram[] = [
  { title: "two schedules to one list on one day", body: twice + secondDated() },
  {
    title: "two schedules to one list, in the evening and in the next morning",
    body: twice + secondDated(`"2098-03-02 08:59:00"`),
  },
  {
    title: "two schedules on one day to several lists, of which one is the same",
    body:
      campaign(`listIds: ["list-1", "list-3"]`) +
      dated() +
      second(`listIds: ["list-3"]`) +
      secondDated(),
  },
  {
    title: "new schedule on the day of an unchanged one to its list",
    before: twice,
    body: twice + secondDated(),
  },
  {
    title: "schedule that is moved to the day of an unchanged one to its list",
    before: twice + secondDated(`"2098-04-01 18:00:00"`),
    meanwhile: pauseAll,
    body: twice + secondDated(),
  },
  {
    title: "two schedules to one list on one day, by an instant and by the clocks of the service",
    body: twice + secondDated(`"2098-03-01T12:00:00-05:00"`),
    env: inBerlin,
  },
  {
    title: "two schedules to one list on one day, in an inline program",
    body: twice + secondDated(),
    language: "inline",
  },
  {
    title: "two schedules to one list on one day, in a module",
    body: twice + secondDated(),
    language: "esm",
  },
  {
    title: "two schedules to one list on one day, by a Provider of their own",
    body: `${ownProvider("")} for (const [n, at] of [["a", "09"], ["b", "18"]]) { const c = new em.Campaign(n, { ...mail, name: n }, { provider }); new em.CampaignSchedule(n, { campaignId: c.id, scheduledAt: "2098-03-01 " + at + ":00:00" }, { provider }); }`,
  },
  {
    title: "two schedules on one day to a list that the update creates",
    body: `const list = new em.List("l", { name: "Readers" }); const listIds = [list.id]; ${campaign("listIds")} ${dated()} ${second("listIds")} ${secondDated()}`,
    env: extended,
  },
  {
    title: "schedule on the day of another mail of the account to its list",
    body: campaign("") + dated(),
    seed: {
      domains: [{ domain: "acme.example", status: "verified" }],
      senders: [{ sender_email: "hello@acme.example", sender_name: "Acme" }],
      lists: [{ id: "list-1", name: "Customers", contact_count: 2 }],
      campaigns: [
        {
          id: "campaign-2",
          name: "Spring news",
          subject: "Spring",
          html: "<p>Hi</p>",
          list_ids: ["list-1"],
          status: "Scheduled",
          scheduled_at: "2098-03-01 18:00:00",
        },
      ],
    },
    env: { ...extended, ...inBerlin },
  },
];

/** Programs that a setting forbids: a date, an audience, an account, a zone; and changes of what was sent. */
export const badGuards: readonly BadProgram[] = [
  ...again.map((program) => ({ ...program, harm: isMailedTwice, says: "[audience-again]" })),
  {
    title: "two schedules to one list within as many hours as a setting says",
    body: twice + secondDated(`"2098-03-03 09:00:00"`),
    env: { EMAIL_MARKETING_AUDIENCE_GAP_HOURS: "72" },
    says: "[audience-again]",
    harm: (account) => isMailedTwice(account, 72),
  },
  {
    title: "schedule in the night, outside of the hours that a setting says",
    body: campaign("") + dated(`"2098-03-03 03:00:00"`),
    env: { EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00" },
    says: "sendWindow",
  },
  {
    title: "schedule on a Sunday, outside of the days that a setting says",
    body: campaign("") + dated(`"2098-03-02T09:00:00Z"`),
    env: { ...inBerlin, EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00; Sat 10:00-14:00" },
    says: "sendWindow",
  },
  {
    title: "schedule that is moved into the night, outside of the hours that a setting says",
    before: campaign("") + dated(`"2098-03-03 09:00:00"`),
    meanwhile: pauseAll,
    body: campaign("") + dated(`"2098-03-03 18:00:01"`),
    env: { EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00" },
    says: "sendWindow",
  },
  {
    title: "schedule in a stack that refuses sending",
    body: campaign("") + dated(),
    env: { EMAIL_MARKETING_SENDING: "refuse" },
    says: 'the setting sending is "refuse"',
  },
  {
    title: "schedule to more contacts than allowed",
    body: campaign(`listIds: ["list-3"]`) + dated(),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
    says: "maxRecipients",
  },
  {
    title: "schedule to two lists that have more contacts than allowed together",
    body: campaign(`listIds: ["list-1", "list-3"]`) + dated(),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "11" },
    says: "maxRecipients",
  },
  {
    title: "schedule to a segment, where the number of contacts is limited",
    body: campaign(`listIds: undefined, segmentId: "segment-1"`) + dated(),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
    says: "[recipients-unknown]",
  },
  {
    title: "schedule of a campaign from elsewhere, where the number of contacts is limited",
    body: dated(undefined, `"campaign-2"`),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
    says: "[recipients-unknown]",
  },
  {
    title: "sender in an account that lacks the domain of the setting accountDomain",
    body: `new em.Sender("a", { email: "a@acme.example", name: "A" });`,
    env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "brand.example" },
    says: "EMAIL_MARKETING_ACCOUNT_DOMAIN",
  },
  {
    title: "schedule at a local time that summer time skips",
    body: campaign("") + dated(`"2098-03-30 02:30:00"`),
    env: inBerlin,
    says: "[schedule-gap]",
  },
  {
    title: "schedule in the past, as an instant",
    body: campaign("") + dated(`"2020-01-01T09:00:00Z"`),
    env: inBerlin,
    says: "scheduledAt:",
  },
  {
    title: "schedule at an instant without a day",
    body: campaign("") + dated(`"09:00:00Z"`),
    env: inBerlin,
    says: "scheduledAt:",
  },
  {
    title: "zone that there is not",
    body: campaign("") + dated(),
    env: { EMAIL_MARKETING_TIME_ZONE: "Europe/Atlantis" },
    says: "EMAIL_MARKETING_TIME_ZONE",
  },
  {
    title: "campaign whose account gets another name",
    before: `${ownProvider(`account: "old"`)} new em.Campaign("a", mail, { provider });`,
    body: `${ownProvider(`account: "new"`)} new em.Campaign("a", mail, { provider });`,
    says: "[account-moved]",
  },
  {
    title: "schedule whose account gets another name",
    before: `${ownProvider(`account: "old"`)} new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`,
    body: `${ownProvider(`account: "new"`)} new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`,
    says: "[account-moved]",
  },
  {
    title: "schedule of a campaign that was sent",
    body: dated(undefined, `"campaign-2"`),
    seed: closed("Finished"),
    env: extended,
    says: "[campaign-closed]",
  },
  {
    title: "schedule of a campaign that was aborted",
    body: dated(undefined, `"campaign-2"`),
    seed: closed("Aborted"),
    env: extended,
    says: "[campaign-closed]",
  },
  {
    title: "mail with a layout that a chosen mail client ignores",
    body: campaign(
      `html: '<div style="display: flex"><p>Hello</p></div><a href="%%unsubscribe%%">Unsubscribe</a>'`,
    ),
    env: { EMAIL_MARKETING_MAIL_CLIENTS: "outlook.*" },
    says: "[client-unsupported]",
    harm: "to readers",
  },
  {
    title: "campaigns that are read back by a service of specified operations only",
    env: { EMAIL_MARKETING_OPERATIONS: "specified" },
    body: `em.getCampaignsOutput({}).apply(({ campaigns }) => campaigns);`,
    says: "operations",
  },
];
