import { byTitle, type CorpusProgram, extended } from "./program";
import { campaignAsC, ownProvider } from "./statement";

const dated = (at = `"2098-03-01 09:00:00"`, rest = "", campaignId = "c.id") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: ${at}, ${rest} });`;
const ofOwn = `new em.CampaignSchedule("at", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" }, { provider });`;

const inBerlin = { EMAIL_MARKETING_TIME_ZONE: "Europe/Berlin" };

const two = (
  first: { readonly at?: string; readonly mail?: string },
  other: { readonly at?: string; readonly mail?: string; readonly rest?: string },
) =>
  `${campaignAsC(first.mail ?? "")} ${dated(first.at)} const d = new em.Campaign("b", { ...mail, name: "Flash", ${other.mail ?? ""} }); new em.CampaignSchedule("bt", { campaignId: d.id, scheduledAt: ${other.at ?? `"2098-03-01 18:00:00"`}, ${other.rest ?? ""} });`;
const ofList = (id: string) => ({ mail: `listIds: ["${id}"]` });
// A dated campaign to a list that the update creates gets a warning, unless the campaign accepts it.
const accepted = `ignoreChecks: ["list-empty"]`;
const inWindow = { EMAIL_MARKETING_SEND_WINDOW: "Mon-Fri 08:00-18:00; Sat 10:00-14:00" };

/** Valid programs under restrictive settings. A preview must not report what the settings allow. */
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
  "a schedule at an instant": {
    body: campaignAsC("") + dated(`"2098-03-01T09:00:00-05:00"`),
    env: inBerlin,
  },
  "a schedule at a Date": {
    body: campaignAsC("") + dated(`new Date("2098-03-01T09:00:00Z")`),
    env: inBerlin,
  },
  "a schedule whose instant is spelt in another way": {
    before: campaignAsC("") + dated(`"2098-03-01T09:00:00Z"`),
    body: campaignAsC("") + dated(`"2098-03-01T10:00:00+01:00"`),
    env: inBerlin,
  },
  "a schedule whose account gets another name, which is told": {
    before: ownProvider(`account: "old"`) + ofOwn,
    body: ownProvider(`account: "new", formerAccounts: "old"`) + ofOwn,
  },
  "campaigns that are read back": {
    body: `exports.drafts = em.getCampaignsOutput({ status: "draft" }).apply(({ campaigns }) => campaigns.length);`,
    env: extended,
  },
  "two schedules on one day to two lists": two(ofList("list-1"), ofList("list-3")),
  "two schedules to one list at the same time of two days, between which the clocks change": {
    body: two({ at: `"2098-03-29 09:00:00"` }, { at: `"2098-03-30 09:00:00"` }),
    env: inBerlin,
  },
  "two schedules to one list on one day, which is accepted": two(
    {},
    { rest: `ignoreChecks: ["audience-again"]` },
  ),
  "two schedules to one list on one day, where the setting is 0": {
    body: two({}, {}),
    env: { EMAIL_MARKETING_AUDIENCE_GAP_HOURS: "0" },
  },
  "two schedules on one day to a segment": two(
    { mail: `listIds: undefined, segmentId: "segment-1"` },
    { mail: `listIds: undefined, segmentId: "segment-1"` },
  ),
  "two schedules on one day, of which one is removed": {
    before: two({}, { at: `"2098-03-01 18:00:00"` }),
    body: `${campaignAsC("")} ${dated()} new em.Campaign("b", { ...mail, name: "Flash", ignoreChecks: ["schedule-undeclared"] });`,
  },
  "two schedules on one day to two lists that the update creates": {
    body: `const [l, m] = ["Readers", "Buyers"].map((name) => new em.List(name, { name })); ${two({ mail: `listIds: [l.id], ${accepted}` }, { mail: `listIds: [m.id], ${accepted}` })}`,
    env: extended,
  },
  "a schedule at the edge of the hours that a setting says": {
    body: campaignAsC("") + dated(`"2098-03-03 18:00:00"`),
    env: inWindow,
  },
  "an unchanged schedule outside of the hours that a setting has begun to say": {
    before: `${ownProvider("")} ${ofOwn.replace("09:00:00", "03:00:00")}`,
    body: `${ownProvider(`sendWindow: "Mon-Fri 08:00-18:00"`)} ${ofOwn.replace("09:00:00", "03:00:00")}`,
  },
});
