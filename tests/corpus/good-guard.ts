import { byTitle, type CorpusProgram, extended } from "./program";
import { campaignAsC, ownProvider } from "./statement";

const dated = (at = `"2098-03-01 09:00:00"`, rest = "", campaignId = "c.id") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: ${at}, ${rest} });`;
const ofOwn = `new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`;

const two = (rest = "", first = "", other = "") =>
  `${campaignAsC(first)} ${dated()} const d = new em.Campaign("b", { ...mail, name: "Flash", ${other} }); new em.CampaignSchedule("bt", { campaignId: d.id, scheduledAt: "2098-03-01 18:00:00", ${rest} });`;

/** Right programs beside settings that forbid: what they allow is not accused. */
export const goodGuards: readonly CorpusProgram[] = byTitle({
  "a draft in a stack that refuses sending": {
    body: campaignAsC(""),
    env: { EMAIL_MARKETING_SENDING: "refuse" },
  },
  "an unchanged schedule in a stack that has begun to refuse sending": {
    before: ownProvider("") + ofOwn,
    body: ownProvider(`sending: "refuse"`) + ofOwn,
  },
  "a schedule to as many contacts as allowed": {
    body: campaignAsC(`listIds: ["list-1", "list-3"]`) + dated(),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "12" },
  },
  "a schedule to a segment, whose number of contacts may be unknown": {
    body:
      campaignAsC(`listIds: undefined, segmentId: "segment-1"`) +
      dated(undefined, `ignoreChecks: ["recipients-unknown"]`),
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "9" },
  },
  "a sender in an account that holds the domain of the setting accountDomain": {
    body: `new em.Sender("a", { email: "a@acme.example", name: "A" });`,
    env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "ACME.example" },
  },
  "a schedule whose account gets another name, which is told": {
    before: ownProvider(`account: "old"`) + ofOwn,
    body: ownProvider(`account: "new", formerAccounts: "old"`) + ofOwn,
  },
  "campaigns that are read back": {
    body: `exports.drafts = em.getCampaignsOutput({ status: "draft" }).apply(({ campaigns }) => campaigns.length);`,
    env: extended,
  },
  "two schedules to one list on one day, which is accepted": two(
    `ignoreChecks: ["audience-again"]`,
  ),
  "two schedules to one list on one day, where the setting is 0": {
    body: two(),
    env: { EMAIL_MARKETING_AUDIENCE_GAP_HOURS: "0" },
  },
  "two schedules on one day, of which one is removed": {
    before: two(),
    body: `${campaignAsC("")} ${dated()} new em.Campaign("b", { ...mail, name: "Flash", ignoreChecks: ["schedule-undeclared"] });`,
  },
  "two schedules on one day to two lists that the update creates": {
    body: `const [l, m] = ["Readers", "Buyers"].map((name) => new em.List(name, { name })); ${two("", "listIds: [l.id]", "listIds: [m.id]")}`,
    env: extended,
  },
  "an unchanged schedule outside of the hours that a setting has begun to say": {
    before: `${ownProvider("")} ${ofOwn.replace("09:00:00", "03:00:00")}`,
    body: `${ownProvider(`sendWindow: "Mon-Fri 08:00-18:00"`)} ${ofOwn.replace("09:00:00", "03:00:00")}`,
  },
});
