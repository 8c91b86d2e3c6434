import { webhook } from "../support/program";
import { type BadProgram, badByTitle } from "./program";
import { campaign, property, sender, senderWith } from "./statement";

const schedule = (at: string) =>
  `new em.CampaignSchedule("a", { campaignId: "campaign-2", scheduledAt: ${at} });`;
const share = (recipients: string) =>
  `new em.DomainDnsShare("a", { domainId: "domain-1", recipients: ${recipients} });`;
const key = { EMAIL_MARKETING_API_KEY: "" };

/** What the inputs and settings alone show. */
export const badInputs: readonly BadProgram[] = badByTitle({
  "sender name in brackets": [sender(`name: "A <b>"`), "name: must contain only printable ASCII"],
  "sender without an address": [
    `new em.Sender("a", { name: "A" });`,
    'missing required input "email"',
  ],
  "sender with a misspelt input": [
    sender(`companyAdress: "Road 1"`),
    'unknown input "companyAdress"; did you mean "companyAddress"?',
  ],
  "property type as the service shows it": [property(`type: "Text"`), "type: must be one of"],
  "webhook switched by a word": [webhook(`active: "yes"`), "active: must be a boolean"],
  "campaign to nobody": [
    `const { listIds, ...rest } = mail; new em.Campaign("a", rest);`,
    "missing required input: set listIds, segmentId or both",
  ],
  "campaign with a date by the back door": [
    campaign(`extraFields: { create: { scheduled_at: "2098-01-01 00:00:00" } }`),
    "Declare a CampaignSchedule",
  ],
  "campaign body from a web page": [
    campaign(`html: new pulumi.asset.RemoteAsset("https://acme.example/mail.html")`),
    "must not be a RemoteAsset",
  ],
  "campaign body from a file that is not there": [
    campaign(`html: new pulumi.asset.FileAsset("nowhere.html")`),
    "nowhere.html",
  ],
  "campaign with an output in a template string": [
    `const s = ${sender("")} ${campaign("html: '<p>Yours, ' + s.name")}`,
    "html: an output was put into a string",
  ],
  "schedule of an output in a template string": [
    `const c = ${campaign("")} new em.CampaignSchedule("a", { campaignId: "" + c.id, scheduledAt: "2098-03-01 09:00:00" });`,
    "[output-in-text]",
  ],
  "account of an explicit provider by an output in JSON": [
    `const p = new em.Provider("p", { apiKey: "k", account: JSON.stringify({ a: pulumi.output("eu") }) }); ${senderWith("", "provider: p")}`,
    "argument account of",
  ],
  "campaign of which the sender changes": {
    before: campaign(""),
    body: campaign(`sender: { email: "team@acme.example", name: "Team" }`),
    says: "declare another Campaign",
  },
  "campaign that loses its preheader": {
    before: campaign(`preheader: "Read on"`),
    body: campaign(""),
    says: "can't be removed once set",
  },
  "property whose type changes": {
    before: property(""),
    body: property(`type: "date"`),
    says: "can't be changed after creation",
  },
  "schedule in the past": [schedule(`"2020-01-01 09:00:00"`), "is in the past in every time zone"],
  "schedule that changes while its campaign is not paused": {
    before: schedule(`"2098-03-01 09:00:00"`),
    body: schedule(`"2098-03-02 09:00:00"`),
    says: "[schedule-pause]",
  },
  "schedule as a Date": [schedule(`new Date(2098, 1, 1)`), "scheduledAt:"],
  "share with eleven addresses": [
    share(`Array.from({ length: 11 }, (_, i) => "dns" + i + "@acme.example")`),
    "must have 1 to 10 different addresses (got 11)",
  ],
  "a key as an input": [
    `new em.CustomProperty("a", { name: "abc", type: "text", description: process.env.EMAIL_MARKETING_API_KEY });`,
    "must not contain an API key",
  ],
  "a key in clear in the stack config": {
    body: property(""),
    config: { "emailmarketing:apiKey": "clear" },
    says: "is stored in plain text",
  },
  "http to a host elsewhere": {
    body: property(""),
    env: { EMAIL_MARKETING_BASE_URL: "http://mail.example/v1" },
    says: "over http",
  },
  "no key at all": { body: sender(""), env: key, says: 'missing required setting "apiKey"' },
  "a wrong key": {
    body: sender(""),
    env: { EMAIL_MARKETING_API_KEY: "wrong" },
    says: "Authorization failed",
  },
  "an explicit provider without a key": [
    `const p = new em.Provider("p", {}); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
    'missing required setting "apiKey"',
  ],
});
