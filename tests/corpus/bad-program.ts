import { type BadProgram, badByTitle } from "./program";
import {
  brand,
  campaign,
  compiled,
  datedCampaign,
  mjml,
  ofOther,
  otherProvider,
  rows,
  yaml,
} from "./statement";

/** Problems that depend on the program's language, data, components or accounts. */
export const badPrograms: readonly BadProgram[] = badByTitle({
  "campaign to a list that a module looks up in vain": {
    body: `const { lists } = await em.getLists(); ${datedCampaign("listIds: lists.filter((one) => one.contactCount === 0).map(({ id }) => id)")}`,
    language: "esm",
    says: "[list-empty ",
    harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
  },
  "property of a type that a cast lets through": {
    body: `const type = "boolean" as "text"; export const a = new em.CustomProperty("a", { name: "abc", type }).id;`,
    language: "typescript",
    says: "type: must be one of",
  },
  "sender of an inline program, of a domain that the account lacks": {
    body: `new em.Sender("a", { email: "a@none.example", name: "A" });`,
    language: "inline",
    says: "[sender-domain-unknown email]",
  },
  "campaign of an async program to a list that is not there": [
    `module.exports = async () => { const { id } = await em.getDomain({ domain: "acme.example" }); return { c: new em.Campaign("a", { ...mail, name: id, listIds: ["list-9"] }).id }; };`,
    "[list-unknown listIds]",
  ],
  "campaign to a list of another stack that is not there": {
    body: `${ofOther} ${campaign(`listIds: [ref.getOutput("list")]`)}`,
    otherStack: `exports.list = "list-9";`,
    says: "[list-unknown listIds]",
  },
  "sender whose address another stack does not export": {
    body: `${ofOther} new em.Sender("a", { email: ref.getOutput("email"), name: "A" });`,
    otherStack: `exports.mail = "a@acme.example";`,
    says: 'missing required input "email"',
  },
  "sender of a secret domain of another stack that is not verified": {
    body: `${ofOther} new em.Sender("a", { email: pulumi.interpolate\`a@\${ref.requireOutput("domain")}\`, name: "A" });`,
    otherStack: `exports.domain = pulumi.secret("new.example");`,
    says: "[sender-domain-unverified email]",
  },
  "property from YAML with a name of two characters": {
    body: `${yaml} for (const one of data) new em.CustomProperty(one.name, one);`,
    files: { "data.yaml": "- { name: plan of mine, type: text }\n- { name: vi, type: text }\n" },
    says: "name: must be 3 to 30 characters long (got 2)",
  },
  "schedule from YAML that reads its date as a time": {
    body: `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"), { version: "1.1", schema: "yaml-1.1" }); new em.CampaignSchedule("a", { campaignId: "campaign-2", ...data });`,
    files: { "data.yaml": "scheduledAt: 2098-03-01 09:00:00\n" },
    says: "scheduledAt: a time with an offset needs the setting timeZone",
  },
  "senders from CSV, of which one comes twice": {
    body: `${rows("{ columns: true }")} rows.forEach((one, index) => new em.Sender("s" + index, one));`,
    files: { "data.csv": "email,name\na@acme.example,A\nb@acme.example,B\nA@acme.example,A\n" },
    says: "[sender-duplicate]",
    harm: ({ senders }) =>
      senders.filter(({ sender_email }) => /^a@/i.test(sender_email)).length > 0,
  },
  "mail compiled by handlebars without the address that a link needs": {
    body: compiled("{ shop: undefined }"),
    files: {
      "mail.hbs": `<p><a href="{{shop}}/news">News</a> <a href="%%unsubscribe%%">Stop</a></p>`,
    },
    says: "[link-not-https html]",
    harm: "to readers",
  },
  "mail compiled by handlebars whose way to unsubscribe is escaped away": {
    body: `const html = require("handlebars").compile("<p>Hi</p>{{footer}}")({ footer: "" }); ${campaign("html, plainText: 'Hello'")}`,
    says: "[unsubscribe-missing]",
    harm: "to readers",
  },
  "mail compiled by mjml with images at addresses of the own disk": {
    body: campaign(`html: new pulumi.asset.FileAsset("mail.html")`),
    files: {
      "mail.html": mjml.replaceAll(/src="https:\/\/[^"]*"/g, 'src="images/a.png"'),
    },
    says: "[link-not-https html]",
    harm: "to readers",
  },
  "component whose map of providers names an account without the domain": [
    `${brand} const p = ${otherProvider("p")}; new Brand("b", "acme.example", { providers: { "pulumi-nodejs": p } });`,
    "[sender-domain-unknown email]",
  ],
  "two accounts under one name, of which the second lacks the domain": {
    body: `const p = ${otherProvider("p", `account: "acme"`)}; new em.Sender("a", { email: "a@acme.example", name: "A" }); new em.Sender("b", { email: "b@acme.example", name: "B" }, { provider: p });`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
    says: "[sender-domain-unknown email]",
  },
  "two accounts under one name, of which the first lacks the list": {
    body: `const p = ${otherProvider("p", `account: "acme"`)}; exports.l = em.getListOutput({ id: "list-9" }, { provider: p }).name; ${campaign(`listIds: ["list-9"]`)}`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
    says: "[list-unknown listIds]",
  },
  "one account by two providers that differ in a slash and their pace, with one sender twice": {
    body: `const apiKey = process.env.EMAIL_MARKETING_API_KEY; const baseUrl = process.env.EMAIL_MARKETING_BASE_URL; const p = new em.Provider("p", { apiKey, baseUrl: baseUrl + "/" }); const q = new em.Provider("q", { apiKey, baseUrl, requestsPerSecond: 5 }); for (const [n, provider] of [["a", p], ["b", q]]) new em.Sender(n, { email: "x@acme.example", name: "X" }, { provider });`,
    says: "[sender-duplicate]",
    harm: ({ senders }) => senders.some(({ sender_email }) => sender_email === "x@acme.example"),
  },
  "a key deep in a campaign's further fields": [
    campaign(`extraFields: { create: { hook: { key: process.env.EMAIL_MARKETING_API_KEY } } }`),
    "must not contain an API key",
  ],
  "campaign whose sender is a whole resource": [
    `const s = new em.Sender("s", acme); ${campaign("sender: s")}`,
    "sender:",
  ],
});
