import type { Account, Emulator } from "email-marketing-emulator";
import { type BadProgram, badByTitle, byTitle, extended, springNews } from "./program";
import { campaignAsC, ownProvider } from "./statement";

const dated = (at = `"2098-03-01 09:00:00"`, campaignId = "c.id") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: ${at} });`;

const inBerlin = { EMAIL_MARKETING_TIME_ZONE: "Europe/Berlin" };

const second = (rest: string) =>
  `const d = new em.Campaign("b", { ...mail, name: "Flash", ${rest} });`;
const secondDated = (at = `"2098-03-01 18:00:00"`, rest = "") =>
  `new em.CampaignSchedule("bt", { campaignId: d.id, scheduledAt: ${at}, ${rest} });`;
const twice = campaignAsC("") + dated() + second("");

/** True if two campaigns that share a list are scheduled less than this number of hours apart. */
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

/** Pauses all campaigns, because the service accepts a new date only for a paused campaign. */
function pauseAll(emulator: Emulator): void {
  for (const { id } of emulator.snapshot().campaigns) {
    emulator.patch("campaigns", id, { status: "Paused" });
  }
}

/** Programs that email the same people twice in a day. */
const again = byTitle({
  "two schedules to one list on one day": twice + secondDated(),
  "two schedules to one list, in the evening and in the next morning":
    twice + secondDated(`"2098-03-02 08:59:00"`),
  "two schedules on one day to several lists, of which one is the same":
    campaignAsC(`listIds: ["list-1", "list-3"]`) +
    dated() +
    second(`listIds: ["list-3"]`) +
    secondDated(),
  "new schedule on the day of an unchanged one to its list": {
    before: twice,
    body: twice + secondDated(),
  },
  "two schedules to one list on one day, by an instant and by the clocks of the service": {
    body: twice + secondDated(`"2098-03-01T12:00:00-05:00"`),
    env: inBerlin,
  },
  "two schedules on one day to a list that the update creates": {
    body: `const list = new em.List("l", { name: "Readers" }); const listIds = [list.id]; ${campaignAsC("listIds")} ${dated()} ${second("listIds")} ${secondDated()}`,
    env: extended,
  },
});

/** Programs that violate a setting: about dates, recipients, the account or the time zone. */
export const badGuards: readonly BadProgram[] = [
  ...again.map((program) => ({
    ...program,
    harm: isMailedTwice,
    says: "[audience-again scheduledAt]",
  })),
  ...badByTitle({
    "two schedules to one list within as many hours as a setting says": {
      body: twice + secondDated(`"2098-03-03 09:00:00"`),
      env: { EMAIL_MARKETING_AUDIENCE_GAP_HOURS: "72" },
      says: "[audience-again scheduledAt]",
      harm: (account) => isMailedTwice(account, 72),
    },
    "schedule on a Sunday, outside of the days that a setting says": {
      body: campaignAsC("") + dated(`"2098-03-02T09:00:00Z"`),
      env: { ...inBerlin, EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00; Sat 10:00-14:00" },
      says: "sendWindow",
    },
    "schedule that is moved into the night, outside of the hours that a setting says": {
      before: campaignAsC("") + dated(`"2098-03-03 09:00:00"`),
      meanwhile: pauseAll,
      body: campaignAsC("") + dated(`"2098-03-03 18:00:01"`),
      env: { EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00" },
      says: "sendWindow",
    },
    "schedule in a stack that refuses sending": {
      body: campaignAsC("") + dated(),
      env: { EMAIL_MARKETING_SENDING: "refuse" },
      says: 'the setting sending is "refuse"',
    },
    "schedule to two lists that have more contacts than allowed together": {
      body: campaignAsC(`listIds: ["list-1", "list-3"]`) + dated(),
      env: { EMAIL_MARKETING_MAX_RECIPIENTS: "11" },
      says: "maxRecipients",
    },
    "schedule to a segment, where the number of contacts is limited": {
      body: campaignAsC(`listIds: undefined, segmentId: "segment-1"`) + dated(),
      env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
      says: "[recipients-unknown]",
    },
    "schedule of a campaign from elsewhere, where the number of contacts is limited": {
      body: dated(undefined, `"campaign-2"`),
      env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
      says: "[recipients-unknown]",
    },
    "sender in an account that lacks the domain of the setting accountDomain": {
      body: `new em.Sender("a", { email: "a@acme.example", name: "A" });`,
      env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "brand.example" },
      says: "EMAIL_MARKETING_ACCOUNT_DOMAIN",
    },
    "schedule at a local time that summer time skips": {
      body: campaignAsC("") + dated(`"2098-03-30 02:30:00"`),
      env: inBerlin,
      says: "[schedule-time-skipped scheduledAt]",
    },
    "zone that there is not": {
      body: campaignAsC("") + dated(),
      env: { EMAIL_MARKETING_TIME_ZONE: "Europe/Atlantis" },
      says: "EMAIL_MARKETING_TIME_ZONE",
    },
    "campaign whose account gets another name": {
      before: `${ownProvider(`account: "old"`)} new em.Campaign("a", mail, { provider });`,
      body: `${ownProvider(`account: "new"`)} new em.Campaign("a", mail, { provider });`,
      says: "[account-moved]",
    },
    "schedule whose account gets another name": {
      before: `${ownProvider(`account: "old"`)} new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`,
      body: `${ownProvider(`account: "new"`)} new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`,
      says: "[account-moved]",
    },
    "schedule of a campaign that was sent": {
      body: dated(undefined, `"campaign-2"`),
      seed: { campaigns: [{ ...springNews, status: "Finished" }] },
      env: extended,
      says: "[campaign-closed campaignId]",
    },
    "schedule that leaves the program, while its campaign stays": {
      before: campaignAsC("") + dated(),
      body: campaignAsC(""),
      env: extended,
      harm: "to readers",
      says: "[schedule-undeclared]",
    },
    "campaigns that are read back by a service of specified operations only": {
      env: { EMAIL_MARKETING_OPERATIONS: "specified" },
      body: `em.getCampaignsOutput({}).apply(({ campaigns }) => campaigns);`,
      says: "operations",
    },
  }),
];
