import { webhook } from "../support/webhook";
import type { BadProgram } from "./program";

const sender = (rest: string) =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} });`;
const property = (rest: string) =>
  `new em.CustomProperty("a", { name: "abc", type: "text", ${rest} });`;
const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const schedule = (at: string) =>
  `new em.CampaignSchedule("a", { campaignId: "campaign-2", scheduledAt: ${at} });`;
const share = (recipients: string) =>
  `new em.DomainDnsShare("a", { domainId: "domain-1", recipients: ${recipients} });`;
const key = { EMAIL_MARKETING_API_KEY: "" };

/** What the inputs and settings alone show. */
export const badInputs: readonly BadProgram[] = [
  {
    title: "sender name over 100 characters",
    body: sender(`name: "n".repeat(101)`),
    says: "name: must be 1 to 100 characters long (got 101)",
  },
  {
    title: "sender name in brackets",
    body: sender(`name: "A <b>"`),
    says: "name: must contain only printable ASCII",
  },
  {
    title: "sender name with an accent",
    body: sender(`name: "Café"`),
    says: "name: must contain only printable ASCII",
  },
  {
    title: "sender name of two lines",
    body: sender(`name: "A\\nB"`),
    says: "name: must contain only printable ASCII",
  },
  {
    title: "sender name empty",
    body: sender(`name: ""`),
    says: "name: must be 1 to 100 characters long (got 0)",
  },
  {
    title: "sender without an address",
    body: `new em.Sender("a", { name: "A" });`,
    says: 'missing required input "email"',
  },
  {
    title: "sender whose address is none",
    body: sender(`email: "acme.example"`),
    says: "email: must be an email address, such as news@example.com",
  },
  {
    title: "sender address over 100 characters",
    body: sender(`email: "a".repeat(90) + "@acme.example"`),
    says: "email: must be 5 to 100 characters long (got 103)",
  },
  {
    title: "sender with a short postal code",
    body: sender(`postalCode: "123"`),
    says: "postalCode: must be 4 to 15 characters long (got 3)",
  },
  {
    title: "sender with a short city",
    body: sender(`city: "Au"`),
    says: "city: must be 3 to 100 characters long (got 2)",
  },
  {
    title: "sender with a misspelt input",
    body: sender(`companyAdress: "Road 1"`),
    says: 'unknown input "companyAdress"; did you mean "companyAddress"?',
  },
  {
    title: "sender whose postal code is a number",
    body: sender(`postalCode: 12345`),
    says: "postalCode: must be a string",
  },
  {
    title: "property name of two characters",
    body: property(`name: "ab"`),
    says: "name: must be 3 to 30 characters long (got 2)",
  },
  {
    title: "property name over 30 characters",
    body: property(`name: "n".repeat(31)`),
    says: "name: must be 3 to 30 characters long (got 31)",
  },
  {
    title: "property of a type that is none",
    body: property(`type: "boolean"`),
    says: "type: must be one of",
  },
  {
    title: "property type as the service shows it",
    body: property(`type: "Text"`),
    says: "type: must be one of",
  },
  {
    title: "property with a short description",
    body: property(`description: "x"`),
    says: "description: must be 3 to 500 characters long (got 1)",
  },
  {
    title: "webhook id as a number",
    body: webhook("webhookId: 1"),
    says: "webhookId: must be a string",
  },
  {
    title: "webhook switched by a word",
    body: webhook(`active: "yes"`),
    says: "active: must be a boolean",
  },
  {
    title: "webhook with an onDestroy that is none",
    body: webhook(`onDestroy: "delete"`),
    says: "onDestroy: must be one of",
  },
  {
    title: "campaign without content",
    body: `const { plainText, ...rest } = mail; new em.Campaign("a", rest);`,
    says: "missing required input: set html, plainText or both",
  },
  {
    title: "campaign to nobody",
    body: `const { listIds, ...rest } = mail; new em.Campaign("a", rest);`,
    says: "missing required input: set listIds, segmentId or both",
  },
  {
    title: "campaign to an empty set of lists",
    body: campaign(`listIds: []`),
    says: "listIds: must have 1 to 150 elements (got 0)",
  },
  {
    title: "campaign subject over 150 characters",
    body: campaign(`subject: "s".repeat(151)`),
    says: "subject: must be 1 to 150 characters long (got 151)",
  },
  {
    title: "campaign preheader over 150 characters",
    body: campaign(`preheader: "s".repeat(151)`),
    says: "preheader: must be 1 to 150 characters long (got 151)",
  },
  {
    title: "campaign name empty",
    body: campaign(`name: ""`),
    says: "name: must be 1 to 150 characters long (got 0)",
  },
  {
    title: "campaign sender as a bare address",
    body: campaign(`sender: "hello@acme.example"`),
    says: "sender: must be an object",
  },
  {
    title: "campaign sender without a name",
    body: campaign(`sender: { email: "hello@acme.example" }`),
    says: 'sender: missing required input "name"',
  },
  {
    title: "campaign replies to what is no address",
    body: campaign(`replyTo: "support"`),
    says: "replyTo: must be an email address, such as news@example.com",
  },
  {
    title: "campaign with a date by the back door",
    body: campaign(`extraFields: { create: { scheduled_at: "2098-01-01 00:00:00" } }`),
    says: "Declare a CampaignSchedule",
  },
  {
    title: "campaign with an input by the back door",
    body: campaign(`preheader: "Hi", extraFields: { update: { email_preheader: "Ho" } }`),
    says: "must not be set together with the input preheader",
  },
  {
    title: "campaign to contacts in an order that is none",
    body: campaign(`contactsOrder: "random"`),
    says: "contactsOrder: must be one of",
  },
  {
    title: "campaign limited to nobody",
    body: campaign(`rules: { limit: 0 }`),
    says: "rules.limit: must be a whole number",
  },
  {
    title: "campaign body from a web page",
    body: campaign(`html: new pulumi.asset.RemoteAsset("https://acme.example/mail.html")`),
    says: "must not be a RemoteAsset",
  },
  {
    title: "campaign body that is empty",
    body: campaign(`html: new pulumi.asset.StringAsset("")`),
    says: "html: must not be empty",
  },
  {
    title: "campaign body from a file that is not there",
    body: campaign(`html: new pulumi.asset.FileAsset("nowhere.html")`),
    says: "nowhere.html",
  },
  {
    title: "campaign reminder over 150 characters",
    body: campaign(`permissionReminder: "r".repeat(151)`),
    says: "permissionReminder: must be 1 to 150 characters long (got 151)",
  },
  {
    title: "campaign of which the sender changes",
    before: campaign(""),
    body: campaign(`sender: { email: "team@acme.example", name: "Team" }`),
    says: "declare another Campaign",
  },
  {
    title: "campaign that loses its preheader",
    before: campaign(`preheader: "Read on"`),
    body: campaign(""),
    says: "can't be removed once set",
  },
  {
    title: "property whose type changes",
    before: property(""),
    body: property(`type: "date"`),
    says: "can't be changed after creation",
  },
  {
    title: "sender whose city changes",
    before: sender(`city: "Berlin"`),
    body: sender(`city: "Bremen"`),
    says: "can't be changed after creation",
  },
  {
    title: "schedule in the past",
    body: schedule(`"2020-01-01 09:00:00"`),
    says: "is in the past in every time zone",
  },
  {
    title: "schedule on a day that is none",
    body: schedule(`"2098-02-30 09:00:00"`),
    says: "scheduledAt:",
  },
  {
    title: "schedule that changes while its campaign is not paused",
    before: schedule(`"2098-03-01 09:00:00"`),
    body: schedule(`"2098-03-02 09:00:00"`),
    says: "[schedule-pause]",
  },
  { title: "schedule in ISO 8601", body: schedule(`"2098-02-03T09:00:00Z"`), says: "scheduledAt:" },
  { title: "schedule as a Date", body: schedule(`new Date(2098, 1, 1)`), says: "scheduledAt:" },
  {
    title: "share with nobody",
    body: share("[]"),
    says: "recipients: must have 1 to 10 different addresses (got 0)",
  },
  {
    title: "share with eleven addresses",
    body: share(`Array.from({ length: 11 }, (_, i) => "dns" + i + "@acme.example")`),
    says: "must have 1 to 10 different addresses (got 11)",
  },
  {
    title: "share with what is no address",
    body: share(`["dns"]`),
    says: "must be an email address, such as news@example.com",
  },
  {
    title: "a key as an input",
    body: `new em.CustomProperty("a", { name: "abc", type: "text", description: process.env.EMAIL_MARKETING_API_KEY });`,
    says: "must not contain an API key",
  },
  {
    title: "a key in clear in the stack config",
    body: property(""),
    config: { "emailmarketing:apiKey": "clear" },
    says: "is stored in plain text",
  },
  {
    title: "http to a host elsewhere",
    body: property(""),
    env: { EMAIL_MARKETING_BASE_URL: "http://mail.example/v1" },
    says: "over http",
  },
  {
    title: "a setting that is none of its words",
    body: property(""),
    env: { EMAIL_MARKETING_OPERATIONS: "all" },
    says: 'must be one of "specified", "extended"',
  },
  {
    title: "a pace beyond what is allowed",
    body: property(""),
    env: { EMAIL_MARKETING_REQUESTS_PER_SECOND: "500" },
    says: "must be a number from 1 to 50",
  },
  { title: "no key at all", body: sender(""), env: key, says: 'missing required setting "apiKey"' },
  {
    title: "a wrong key",
    body: sender(""),
    env: { EMAIL_MARKETING_API_KEY: "wrong" },
    says: "Authorization failed",
  },
  {
    title: "an explicit provider without a key",
    body: `const p = new em.Provider("p", {}); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
    says: 'missing required setting "apiKey"',
  },
];
