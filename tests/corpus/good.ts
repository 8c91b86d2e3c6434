import { webhook } from "../support/program";
import { byTitle, type CorpusProgram, extended } from "./program";
import { campaign, campaignAsC, datedCampaign, mjml, property, sender } from "./statement";

const schedule = (at: string, rest = "") =>
  `new em.CampaignSchedule("a", { campaignId: "campaign-2", scheduledAt: "${at}", ${rest} });`;
const share = (recipients: string) =>
  `new em.DomainDnsShare("a", { domainId: "domain-2", recipients: ${recipients} });`;
const html = (body: string) =>
  campaign(`html: ${JSON.stringify(`${body}<p><a href="%%unsubscribe%%">Unsubscribe</a></p>`)}`);
const component = (child: string) =>
  `class Brand extends pulumi.ComponentResource { constructor(n) { super("acme:index:Brand", n); ${child} } } new Brand("brand");`;

/** Valid programs. A preview of them must neither fail nor warn. */
export const good: readonly CorpusProgram[] = byTitle({
  "a sender": sender(""),
  "a sender with a whole postal address": sender(
    `companyAddress: "Road 1", city: "Berlin", state: "Berlin", postalCode: "10115", country: "DE"`,
  ),
  "a sender with punctuation in its name": sender(`name: "Acme & Co. (news), 50% off"`),
  "a sender of a domain in capitals": sender(`email: "a@ACME.example"`),
  "a sender of a verified domain below another": sender(`email: "a@mail.acme.example"`),
  "a sender that exists and is taken over": `new em.Sender("a", acme);`,
  "a sender that exists in other capitals": `new em.Sender("a", { ...acme, email: "HELLO@acme.example" });`,
  "two senders of one address with two names": `${sender("")}new em.Sender("b", { email: "a@acme.example", name: "B" });`,
  "a sender with null for absent": sender("city: null"),
  "a campaign to a list that is still empty, with ignoreChecks": datedCampaign(
    `listIds: ["list-2"], ignoreChecks: ["list-empty"]`,
  ),
  "a sender of a looked-up domain": `const d = em.getDomainOutput({ domain: "acme.example" }); new em.Sender("a", { email: pulumi.interpolate\`a@\${d.domain}\`, name: "A" });`,
  "a sender whose address is known after apply": `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); new em.Sender("a", { email: pulumi.interpolate\`\${p.id}@acme.example\`, name: "A" });`,
  "a sender whose address is a secret": sender(`email: pulumi.secret("a@acme.example")`),
  "a sender in a component": component(
    `new em.Sender("a", { email: "a@acme.example", name: "A" }, { parent: this });`,
  ),
  "a sender that nobody touched, of a domain lost since": {
    before: sender(""),
    meanwhile: (emulator) => emulator.remove("domains", "domain-1"),
    body: `exports.x = 1; ${sender("")}`,
  },
  "a sender of which only ignoreChecks changes": {
    before: sender(""),
    body: sender(`ignoreChecks: ["sender-exists"]`),
  },
  "a property": property(""),
  "a property of emoji, which count as one each": property(`name: "🎉".repeat(30)`),
  "properties of all types": `for (const type of ["text", "number", "date", "textarea"]) new em.CustomProperty(type, { name: "of " + type, type, description: "What it is for" });`,
  "as many properties as an account holds, with the one that it has": `for (let i = 0; i < 99; i += 1) new em.CustomProperty("p" + i, { name: "prop" + i, type: "text" });`,
  "a property by its id": property(`name: "plan", existingId: "property-1"`),
  "a property that is taken over": { body: property(`name: "plan"`), env: extended },
  "a property whose description changes": {
    before: property(`description: "One"`),
    body: property(`description: "Two"`),
    env: extended,
  },
  "a webhook": webhook(),
  "a webhook with triggers of any kind": webhook(`triggers: [1, "two", { three: [4] }]`),
  "a webhook that goes from one resource to another by an alias": {
    before: webhook(),
    body: webhook("", { name: "other", opts: `aliases: [{ name: "events" }]` }),
  },
  "a campaign of text": campaign(""),
  "a campaign to a segment": `const { listIds, ...rest } = mail; new em.Campaign("a", { ...rest, segmentId: "segment-1" });`,
  "a campaign with everything": campaign(
    `preheader: "Read on", replyTo: "support@acme.example", segmentId: "segment-1", contactsOrder: "first", mailingPreference: true, viewInBrowser: false, permissionReminder: "You asked for it", rules: { limit: 10 }, extraFields: { create: { track_clicks: false }, update: { spam_reporting: true } }`,
  ),
  "a campaign that quotes what Pulumi says of an output in a string": campaign(
    `plainText: "Calling [toString] on an [Output<T>] is not supported. %%unsubscribe%%", ignoreChecks: ["output-in-text"]`,
  ),
  "a campaign that replies to its sender": campaign(`replyTo: "hello@acme.example"`),
  "a campaign whose unsubscribe token stands in the reminder": campaign(
    `plainText: "Hello", permissionReminder: "Enough? %%unsubscribe%%"`,
  ),
  "a campaign to a list with a per cent sign": campaign(`listIds: ["list-3"]`),
  "a campaign to two lists in any order": {
    before: campaign(`listIds: ["list-1", "list-3"]`),
    body: campaign(`listIds: ["list-3", "list-1"]`),
  },
  "a campaign to a looked-up list": `const l = em.getListOutput({ name: "Customers" }); ${campaign("listIds: [l.id]")}`,
  "a campaign to all lists that hold somebody": `exports.c = em.getLists().then(({ lists }) => new em.Campaign("a", { ...mail, listIds: lists.filter((l) => l.contactCount > 0).map((l) => l.id) }).id);`,
  "a campaign to a list of the same program": {
    body: `const l = new em.List("l", { name: "Fresh" }); ${campaign("listIds: [l.id]")}`,
    env: extended,
  },
  "a campaign of a sender of the same program": `${sender("").replace("new", "const s = new")} ${campaign("sender: { email: s.email, name: s.name }")}`,
  "a campaign before the sender that it comes from":
    campaign(`sender: { email: "A@acme.example", name: "A" }`) + sender(""),
  "a campaign whose sender is declared after a look-up": `${campaign(`sender: { email: "a@acme.example", name: "A" }`)} exports.s = em.getDomain({ domain: "acme.example" }).then(() => { ${sender("")} return "declared"; });`,
  "a campaign of an HTML page": html(
    `<!doctype html><html><head><title>Hi</title><meta charset="utf-8"></head><body><table><tr><td>Hi<br><img alt="Acme" src="https://acme.example/a.png"></td></tr></table></body></html>`,
  ),
  "a campaign with links of many kinds": html(
    `<a href="https://acme.example/?a=1&amp;b=2">a</a><a href="mailto:hello@acme.example">m</a><a href="tel:+491">t</a><a href="#top">u</a><a href="{{link}}">l</a>`,
  ),
  "a campaign with HTML for an old mail client": html(
    `<!--[if mso]><table><tr><td><![endif]--><div>Hi</div><!--[if mso]></td></tr></table><![endif]-->`,
  ),
  "a campaign with optional end tags left out": html("<ul><li>One<li>Two</ul><p>Three"),
  "a campaign of 100 kB": html(`<p>${"Hello ".repeat(17_000)}</p>`),
  "a campaign from files": {
    body: campaign(
      `html: new pulumi.asset.FileAsset("mail.html"), plainText: new pulumi.asset.FileAsset("mail.txt")`,
    ),
    files: { "mail.html": `<p>Hi <a href="%%unsubscribe%%">Unsubscribe</a></p>`, "mail.txt": "Hi" },
  },
  "a campaign whose file changes": {
    before: campaign(`html: new pulumi.asset.StringAsset("<p>Hi %%unsubscribe%%</p>")`),
    body: campaign(`html: new pulumi.asset.StringAsset("<p>Hello %%unsubscribe%%</p>")`),
  },
  "a campaign that loses its reply-to address": {
    before: campaign(`replyTo: "support@acme.example"`),
    body: campaign(""),
  },
  "a campaign taken over by its id": campaign(`existingId: "campaign-2"`),
  "a campaign with its date": `${campaignAsC("")} new em.CampaignSchedule("a", { campaignId: c.id, scheduledAt: "2098-03-01 09:00:00" }, { protect: true });`,
  "a date that changes once its campaign is paused": {
    before: schedule("2098-03-01 09:00:00"),
    meanwhile: (emulator) => emulator.patch("campaigns", "campaign-2", { status: "Paused" }),
    body: schedule("2098-03-02 09:00:00", `ignoreChecks: ["schedule-pause"]`),
  },
  "a share of a domain that is not verified, by a look-up": `const d = em.getDomainOutput({ domain: "new.example" }); new em.DomainDnsShare("a", { domainId: d.id, recipients: ["dns@acme.example"] });`,
  "two shares of a domain with different people":
    share(`["dns@acme.example"]`) +
    `new em.DomainDnsShare("b", { domainId: "domain-2", recipients: ["ops@acme.example"] });`,
  "a gate: a campaign once a file is verified": `const f = em.getFileVerificationOutput({ fileId: "file-1", wait: {} }); ${campaign("name: f.fileName")}`,
  "an explicit provider": `const p = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY, requestsPerSecond: 20 }); new em.Sender("a", { email: "a@acme.example", name: "A" }, { provider: p });`,
  "two accounts with the same sender": `const p = new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY, account: "other" }); ${sender("")} new em.Sender("b", { email: "a@acme.example", name: "A" }, { provider: p });`,
  "a key as a secret of the stack config": {
    body: sender(""),
    env: { EMAIL_MARKETING_API_KEY: "" },
    config: { "emailmarketing:apiKey": { secret: "canary-main-5f0c1d7e2b9a4c36" } },
  },
  "a campaign with https addresses in every place of one": html(
    `<link rel="stylesheet" href="https://acme.example/a.css"><style>@import "https://acme.example/b.css"; @namespace svg url(http://www.w3.org/2000/svg); /* url(old.png) */ a::after { content: "url(x)"; background: url(https://acme.example/c.png) }</style><table background="https://acme.example/b.png"><tr><td background="https://acme.example/b.png" style="background: url('data:image/gif;base64,R0lGODlh')">Hi</td></tr></table><map name="m"><area alt="" href="https://acme.example/"></map><img alt="" src="https://acme.example/a.png" srcset="data:image/gif;base64,R0lGODlh 1x, https://acme.example/b.png 2x"><video poster="https://acme.example/a.png"><source src="https://acme.example/a.mp4"></video><form action="https://acme.example/"><input type="image" alt="Go" src="https://acme.example/a.png"></form><object data="https://acme.example/a.svg"></object><iframe src="https://acme.example/"></iframe>`,
  ),
  "a campaign with tokens in every place of an address": html(
    `<table background="{{ b | default: 'a, b' }}"><tr><td style="background: url(*|BACKGROUND|*)">Hi</td></tr></table><a href="<%= a > b ? url("x") : y %>">b</a><a href="\${link}">c</a><img alt="" src={{ image }} srcset="{{ image, 1 }} 1x, %%image%% 2x">`,
  ),
  "a campaign with alternatives that a template chooses from": html(
    `{{#if vip}}<div class="vip">{{else}}<div>{{/if}}Hi</div>{% if a < b %}<b>A</b>{% endif %}`,
  ),
  "a campaign with drawings and what Word writes": html(
    `<div>Hi<o:p/><svg xmlns:xlink="http://www.w3.org/1999/xlink"><defs/><path d="M0 0"/><use xlink:href="#a"/></svg><math><mspace/></math><v:rect href="https://acme.example/"><v:fill src="https://acme.example/a.png" /></v:rect></div>`,
  ),
  "a campaign with elements that only Outlook opens": html(
    `<!--[if lt IE 9]><script src="http://acme.example/old.js"></script><![endif]--><!--[if (gte mso 9)|(IE)]><table><tr><td><![endif]--><![if !mso]><div>Hi</div><![endif]><!--[if mso]></td></tr></table><![endif]--><!--[if !mso]><!--><div>Hi</div><!--<![endif]-->`,
  ),
  "a campaign compiled by mjml": {
    body: campaign(`html: new pulumi.asset.FileAsset("mail.html")`),
    files: { "mail.html": mjml },
  },
  "a campaign of plain text with an unsubscribe link": campaign(
    `plainText: "Hello\\n\\nEnough? https://acme.example/unsubscribe?id=1"`,
  ),
  "a campaign with an unsubscribe link whose address doesn't say so": campaign(
    `plainText: "Hello", html: "<p><a href='https://acme.example/u/1'><b>Unsubscribe</b></a></p>"`,
  ),
  "a campaign of which subject and preheader are known only after apply": `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); ${campaign(`subject: pulumi.concat("News ", p.id), preheader: pulumi.concat("More of ", p.id)`)}`,
});
