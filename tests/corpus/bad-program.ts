import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BadProgram, otherProvider } from "./program";

const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const mjml = readFileSync(join(__dirname, "mail", "mjml.html"), "utf8");
const rows = (how: string) =>
  `const { parse } = require("csv-parse/sync"); const rows = parse(require("fs").readFileSync("data.csv"), ${how});`;
const yaml = `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"));`;
const compiled = (values: string) =>
  `const html = require("handlebars").compile(require("fs").readFileSync("mail.hbs", "utf8"))(${values}); ${campaign("html")}`;
const brand = `class Brand extends pulumi.ComponentResource { constructor(n, domain, opts) { super("acme:index:Brand", n, {}, opts); new em.Sender(n + "-s", { email: "a@" + domain, name: "A" }, { parent: this }); } }`;
const ofOther = `const ref = new pulumi.StackReference("organization/other/dev");`;

/** What depends on how a program is made: its language, its data, its components and its accounts. */
export const badPrograms: readonly BadProgram[] = [
  {
    title: "property of a type that is none, in a module",
    body: `new em.CustomProperty("a", { name: "abc", type: "boolean" });`,
    language: "esm",
    says: "type: must be one of",
  },
  {
    title: "campaign to a list that a module looks up in vain",
    body: `const { lists } = await em.getLists(); ${campaign("listIds: lists.filter((one) => one.contactCount === 0).map(({ id }) => id)")}`,
    language: "esm",
    says: "[list-empty]",
    harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
  },
  {
    title: "property of a type that a cast lets through",
    body: `const type = "boolean" as "text"; export const a = new em.CustomProperty("a", { name: "abc", type }).id;`,
    language: "typescript",
    says: "type: must be one of",
  },
  {
    title: "sender of an inline program, of a domain that the account lacks",
    body: `new em.Sender("a", { email: "a@none.example", name: "A" });`,
    language: "inline",
    says: "[sender-domain-missing]",
  },
  {
    title: "sender of an inline program with a misspelt input",
    body: `new em.Sender("a", { email: "a@acme.example", nam: "A" });`,
    language: "inline",
    says: 'unknown input "nam"; did you mean "name"?',
  },
  {
    title: "campaign of an async program to a list that is not there",
    body: `module.exports = async () => { const { id } = await em.getDomain({ domain: "acme.example" }); return { c: new em.Campaign("a", { ...mail, name: id, listIds: ["list-9"] }).id }; };`,
    says: "[list-unknown]",
  },
  {
    title: "campaign to a list of another stack that is not there",
    body: `${ofOther} ${campaign(`listIds: [ref.getOutput("list")]`)}`,
    otherStack: `exports.list = "list-9";`,
    says: "[list-unknown]",
  },
  {
    title: "sender whose address another stack does not export",
    body: `${ofOther} new em.Sender("a", { email: ref.getOutput("email"), name: "A" });`,
    otherStack: `exports.mail = "a@acme.example";`,
    says: 'missing required input "email"',
  },
  {
    title: "campaign whose subject another stack exports as a number",
    body: `${ofOther} ${campaign(`subject: ref.getOutput("subject")`)}`,
    otherStack: `exports.subject = 7;`,
    says: "subject: must be a string",
  },
  {
    title: "sender of a secret domain of another stack that is not verified",
    body: `${ofOther} new em.Sender("a", { email: pulumi.interpolate\`a@\${ref.requireOutput("domain")}\`, name: "A" });`,
    otherStack: `exports.domain = pulumi.secret("new.example");`,
    says: "[sender-domain-unverified]",
  },
  {
    title: "property from YAML with a name of two characters",
    body: `${yaml} for (const one of data) new em.CustomProperty(one.name, one);`,
    files: { "data.yaml": "- { name: plan of mine, type: text }\n- { name: vi, type: text }\n" },
    says: "name: must be 3 to 30 characters long (got 2)",
  },
  {
    title: "sender from YAML whose postal code is a number",
    body: `${yaml} new em.Sender("a", { email: "a@acme.example", ...data });`,
    files: { "data.yaml": "name: A\ncity: Berlin\npostalCode: 10115\n" },
    says: "postalCode: must be a string",
  },
  {
    title: "schedule from YAML that reads its date as a time",
    body: `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"), { version: "1.1", schema: "yaml-1.1" }); new em.CampaignSchedule("a", { campaignId: "campaign-2", ...data });`,
    files: { "data.yaml": "scheduledAt: 2098-03-01 09:00:00\n" },
    says: "scheduledAt: a time with an offset needs the setting timeZone",
  },
  {
    title: "senders from CSV, of which one comes twice",
    body: `${rows("{ columns: true }")} rows.forEach((one, index) => new em.Sender("s" + index, one));`,
    files: { "data.csv": "email,name\na@acme.example,A\nb@acme.example,B\nA@acme.example,A\n" },
    says: "[sender-duplicate]",
    harm: ({ senders }) =>
      senders.filter(({ sender_email }) => /^a@/i.test(sender_email)).length > 0,
  },
  {
    title: "senders from CSV with a byte order mark",
    body: `${rows("{ columns: true }")} rows.forEach(({ email, name }, index) => new em.Sender("s" + index, { email, name }));`,
    files: { "data.csv": "\ufeffemail,name\na@acme.example,A\n" },
    says: 'missing required input "email"',
  },
  {
    title: "senders from CSV with a column that no sender has",
    body: `${rows("{ columns: true }")} rows.forEach((one, index) => new em.Sender("s" + index, one));`,
    files: { "data.csv": "email,name,post_code\na@acme.example,A,10115\n" },
    says: 'unknown input "post_code"',
  },
  {
    title: "properties from CSV with spaces behind their types",
    body: `${rows("{ columns: true }")} for (const one of rows) new em.CustomProperty(one.name, one);`,
    files: { "data.csv": "name,type\nlevel,text \nscore,number \n" },
    says: "type: must be one of",
  },
  {
    title: "mail compiled by handlebars without the address that a link needs",
    body: compiled("{ shop: undefined }"),
    files: {
      "mail.hbs": `<p><a href="{{shop}}/news">News</a> <a href="%%unsubscribe%%">Stop</a></p>`,
    },
    says: "[link-not-https]",
    harm: "to readers",
  },
  {
    title: "mail compiled by handlebars with a block that closes too little",
    body: compiled("{ items: [1, 2] }"),
    files: {
      "mail.hbs": `<table>{{#each items}}<tr><td><b>{{this}}</td></tr>{{/each}}</table><a href="%%unsubscribe%%">Stop</a>`,
    },
    says: "[tag-unclosed]",
    harm: "to readers",
  },
  {
    title: "mail compiled by handlebars whose way to unsubscribe is escaped away",
    body: `const html = require("handlebars").compile("<p>Hi</p>{{footer}}")({ footer: "" }); ${campaign("html, plainText: 'Hello'")}`,
    says: "[unsubscribe-missing]",
    harm: "to readers",
  },
  {
    title: "mail compiled by mjml with images at addresses of the own disk",
    body: campaign(`html: new pulumi.asset.FileAsset("mail.html")`),
    files: {
      "mail.html": mjml.replaceAll(/src="https:\/\/[^"]*"/g, 'src="images/a.png"'),
    },
    says: "[link-not-https]",
    harm: "to readers",
  },
  {
    title: "component whose array of providers names an account without the domain",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("b", "acme.example", { providers: [p] });`,
    says: "[sender-domain-missing]",
  },
  {
    title: "component whose map of providers names an account without the domain",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("b", "acme.example", { providers: { "pulumi-nodejs": p } });`,
    says: "[sender-domain-missing]",
  },
  {
    title: "two accounts under one name, of which the second lacks the domain",
    body: `const p = ${otherProvider("p", `account: "acme"`)}; new em.Sender("a", { email: "a@acme.example", name: "A" }); new em.Sender("b", { email: "b@acme.example", name: "B" }, { provider: p });`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
    says: "[sender-domain-missing]",
  },
  {
    title: "two accounts under one name, of which the first lacks the list",
    body: `const p = ${otherProvider("p", `account: "acme"`)}; exports.l = em.getListOutput({ id: "list-9" }, { provider: p }).name; ${campaign(`listIds: ["list-9"]`)}`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
    says: "[list-unknown]",
  },
  {
    title:
      "one account by two providers that differ in a slash and their pace, with one sender twice",
    body: `const apiKey = process.env.EMAIL_MARKETING_API_KEY; const baseUrl = process.env.EMAIL_MARKETING_BASE_URL; const p = new em.Provider("p", { apiKey, baseUrl: baseUrl + "/" }); const q = new em.Provider("q", { apiKey, baseUrl, requestsPerSecond: 5 }); for (const [n, provider] of [["a", p], ["b", q]]) new em.Sender(n, { email: "x@acme.example", name: "X" }, { provider });`,
    says: "[sender-duplicate]",
    harm: ({ senders }) => senders.some(({ sender_email }) => sender_email === "x@acme.example"),
  },
  {
    title: "a key pasted into two resources",
    body: `const description = process.env.EMAIL_MARKETING_API_KEY; for (const n of ["abc", "def"]) new em.CustomProperty(n, { name: n, type: "text", description });`,
    says: "must not contain an API key",
  },
  {
    title: "a key deep in a campaign's further fields",
    body: campaign(
      `extraFields: { create: { hook: { key: process.env.EMAIL_MARKETING_API_KEY } } }`,
    ),
    says: "must not contain an API key",
  },
  {
    title: "campaign whose sender is a whole resource",
    body: `const s = new em.Sender("s", acme); ${campaign("sender: s")}`,
    says: "sender:",
  },
];
