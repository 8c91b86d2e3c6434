import { webhook } from "../support/program";
import { type BadProgram, badByTitle } from "./program";
import { campaign, property, sender, senderWith } from "./statement";

const schedule = (at: string) =>
  `new em.CampaignSchedule("a", { campaignId: "campaign-2", scheduledAt: ${at} });`;
const share = (recipients: string) =>
  `new em.DomainDnsShare("a", { domainId: "domain-1", recipients: ${recipients} });`;
const key = { EMAIL_MARKETING_API_KEY: "" };

/** Problems that the inputs and settings alone show. */
export const badInputs: readonly BadProgram[] = badByTitle({
  "sender name over 100 characters": [
    sender(`name: "n".repeat(101)`),
    "name: must be 1 to 100 characters long (got 101)",
  ],
  "sender name in brackets": [sender(`name: "A <b>"`), "name: must contain only printable ASCII"],
  "sender without an address": [
    `new em.Sender("a", { name: "A" });`,
    'missing required input "email"',
  ],
  "sender whose address is none": [
    sender(`email: "acme.example"`),
    "email: must be an email address, such as news@example.com",
  ],
  "sender with a misspelt input": [
    sender(`companyAdress: "Road 1"`),
    'unknown input "companyAdress"; did you mean "companyAddress"?',
  ],
  "sender whose postal code is a number": [
    sender(`postalCode: 12345`),
    "postalCode: must be a string",
  ],
  "property name of two characters": [
    property(`name: "ab"`),
    "name: must be 3 to 30 characters long (got 2)",
  ],
  "property of a type that is none": [property(`type: "boolean"`), "type: must be one of"],
  "property type as the service shows it": [property(`type: "Text"`), "type: must be one of"],
  "webhook switched by a word": [webhook(`active: "yes"`), "active: must be a boolean"],
  "webhook with an onDestroy that is none": [
    webhook(`onDestroy: "delete"`),
    "onDestroy: must be one of",
  ],
  "campaign without content": [
    `const { plainText, ...rest } = mail; new em.Campaign("a", rest);`,
    "missing required input: set html, plainText or both",
  ],
  "campaign to nobody": [
    `const { listIds, ...rest } = mail; new em.Campaign("a", rest);`,
    "missing required input: set listIds, segmentId or both",
  ],
  "campaign to an empty set of lists": [
    campaign(`listIds: []`),
    "listIds: must have 1 to 150 elements (got 0)",
  ],
  "campaign subject over 150 characters": [
    campaign(`subject: "s".repeat(151)`),
    "subject: must be 1 to 150 characters long (got 151)",
  ],
  "campaign sender as a bare address": [
    campaign(`sender: "hello@acme.example"`),
    "sender: must be an object",
  ],
  "campaign sender without a name": [
    campaign(`sender: { email: "hello@acme.example" }`),
    'sender: missing required input "name"',
  ],
  "campaign with a date by the back door": [
    campaign(`extraFields: { create: { scheduled_at: "2098-01-01 00:00:00" } }`),
    "Declare a CampaignSchedule",
  ],
  "campaign with an input by the back door": [
    campaign(`preheader: "Hi", extraFields: { update: { email_preheader: "Ho" } }`),
    "must not be set together with the input preheader",
  ],
  "campaign limited to nobody": [
    campaign(`rules: { limit: 0 }`),
    "rules.limit: must be a whole number",
  ],
  "campaign body from a web page": [
    campaign(`html: new pulumi.asset.RemoteAsset("https://acme.example/mail.html")`),
    "must not be a RemoteAsset",
  ],
  "campaign body that is empty": [
    campaign(`html: new pulumi.asset.StringAsset("")`),
    "html: must not be empty",
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
    "[output-in-text campaignId]",
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
  "schedule on a day that is none": [schedule(`"2098-02-30 09:00:00"`), "scheduledAt:"],
  "schedule that changes while its campaign is not paused": {
    before: schedule(`"2098-03-01 09:00:00"`),
    body: schedule(`"2098-03-02 09:00:00"`),
    says: "[schedule-pause scheduledAt]",
  },
  "schedule in ISO 8601": [schedule(`"2098-02-03T09:00:00Z"`), "scheduledAt:"],
  "schedule as a Date": [schedule(`new Date(2098, 1, 1)`), "scheduledAt:"],
  "share with eleven addresses": [
    share(`Array.from({ length: 11 }, (_, i) => "dns" + i + "@acme.example")`),
    "must have 1 to 10 different addresses (got 11)",
  ],
  "share with what is no address": [
    share(`["dns"]`),
    "must be an email address, such as news@example.com",
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
  "a setting that is none of its words": {
    body: property(""),
    env: { EMAIL_MARKETING_OPERATIONS: "all" },
    says: 'must be one of "specified", "extended"',
  },
  "a pace beyond what is allowed": {
    body: property(""),
    env: { EMAIL_MARKETING_REQUESTS_PER_SECOND: "500" },
    says: "must be a number from 1 to 50",
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
