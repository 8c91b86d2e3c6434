import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusProgram, otherProvider } from "./program";

const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const fileOf = (name: string) => readFileSync(join(__dirname, "mail", name), "utf8");
const unsubscribe = `<a href="%%unsubscribe%%">Unsubscribe</a>`;
const rows = (how: string) =>
  `const { parse } = require("csv-parse/sync"); const rows = parse(require("fs").readFileSync("data.csv"), ${how});`;
const yaml = `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"));`;
const compiled = (values: string) =>
  `const html = require("handlebars").compile(require("fs").readFileSync("mail.hbs", "utf8"))(${values}); ${campaign("html")}`;
const brand = `class Brand extends pulumi.ComponentResource { constructor(n, domain, opts) { super("acme:index:Brand", n, {}, opts); new em.Sender(n + "-s", { email: "a@" + domain, name: "A" }, { parent: this }); } }`;
const ofOther = `const ref = new pulumi.StackReference("organization/other/dev");`;
const sender = `new em.Sender("a", { email: "a@acme.example", name: "A" });`;

const freshSender = `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" })`;
const ofFresh = `new em.Campaign("a", { ...mail, sender: { email: "fresh@acme.example", name: "Fresh" } });`;
/** A function of the program's own, which ends after a resource is looked at. */
const slow = (resource: string) =>
  `${resource}.urn.apply(() => new Promise((done) => setTimeout(done, 1500)))`;

const inLanguages: readonly CorpusProgram[] = [
  { title: "a module", body: `export const id = ${sender}`, language: "esm" },
  {
    title: "a module with a default import and a top-level await",
    body: `import whole from "pulumi-email-marketing"; const { domain } = await whole.getDomain({ domain: "acme.example" }); new whole.Sender("a", { email: "a@" + domain, name: "A" });`,
    language: "esm",
  },
  {
    title: "a module that loads the package by import()",
    body: `const { CustomProperty } = await import("pulumi-email-marketing"); export const p = new CustomProperty("p", { name: "abc", type: "text" }).id;`,
    language: "esm",
  },
  {
    title: "a program in TypeScript",
    body: `const args: em.CampaignArgs = { ...mail, subject: "Typed" }; export const id: pulumi.Output<string> = new em.Campaign("a", args).id;`,
    language: "typescript",
  },
  {
    title: "a program in TypeScript with a component of its own",
    body: `class Brand extends pulumi.ComponentResource { readonly sender: em.Sender; constructor(name: string, email: pulumi.Input<string>) { super("acme:index:Brand", name); this.sender = new em.Sender(name, { email, name: "A" }, { parent: this }); this.registerOutputs({}); } } export const status = new Brand("brand", "a@acme.example").sender.status;`,
    language: "typescript",
  },
  { title: "an inline program", body: `${sender} ${campaign("")}`, language: "inline" },
  {
    title: "an inline program with an explicit provider and a look-up",
    body: `const provider = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY }); const { id } = await em.getList({ name: "Customers" }, { provider }); new em.Campaign("a", { ...mail, listIds: [id] }, { provider });`,
    language: "inline",
  },
  {
    title: "an async function as a program",
    body: `module.exports = async () => { const { domain } = await em.getDomain({ domain: "acme.example" }); return { id: new em.Sender("a", { email: "a@" + domain, name: "A" }).id }; };`,
  },
  {
    title: "a program with a file of its own for its resources",
    body: `exports.id = require("./mail")(em, mail).id;`,
    files: { "mail.js": `module.exports = (em, mail) => new em.Campaign("a", mail);` },
  },
  {
    title: "a campaign whose sender is declared inside an apply of a slow look-up",
    body: `em.getListOutput({ name: "Customers" }).apply(() => ${freshSender}); ${ofFresh}`,
    meanwhile: (emulator) =>
      emulator.faults([{ path: "/lists/search", times: 1, kind: "delay", ms: 3000 }]),
  },
  {
    title: "a campaign whose sender is declared inside an apply of a slow function",
    body: `const c = ${ofFresh} ${slow("c")}.apply(() => ${freshSender});`,
  },
  {
    title: "a module with a campaign whose sender is declared inside an apply of a slow function",
    body: `export const c = ${ofFresh} ${slow("c")}.apply(() => ${freshSender});`,
    language: "esm",
  },
  {
    title: "an inline program that waits for a sender declared inside an apply of a slow function",
    body: `const c = ${ofFresh} exports.status = ${slow("c")}.apply(() => ${freshSender}.status);`,
    language: "inline",
  },
  {
    title: "a campaign whose sender is declared once another program has ended",
    body: `const c = ${ofFresh} const { execFile } = require("node:child_process"); c.urn.apply(() => new Promise((done) => execFile(process.execPath, ["-e", "setTimeout(() => {}, 1500)"], done))).apply(() => ${freshSender});`,
  },
  {
    title: "a resource that is made inside of an apply",
    body: `exports.id = em.getListOutput({ name: "Customers" }).apply(({ id }) => new em.Campaign("a", { ...mail, listIds: [id] }).id);`,
  },
];

const withStacks: readonly CorpusProgram[] = [
  {
    title: "a campaign to a list that another stack exports",
    body: `${ofOther} ${campaign(`listIds: [ref.requireOutput("list")]`)}`,
    otherStack: `exports.list = em.getListOutput({ name: "Customers" }).id;`,
  },
  {
    title: "a campaign to all lists that another stack exports",
    body: `${ofOther} ${campaign(`listIds: ref.getOutput("lists")`)}`,
    otherStack: `exports.lists = ["list-1", "list-3"];`,
  },
  {
    title: "a sender of a secret domain that another stack exports",
    body: `${ofOther} new em.Sender("a", { email: pulumi.interpolate\`a@\${ref.requireOutput("domain")}\`, name: "A" });`,
    otherStack: `exports.domain = pulumi.secret("acme.example");`,
  },
  {
    title: "a campaign to a list of a stack that is known only after apply",
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); const ref = new pulumi.StackReference("ref", { name: p.id.apply(() => "organization/other/dev") }); ${campaign(`listIds: [ref.getOutput("list")], subject: ref.getOutput("subject")`)}`,
    otherStack: `exports.list = "list-1"; exports.subject = "News";`,
  },
  {
    title: "a date for a campaign of another stack",
    body: `${ofOther} new em.CampaignSchedule("at", { campaignId: ref.requireOutput("id"), scheduledAt: "2098-03-01 09:00:00" });`,
    otherStack: `exports.id = ${campaign("")} exports.id = exports.id.id;`,
  },
  {
    title: "an optional input that another stack does not export",
    body: `${ofOther} ${campaign(`preheader: ref.getOutput("preheader")`)}`,
    otherStack: `exports.x = 1;`,
  },
];

const ofData: readonly CorpusProgram[] = [
  {
    title: "senders from YAML",
    body: `${yaml} for (const one of data.senders) new em.Sender(one.email, one);`,
    files: {
      "data.yaml": `senders:\n  - { email: a@acme.example, name: A }\n  - email: b@acme.example\n    name: B\n    city: Berlin\n    postalCode: "10115"\n`,
    },
  },
  {
    title: "a campaign from YAML, with content of several lines and absent inputs",
    body: `${yaml} new em.Campaign("a", { ...data, sender: acme });`,
    files: {
      "data.yaml": `name: Spring\nsubject: News\npreheader: ~\nreplyTo:\nlistIds: [list-1, list-3]\nplainText: |\n  Hello.\n\n  Enough? %%unsubscribe%%\nrules: { limit: 10 }\n`,
    },
  },
  {
    title: "properties from YAML with anchors",
    body: `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"), { merge: true }); for (const [name, one] of Object.entries(data.properties)) new em.CustomProperty(name, one);`,
    files: {
      "data.yaml": `base: &base { type: text, description: What it is for }\nproperties:\n  level: { <<: *base, name: level }\n  score: { <<: *base, name: score, type: number }\n`,
    },
  },
  {
    title: "a date from YAML, in quotes",
    body: `${yaml} new em.CampaignSchedule("at", { campaignId: "campaign-2", ...data });`,
    files: { "data.yaml": `scheduledAt: "2098-03-01 09:00:00"\n` },
  },
  {
    title: "senders from CSV with a byte order mark, as on Windows",
    body: `${rows("{ columns: true, bom: true, trim: true }")} for (const one of rows) new em.Sender(one.email, one);`,
    files: {
      "data.csv":
        '\ufeffemail,name,city\r\na@acme.example, A,Berlin\r\nb@acme.example,"B, & Co.",Bremen\r\n',
    },
  },
  {
    title: "properties from CSV with empty cells for what is absent",
    body: `${rows("{ columns: true, cast: (cell) => cell === '' ? undefined : cell }")} for (const one of rows) new em.CustomProperty(one.name, one);`,
    files: { "data.csv": "name,type,description\nlevel,text,\nscore,number,How much\n" },
  },
  {
    title: "fifty senders from CSV",
    body: `${rows("{ columns: true }")} for (const one of rows) new em.Sender(one.email, one);`,
    files: {
      "data.csv": `email,name\n${Array.from({ length: 50 }, (_, at) => `a${at}@acme.example,A ${at}`).join("\n")}\n`,
    },
  },
  {
    title: "webhooks from JSON",
    body: `for (const one of require("./data.json")) new em.WebhookActivation(one.webhookId, one);`,
    files: {
      "data.json": `[{ "webhookId": "webhook-1" }, { "webhookId": "webhook-2", "active": false }]`,
    },
  },
];

const ofMail: readonly CorpusProgram[] = [
  {
    title: "a mail compiled by handlebars",
    body: compiled(`{ shop: "https://acme.example", name: "Ada & Co." }`),
    files: {
      "mail.hbs": `<p>{{name}}: <a href="{{shop}}/news?a=1&amp;b=2">News</a></p>${unsubscribe}`,
    },
  },
  {
    title: "a mail compiled by handlebars with a loop and a condition",
    body: compiled(`{ items: [{ name: "A", image: "a.png" }, { name: "B" }] }`),
    files: {
      "mail.hbs": `<table>{{#each items}}<tr><td>{{#if image}}<img alt="{{name}}" src="https://acme.example/{{image}}">{{else}}{{name}}{{/if}}</td></tr>{{/each}}</table>${unsubscribe}`,
    },
  },
  {
    title: "a mail compiled by handlebars with a partial and a helper",
    body: `const hb = require("handlebars"); hb.registerPartial("footer", ${JSON.stringify(unsubscribe)}); hb.registerHelper("loud", (text) => text.toUpperCase()); const html = hb.compile("<p>{{loud name}}</p>{{> footer}}")({ name: "Ada" }); ${campaign("html")}`,
  },
  {
    title: "a plain text compiled by handlebars",
    body: `const plainText = require("handlebars").compile("Hello {{{name}}}. %%unsubscribe%%", { noEscape: true })({ name: "Ada & Co." }); ${campaign("plainText")}`,
  },
  {
    title: "a template of handlebars that the service fills in",
    body: campaign(`html: new pulumi.asset.FileAsset("mail.hbs")`),
    files: {
      "mail.hbs": `{{#if name}}<p>Hi {{name}}</p>{{/if}}<a href="{{shop}}">Shop</a>${unsubscribe}`,
    },
  },
  {
    title: "a mail compiled by mjml, as a string",
    body: `const html = require("fs").readFileSync("mail.html", "utf8"); ${campaign("html")}`,
    files: { "mail.html": fileOf("mjml.html") },
  },
  {
    title: "a mail compiled by mjml and then by handlebars",
    body: compiled("{}"),
    files: { "mail.hbs": fileOf("mjml.html") },
  },
  {
    title: "a mail with tags in capitals and attributes without quotes",
    body: campaign(
      `html: "<TABLE WIDTH=600><TR><TD ALIGN=center>Hi<BR><IMG SRC=https://acme.example/a.png ALT=Acme></TD></TR></TABLE><A HREF='%%unsubscribe%%'>Stop</A>"`,
    ),
  },
  {
    title: "a mail with styles for a dark screen",
    body: campaign(
      `html: ${JSON.stringify(`<style>@media (prefers-color-scheme: dark) { .a { background: url("https://acme.example/d.png") } } @font-face { font-family: A; src: local("A"), url(https://acme.example/a.woff2) format("woff2") }</style><p class="a">Hi</p>${unsubscribe}`)}`,
    ),
  },
  {
    title: "a mail in a script from right to left, with emoji",
    body: campaign(
      `subject: "🎉".repeat(150), html: ${JSON.stringify(`<div dir="rtl">שלום 🎉&nbsp;&mdash;</div>${unsubscribe}`)}`,
    ),
  },
  {
    title: "a secret mail",
    body: campaign(`html: pulumi.secret(${JSON.stringify(`<p>Hi</p>${unsubscribe}`)})`),
  },
];

const ofAccounts: readonly CorpusProgram[] = [
  {
    title: "a component with an array of providers",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("b", "other.example", { providers: [p] });`,
  },
  {
    title: "a component with a map of providers",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("b", "other.example", { providers: { "pulumi-nodejs": p } });`,
  },
  {
    title: "a component with a single provider",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("b", "other.example", { provider: p });`,
  },
  {
    title: "a component within a component with an array of providers",
    body: `${brand} class House extends pulumi.ComponentResource { constructor(n, opts) { super("acme:index:House", n, {}, opts); new Brand(n + "-b", "other.example", { parent: this }); } } const p = ${otherProvider("p")}; new House("h", { providers: [p] });`,
  },
  {
    title: "a component twice, for two accounts",
    body: `${brand} const p = ${otherProvider("p")}; new Brand("one", "acme.example"); new Brand("two", "other.example", { providers: [p] });`,
  },
  {
    title: "two accounts under one name, with the same sender",
    body: `const p = ${otherProvider("p", `account: "acme"`)}; ${sender} new em.Sender("b", { email: "b@other.example", name: "A" }, { provider: p }); new em.CustomProperty("c", { name: "abc", type: "text" }); new em.CustomProperty("d", { name: "abc", type: "text" }, { provider: p });`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
  },
  {
    title: "two accounts under one name, with a list that only the second has",
    body: `const p = ${otherProvider("p", `account: "acme"`)}; const l = em.getListOutput({ name: "Readers" }, { provider: p }); new em.Sender("s", { email: "s@other.example", name: "S" }, { provider: p }); new em.Campaign("a", { ...mail, sender: { email: "s@other.example", name: "S" }, listIds: [l.id] }, { provider: p });`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
  },
  {
    title: "one account by two providers of different pace, with different senders",
    body: `const apiKey = process.env.EMAIL_MARKETING_API_KEY; const baseUrl = process.env.EMAIL_MARKETING_BASE_URL; const p = new em.Provider("p", { apiKey, baseUrl: baseUrl + "/" }); const q = new em.Provider("q", { apiKey, baseUrl, requestsPerSecond: 5 }); new em.Sender("x", { email: "x@acme.example", name: "X" }, { provider: p }); new em.Sender("y", { email: "y@acme.example", name: "Y" }, { provider: q });`,
  },
  {
    title: "an explicit provider with a secret key of the stack config",
    body: `const p = new em.Provider("p", { apiKey: new pulumi.Config().requireSecret("key") }); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
    config: { key: { secret: "canary-main-5f0c1d7e2b9a4c36" } },
  },
  {
    title: "look-ups of every kind",
    body: `exports.all = [em.getDomainsOutput(), em.getListsOutput(), em.getReplyTosOutput(), em.getSendersOutput(), em.getListOutput({ id: "list-1" }), em.getReplyToOutput({ email: "support@acme.example" }), em.getSenderOutput({ email: "team@acme.example" })];`,
  },
  {
    title: "look-ups by promises, and their result in a resource",
    body: `module.exports = async () => { const [{ lists }, { id }] = await Promise.all([em.getLists(), em.getReplyTo({ email: "support@acme.example" })]); return { id: new em.Campaign("a", { ...mail, name: id, listIds: lists.filter(({ contactCount }) => contactCount > 0).map((one) => one.id) }).id }; };`,
  },
  {
    title: "a look-up that waits for a resource",
    body: `const s = ${sender} exports.s = em.getSenderOutput({ email: "a@acme.example" }, { dependsOn: [s] }).id;`,
  },
];

/** Right programs that turn on how they are made: their language, their data, their components and their accounts. */
export const goodPrograms: readonly CorpusProgram[] = [
  ...inLanguages,
  ...withStacks,
  ...ofData,
  ...ofMail,
  ...ofAccounts,
];
