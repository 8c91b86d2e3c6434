import type { Seed } from "email-marketing-emulator";
import type { BadProgram } from "./program";

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

/** Programs that a setting forbids: a date, an audience, an account, a zone; and changes of what was sent. */
export const badGuards: readonly BadProgram[] = [
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
