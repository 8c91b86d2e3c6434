import { readFileSync } from "node:fs";
import { join } from "node:path";
import { webhook } from "../support/webhook";
import type { CorpusProgram } from "./program";

const sender = (rest: string) =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} });`;
const property = (rest: string) =>
  `new em.CustomProperty("a", { name: "abc", type: "text", ${rest} });`;
const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const schedule = (at: string, rest = "") =>
  `new em.CampaignSchedule("a", { campaignId: "campaign-2", scheduledAt: "${at}", ${rest} });`;
const share = (recipients: string) =>
  `new em.DomainDnsShare("a", { domainId: "domain-2", recipients: ${recipients} });`;
const html = (body: string) =>
  campaign(`html: ${JSON.stringify(`${body}<p><a href="%%unsubscribe%%">Unsubscribe</a></p>`)}`);
const component = (child: string) =>
  `class Brand extends pulumi.ComponentResource { constructor(n) { super("acme:index:Brand", n); ${child} } } new Brand("brand");`;
const fileOf = (name: string) => readFileSync(join(__dirname, "mail", name), "utf8");
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

/** Programs that are right: a preview of one must neither fail nor warn. */
export const good: readonly CorpusProgram[] = [
  { title: "a sender", body: sender("") },
  { title: "a sender with a name of 100 characters", body: sender(`name: "n".repeat(100)`) },
  {
    title: "a sender with a whole postal address",
    body: sender(
      `companyAddress: "Road 1", city: "Berlin", state: "Berlin", postalCode: "10115", country: "DE"`,
    ),
  },
  {
    title: "a sender with punctuation in its name",
    body: sender(`name: "Acme & Co. (news), 50% off"`),
  },
  { title: "a sender of a domain in capitals", body: sender(`email: "a@ACME.example"`) },
  {
    title: "a sender of a verified domain below another",
    body: sender(`email: "a@mail.acme.example"`),
  },
  { title: "a sender that exists and is taken over", body: `new em.Sender("a", acme);` },
  {
    title: "a sender that exists in other capitals",
    body: `new em.Sender("a", { ...acme, email: "HELLO@acme.example" });`,
  },
  {
    title: "two senders of one address with two names",
    body: `${sender("")}new em.Sender("b", { email: "a@acme.example", name: "B" });`,
  },
  { title: "a sender with null for absent", body: sender("city: null") },
  {
    title: "a campaign to a list that is still empty, with ignoreChecks",
    body: campaign(`listIds: ["list-2"], ignoreChecks: ["list-empty"]`),
  },
  {
    title: "a sender of a looked-up domain",
    body: `const d = em.getDomainOutput({ domain: "acme.example" }); new em.Sender("a", { email: pulumi.interpolate\`a@\${d.domain}\`, name: "A" });`,
  },
  {
    title: "a sender whose address is known after apply",
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); new em.Sender("a", { email: pulumi.interpolate\`\${p.id}@acme.example\`, name: "A" });`,
  },
  {
    title: "a sender whose address is a secret",
    body: sender(`email: pulumi.secret("a@acme.example")`),
  },
  {
    title: "a sender in a component",
    body: component(
      `new em.Sender("a", { email: "a@acme.example", name: "A" }, { parent: this });`,
    ),
  },
  {
    title: "a sender that nobody touched, of a domain lost since",
    before: sender(""),
    meanwhile: (emulator) => emulator.remove("domains", "domain-1"),
    body: `exports.x = 1; ${sender("")}`,
  },
  {
    title: "a sender of which only ignoreChecks changes",
    before: sender(""),
    body: sender(`ignoreChecks: ["sender-exists"]`),
  },
  { title: "a property", body: property("") },
  { title: "a property of 30 characters", body: property(`name: "n".repeat(30)`) },
  {
    title: "a property of emoji, which count as one each",
    body: property(`name: "🎉".repeat(30)`),
  },
  {
    title: "properties of all types",
    body: `for (const type of ["text", "number", "date", "textarea"]) new em.CustomProperty(type, { name: "of " + type, type, description: "What it is for" });`,
  },
  {
    title: "as many properties as an account holds, with the one that it has",
    body: `for (let i = 0; i < 99; i += 1) new em.CustomProperty("p" + i, { name: "prop" + i, type: "text" });`,
  },
  { title: "a property by its id", body: property(`name: "plan", existingId: "property-1"`) },
  { title: "a property that is taken over", body: property(`name: "plan"`), env: extended },
  {
    title: "a property whose description changes",
    before: property(`description: "One"`),
    body: property(`description: "Two"`),
    env: extended,
  },
  { title: "a webhook", body: webhook() },
  {
    title: "a webhook switched off, and left on destroy",
    body: webhook(`active: false, onDestroy: "leave"`),
  },
  {
    title: "a webhook with triggers of any kind",
    body: webhook(`triggers: [1, "two", { three: [4] }]`),
  },
  {
    title: "two webhooks",
    body: webhook() + webhook(`webhookId: "webhook-2"`, { name: "other" }),
  },
  {
    title: "a webhook that goes from one resource to another by an alias",
    before: webhook(),
    body: webhook("", { name: "other", opts: `aliases: [{ name: "events" }]` }),
  },
  { title: "a campaign of text", body: campaign("") },
  {
    title: "a campaign to a segment",
    body: `const { listIds, ...rest } = mail; new em.Campaign("a", { ...rest, segmentId: "segment-1" });`,
  },
  {
    title: "a campaign with everything",
    body: campaign(
      `preheader: "Read on", replyTo: "support@acme.example", segmentId: "segment-1", contactsOrder: "first", mailingPreference: true, viewInBrowser: false, permissionReminder: "You asked for it", rules: { limit: 10 }, extraFields: { create: { track_clicks: false }, update: { spam_reporting: true } }`,
    ),
  },
  {
    title: "a campaign that replies to its sender",
    body: campaign(`replyTo: "hello@acme.example"`),
  },
  {
    title: "a campaign whose unsubscribe token stands in the reminder",
    body: campaign(`plainText: "Hello", permissionReminder: "Enough? %%unsubscribe%%"`),
  },
  {
    title: "a campaign with a subject of 150 characters",
    body: campaign(`subject: "s".repeat(150)`),
  },
  { title: "a campaign to a list with a per cent sign", body: campaign(`listIds: ["list-3"]`) },
  {
    title: "a campaign to two lists in any order",
    before: campaign(`listIds: ["list-1", "list-3"]`),
    body: campaign(`listIds: ["list-3", "list-1"]`),
  },
  {
    title: "a campaign to a looked-up list",
    body: `const l = em.getListOutput({ name: "Customers" }); ${campaign("listIds: [l.id]")}`,
  },
  {
    title: "a campaign to all lists that hold somebody",
    body: `exports.c = em.getLists().then(({ lists }) => new em.Campaign("a", { ...mail, listIds: lists.filter((l) => l.contactCount > 0).map((l) => l.id) }).id);`,
  },
  {
    title: "a campaign to a list of the same program",
    body: `const l = new em.List("l", { name: "Fresh" }); ${campaign("listIds: [l.id]")}`,
    env: extended,
  },
  {
    title: "a campaign of a sender of the same program",
    body: `${sender("").replace("new", "const s = new")} ${campaign("sender: { email: s.email, name: s.name }")}`,
  },
  {
    title: "a campaign before the sender that it comes from",
    body: campaign(`sender: { email: "A@acme.example", name: "A" }`) + sender(""),
  },
  {
    title: "a campaign whose sender is declared after a look-up",
    body: `${campaign(`sender: { email: "a@acme.example", name: "A" }`)} exports.s = em.getDomain({ domain: "acme.example" }).then(() => { ${sender("")} return "declared"; });`,
  },
  {
    title: "a campaign of an HTML page",
    body: html(
      `<!doctype html><html><head><title>Hi</title><meta charset="utf-8"></head><body><table><tr><td>Hi<br><img alt="Acme" src="https://acme.example/a.png"></td></tr></table></body></html>`,
    ),
  },
  {
    title: "a campaign with links of many kinds",
    body: html(
      `<a href="https://acme.example/?a=1&amp;b=2">a</a><a href="mailto:hello@acme.example">m</a><a href="tel:+491">t</a><a href="#top">u</a><a href="{{link}}">l</a>`,
    ),
  },
  {
    title: "a campaign with HTML for an old mail client",
    body: html(
      `<!--[if mso]><table><tr><td><![endif]--><div>Hi</div><!--[if mso]></td></tr></table><![endif]-->`,
    ),
  },
  {
    title: "a campaign with optional end tags left out",
    body: html("<ul><li>One<li>Two</ul><p>Three"),
  },
  { title: "a campaign of 100 kB", body: html(`<p>${"Hello ".repeat(17_000)}</p>`) },
  {
    title: "a campaign from files",
    body: campaign(
      `html: new pulumi.asset.FileAsset("mail.html"), plainText: new pulumi.asset.FileAsset("mail.txt")`,
    ),
    files: { "mail.html": `<p>Hi <a href="%%unsubscribe%%">Unsubscribe</a></p>`, "mail.txt": "Hi" },
  },
  {
    title: "a campaign whose file changes",
    before: campaign(`html: new pulumi.asset.StringAsset("<p>Hi %%unsubscribe%%</p>")`),
    body: campaign(`html: new pulumi.asset.StringAsset("<p>Hello %%unsubscribe%%</p>")`),
  },
  {
    title: "a campaign whose subject changes",
    before: campaign(""),
    body: campaign(`subject: "Other"`),
  },
  {
    title: "a campaign that loses its reply-to address",
    before: campaign(`replyTo: "support@acme.example"`),
    body: campaign(""),
  },
  { title: "a campaign taken over by its id", body: campaign(`existingId: "campaign-2"`) },
  {
    title: "a campaign with its date",
    body: `${campaign("").replace("new", "const c = new")} new em.CampaignSchedule("a", { campaignId: c.id, scheduledAt: "2098-03-01 09:00:00" }, { protect: true });`,
  },
  { title: "a date on a leap day", body: schedule("2096-02-29 23:59:59") },
  {
    title: "a date that changes once its campaign is paused",
    before: schedule("2098-03-01 09:00:00"),
    meanwhile: (emulator) => emulator.patch("campaigns", "campaign-2", { status: "Paused" }),
    body: schedule("2098-03-02 09:00:00", `ignoreChecks: ["schedule-pause"]`),
  },
  {
    title: "a share with ten addresses",
    body: share(`Array.from({ length: 10 }, (_, i) => "dns" + i + "@acme.example")`),
  },
  {
    title: "a share of a domain that is not verified, by a look-up",
    body: `const d = em.getDomainOutput({ domain: "new.example" }); new em.DomainDnsShare("a", { domainId: d.id, recipients: ["dns@acme.example"] });`,
  },
  {
    title: "two shares of a domain with different people",
    body:
      share(`["dns@acme.example"]`) +
      `new em.DomainDnsShare("b", { domainId: "domain-2", recipients: ["ops@acme.example"] });`,
  },
  {
    title: "a gate: a campaign once a file is verified",
    body: `const f = em.getFileVerificationOutput({ fileId: "file-1", wait: {} }); ${campaign("name: f.fileName")}`,
  },
  {
    title: "an explicit provider",
    body: `const p = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY, requestsPerSecond: 20 }); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
  },
  {
    title: "two accounts with the same sender",
    body: `const p = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY, account: "other" }); ${sender("")} new em.Sender("b", { email: "a@acme.example", name: "A" }, { provider: p });`,
  },
  {
    title: "a key as a secret of the stack config",
    body: sender(""),
    env: { EMAIL_MARKETING_API_KEY: "" },
    config: { "emailmarketing:apiKey": { secret: "canary-main-5f0c1d7e2b9a4c36" } },
  },
  {
    title: "a campaign with https addresses in every place of one",
    body: html(
      `<link rel="stylesheet" href="https://acme.example/a.css"><style>@import "https://acme.example/b.css"; @namespace svg url(http://www.w3.org/2000/svg); /* url(old.png) */ a::after { content: "url(x)"; background: url(https://acme.example/c.png) }</style><table background="https://acme.example/b.png"><tr><td background="cid:b" style="background: url('data:image/gif;base64,R0lGODlh')">Hi</td></tr></table><map name="m"><area alt="" href="https://acme.example/"></map><img alt="" src="https://acme.example/a.png" srcset="data:image/gif;base64,R0lGODlh 1x, https://acme.example/b.png 2x"><video poster="https://acme.example/a.png"><source src="https://acme.example/a.mp4"></video><form action="https://acme.example/"><input type="image" alt="Go" src="https://acme.example/a.png"></form><object data="https://acme.example/a.svg"></object><iframe src="https://acme.example/"></iframe>`,
    ),
  },
  {
    title: "a campaign with tokens in every place of an address",
    body: html(
      `<table background="{{ b | default: 'a, b' }}"><tr><td style="background: url(*|BACKGROUND|*)">Hi</td></tr></table><a href="[LINK]">a</a><a href="<%= a > b ? url("x") : y %>">b</a><a href="\${link}">c</a><a href="%recipient.link%">d</a><img alt="" src={{ image }} srcset="{{ image, 1 }} 1x, %%image%% 2x">`,
    ),
  },
  {
    title: "a campaign with alternatives that a template chooses from",
    body: html(
      `{{#if vip}}<div class="vip">{{else}}<div>{{/if}}Hi</div>{% if a < b %}<b>A</b>{% endif %}`,
    ),
  },
  {
    title: "a campaign with drawings and what Word writes",
    body: html(
      `<div>Hi<o:p/><svg xmlns:xlink="http://www.w3.org/1999/xlink"><defs/><path d="M0 0"/><use xlink:href="#a"/></svg><math><mspace/></math><v:rect href="https://acme.example/"><v:fill src="https://acme.example/a.png" /></v:rect></div>`,
    ),
  },
  {
    title: "a campaign with elements that only Outlook opens",
    body: html(
      `<!--[if lt IE 9]><script src="http://acme.example/old.js"></script><![endif]--><!--[if (gte mso 9)|(IE)]><table><tr><td><![endif]--><![if !mso]><div>Hi</div><![endif]><!--[if mso]></td></tr></table><![endif]--><!--[if !mso]><!--><div>Hi</div><!--<![endif]-->`,
    ),
  },
  {
    title: "a campaign compiled by mjml",
    body: campaign(`html: new pulumi.asset.FileAsset("mail.html")`),
    files: { "mail.html": fileOf("mjml.html") },
  },
  {
    title: "a campaign with lines that end as on Windows",
    body: html("<div>\r\n<p>Hi</p>\r\n</div>\r\n"),
  },
  {
    title: "a campaign with an unsubscribe link in its plain text only",
    body: campaign(
      `plainText: "Hello\\n\\nEnough? https://acme.example/unsubscribe?id=1", html: "<p>Hi</p>"`,
    ),
  },
  {
    title: "a campaign with an unsubscribe token in its plain text only, and one in a comment",
    body: campaign(`html: "<p>Hi</p><!-- %%unsubscribe%% -->"`),
  },
  {
    title: "a campaign with an unsubscribe link in its reminder only",
    body: campaign(
      `plainText: "Hello", permissionReminder: "<a href='https://acme.example/unsubscribe'>Stop</a>"`,
    ),
  },
  {
    title: "a campaign with an unsubscribe link whose address doesn't say so",
    body: campaign(
      `plainText: "Hello", html: "<p><a href='https://acme.example/u/1'><b>Unsubscribe</b></a></p>"`,
    ),
  },
  {
    title: "a campaign of which subject and preheader are known only after apply",
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); ${campaign(`subject: pulumi.concat("News ", p.id), preheader: pulumi.concat("More of ", p.id)`)}`,
  },
];
