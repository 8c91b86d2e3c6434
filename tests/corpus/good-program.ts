import { byTitle, type CorpusProgram } from "./program";
import { brand, campaign, compiled, ofOther, otherProvider, rows, yaml } from "./statement";

const unsubscribe = `<a href="%%unsubscribe%%">Unsubscribe</a>`;
const sender = `new em.Sender("a", { email: "a@acme.example", name: "A" });`;

const freshSender = `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" })`;
const ofFresh = `new em.Campaign("a", { ...mail, sender: { email: "fresh@acme.example", name: "Fresh" } });`;
/** An asynchronous function of the program that ends long after the resource is registered. */
const slow = (resource: string) =>
  `${resource}.urn.apply(() => new Promise((done) => setTimeout(done, 1500)))`;

const inLanguages = byTitle({
  "a module": { body: `export const id = ${sender}`, language: "esm" },
  "a module with a default import and a top-level await": {
    body: `import whole from "pulumi-email-marketing"; const { domain } = await whole.getDomain({ domain: "acme.example" }); new whole.Sender("a", { email: "a@" + domain, name: "A" });`,
    language: "esm",
  },
  "a program in TypeScript": {
    body: `const args: em.CampaignArgs = { ...mail, subject: "Typed" }; export const id: pulumi.Output<string> = new em.Campaign("a", args).id;`,
    language: "typescript",
  },
  "an inline program": { body: `${sender} ${campaign("")}`, language: "inline" },
  "an inline program with an explicit provider and a look-up": {
    body: `const provider = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY }); const { id } = await em.getList({ name: "Customers" }, { provider }); new em.Campaign("a", { ...mail, listIds: [id] }, { provider });`,
    language: "inline",
  },
  "an async function as a program": `module.exports = async () => { const { domain } = await em.getDomain({ domain: "acme.example" }); return { id: new em.Sender("a", { email: "a@" + domain, name: "A" }).id }; };`,
  "a campaign whose sender is declared inside an apply of a slow look-up": {
    body: `em.getListOutput({ name: "Customers" }).apply(() => ${freshSender}); ${ofFresh}`,
    meanwhile: (emulator) =>
      emulator.faults([{ path: "/lists/search", times: 1, kind: "delay", ms: 3000 }]),
  },
  "a campaign whose sender is declared inside an apply of a slow function": `const c = ${ofFresh} ${slow("c")}.apply(() => ${freshSender});`,
  "a module with a campaign whose sender is declared inside an apply of a slow function": {
    body: `export const c = ${ofFresh} ${slow("c")}.apply(() => ${freshSender});`,
    language: "esm",
  },
  "an inline program that waits for a sender declared inside an apply of a slow function": {
    body: `const c = ${ofFresh} exports.status = ${slow("c")}.apply(() => ${freshSender}.status);`,
    language: "inline",
  },
  "a resource that is made inside of an apply": `exports.id = em.getListOutput({ name: "Customers" }).apply(({ id }) => new em.Campaign("a", { ...mail, listIds: [id] }).id);`,
});

const withStacks = byTitle({
  "a campaign to a list that another stack exports": {
    body: `${ofOther} ${campaign(`listIds: [ref.requireOutput("list")]`)}`,
    otherStack: `exports.list = em.getListOutput({ name: "Customers" }).id;`,
  },
  "a sender of a secret domain that another stack exports": {
    body: `${ofOther} new em.Sender("a", { email: pulumi.interpolate\`a@\${ref.requireOutput("domain")}\`, name: "A" });`,
    otherStack: `exports.domain = pulumi.secret("acme.example");`,
  },
  "a campaign to a list of a stack that is known only after apply": {
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); const ref = new pulumi.StackReference("ref", { name: p.id.apply(() => "organization/other/dev") }); ${campaign(`listIds: [ref.getOutput("list")], subject: ref.getOutput("subject")`)}`,
    otherStack: `exports.list = "list-1"; exports.subject = "News";`,
  },
  "a date for a campaign of another stack": {
    body: `${ofOther} new em.CampaignSchedule("at", { campaignId: ref.requireOutput("id"), scheduledAt: "2098-03-01 09:00:00" });`,
    otherStack: `exports.id = ${campaign("")} exports.id = exports.id.id;`,
  },
  "an optional input that another stack does not export": {
    body: `${ofOther} ${campaign(`preheader: ref.getOutput("preheader")`)}`,
    otherStack: `exports.x = 1;`,
  },
});

const ofData = byTitle({
  "senders from YAML": {
    body: `${yaml} for (const one of data.senders) new em.Sender(one.email, one);`,
    files: {
      "data.yaml": `senders:\n  - { email: a@acme.example, name: A }\n  - email: b@acme.example\n    name: B\n    city: Berlin\n    postalCode: "10115"\n`,
    },
  },
  "a campaign from YAML, with content of several lines and absent inputs": {
    body: `${yaml} new em.Campaign("a", { ...data, sender: acme });`,
    files: {
      "data.yaml": `name: Spring\nsubject: News\npreheader: ~\nreplyTo:\nlistIds: [list-1, list-3]\nplainText: |\n  Hello.\n\n  Enough? %%unsubscribe%%\nrules: { limit: 10 }\n`,
    },
  },
  "senders from CSV with a byte order mark, as on Windows": {
    body: `${rows("{ columns: true, bom: true, trim: true }")} for (const one of rows) new em.Sender(one.email, one);`,
    files: {
      "data.csv":
        '\ufeffemail,name,city\r\na@acme.example, A,Berlin\r\nb@acme.example,"B, & Co.",Bremen\r\n',
    },
  },
});

const ofMail = byTitle({
  "a mail compiled by handlebars": {
    body: compiled(`{ shop: "https://acme.example", name: "Ada & Co." }`),
    files: {
      "mail.hbs": `<p>{{name}}: <a href="{{shop}}/news?a=1&amp;b=2">News</a></p>${unsubscribe}`,
    },
  },
  "a template of handlebars that the service fills in": {
    body: campaign(`html: new pulumi.asset.FileAsset("mail.hbs")`),
    files: {
      "mail.hbs": `{{#if name}}<p>Hi {{name}}</p>{{/if}}<a href="{{shop}}">Shop</a>${unsubscribe}`,
    },
  },
  "a mail with tags in capitals and attributes without quotes": campaign(
    `html: "<TABLE WIDTH=600><TR><TD ALIGN=center>Hi<BR><IMG SRC=https://acme.example/a.png ALT=Acme></TD></TR></TABLE><A HREF='%%unsubscribe%%'>Stop</A>"`,
  ),
  "a mail with styles for a dark screen": campaign(
    `html: ${JSON.stringify(`<style>@media (prefers-color-scheme: dark) { .a { background: url("https://acme.example/d.png") } } @font-face { font-family: A; src: local("A"), url(https://acme.example/a.woff2) format("woff2") }</style><p class="a">Hi</p>${unsubscribe}`)}`,
  ),
  "a mail in a script from right to left, with emoji": campaign(
    `subject: "🎉".repeat(150), html: ${JSON.stringify(`<div dir="rtl">שלום 🎉&nbsp;&mdash;</div>${unsubscribe}`)}`,
  ),
});

const ofAccounts = byTitle({
  "a component with a map of providers": `${brand} const p = ${otherProvider("p")}; new Brand("b", "other.example", { providers: { "pulumi-nodejs": p } });`,
  "a component with a single provider": `${brand} const p = ${otherProvider("p")}; new Brand("b", "other.example", { provider: p });`,
  "a component within a component with an array of providers": `${brand} class House extends pulumi.ComponentResource { constructor(n, opts) { super("acme:index:House", n, {}, opts); new Brand(n + "-b", "other.example", { parent: this }); } } const p = ${otherProvider("p")}; new House("h", { providers: [p] });`,
  "two accounts under one name, with the same sender": {
    body: `const p = ${otherProvider("p", `account: "acme"`)}; ${sender} new em.Sender("b", { email: "b@other.example", name: "A" }, { provider: p }); new em.CustomProperty("c", { name: "abc", type: "text" }); new em.CustomProperty("d", { name: "abc", type: "text" }, { provider: p });`,
    env: { EMAIL_MARKETING_ACCOUNT: "acme" },
  },
  "one account by two providers of different pace, with different senders": `const apiKey = process.env.EMAIL_MARKETING_API_KEY; const baseUrl = process.env.EMAIL_MARKETING_BASE_URL; const p = new em.Provider("p", { apiKey, baseUrl: baseUrl + "/" }); const q = new em.Provider("q", { apiKey, baseUrl, requestsPerSecond: 5 }); new em.Sender("x", { email: "x@acme.example", name: "X" }, { provider: p }); new em.Sender("y", { email: "y@acme.example", name: "Y" }, { provider: q });`,
  "an explicit provider with a secret key of the stack config": {
    body: `const p = new em.Provider("p", { apiKey: new pulumi.Config().requireSecret("key") }); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
    config: { key: { secret: "canary-main-5f0c1d7e2b9a4c36" } },
  },
  "look-ups of every kind": `exports.all = [em.getDomainsOutput(), em.getListsOutput(), em.getReplyTosOutput(), em.getSendersOutput(), em.getListOutput({ id: "list-1" }), em.getReplyToOutput({ email: "support@acme.example" }), em.getSenderOutput({ email: "team@acme.example" })];`,
  "a look-up that waits for a resource": `const s = ${sender} exports.s = em.getSenderOutput({ email: "a@acme.example" }, { dependsOn: [s] }).id;`,
});

/** Valid programs that depend on the program's language, data, components or accounts. */
export const goodPrograms: readonly CorpusProgram[] = [
  ...inLanguages,
  ...withStacks,
  ...ofData,
  ...ofMail,
  ...ofAccounts,
];
