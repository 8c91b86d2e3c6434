import { webhook } from "../support/webhook";
import type { BadProgram } from "./program";

const sender = (name: string, rest: string) => `new em.Sender("${name}", { name: "A", ${rest} });`;
const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const unsubscribe = `<a href='%%unsubscribe%%'>Unsubscribe</a>`;
const html = (body: string) => campaign(`html: ${JSON.stringify(body + unsubscribe)}`);

/** What only the account, the whole program or the mail itself shows. */
export const badForAccount: readonly BadProgram[] = [
  {
    title: "sender of a domain that the account lacks",
    body: sender("a", `email: "a@none.example"`),
    says: "[sender-domain-missing]",
  },
  {
    title: "sender of a domain below a verified one",
    body: sender("a", `email: "a@shop.acme.example"`),
    says: "[sender-domain-missing]",
  },
  {
    title: "sender of a domain that is not verified",
    body: sender("a", `email: "a@new.example"`),
    says: "[sender-domain-unverified]",
  },
  {
    title: "sender of a domain that has failed",
    body: sender("a", `email: "a@wrong.example"`),
    says: "[sender-domain-failed]",
  },
  {
    title: "sender of a domain in capitals that has failed",
    body: sender("a", `email: "A@WRONG.EXAMPLE"`),
    says: "[sender-domain-failed]",
  },
  {
    title: "sender of a looked-up domain that is not verified",
    body: `const d = em.getDomainOutput({ domain: "new.example" }); ${sender("a", `email: pulumi.interpolate\`news@\${d.domain}\``)}`,
    says: "[sender-domain-unverified]",
  },
  {
    title: "sender in a component, of a domain that the account lacks",
    body: `class Brand extends pulumi.ComponentResource { constructor(n) { super("acme:index:Brand", n); new em.Sender("a", { email: "a@none.example", name: "A" }, { parent: this }); } } new Brand("b");`,
    says: "[sender-domain-missing]",
  },
  {
    title: "sender that must not exist, and does",
    body: `new em.Sender("a", { ...acme, adopt: false });`,
    says: "[sender-conflict]",
  },
  {
    title: "sender moved to a domain that is not verified",
    before: sender("a", `email: "a@acme.example"`),
    body: sender("a", `email: "a@new.example"`),
    says: "[sender-domain-unverified]",
  },
  {
    title: "sender declared twice",
    body: sender("a", `email: "x@acme.example"`) + sender("b", `email: "X@acme.example"`),
    says: "[sender-duplicate]",
    // One object that two resources believe to be theirs.
    harm: ({ senders }) =>
      senders.filter(({ sender_email }) => /^x@/i.test(sender_email)).length > 0,
  },
  {
    title: "property declared twice",
    body: `new em.CustomProperty("a", { name: "abc", type: "text" }); new em.CustomProperty("b", { name: "abc", type: "text" });`,
    says: "[property-duplicate]",
  },
  {
    title: "property declared twice, in other capitals",
    body: `new em.CustomProperty("a", { name: "abc", type: "text" }); new em.CustomProperty("b", { name: "ABC", type: "text" });`,
    says: "[property-duplicate]",
  },
  {
    title: "more properties than an account holds",
    body: `for (let i = 0; i < 101; i += 1) new em.CustomProperty("p" + i, { name: "prop" + i, type: "text" });`,
    says: "[property-cap]",
  },
  {
    title: "property that exists with another type",
    body: `new em.CustomProperty("a", { name: "plan", type: "date" });`,
    env: { EMAIL_MARKETING_OPERATIONS: "extended" },
    says: "[property-conflict]",
  },
  {
    title: "webhook switched by two",
    body: webhook() + webhook("active: false", { name: "other" }),
    says: "[webhook-duplicate]",
    harm: ({ webhooks }) => webhooks.length > 0,
  },
  {
    title: "campaign to a list that is not there",
    body: campaign(`listIds: ["list-9"]`),
    says: "[list-unknown]",
  },
  {
    title: "campaign to two lists of which one is not there",
    body: campaign(`listIds: ["list-1", "list-9"]`),
    says: "[list-unknown]",
  },
  {
    title: "campaign to a list of nobody",
    body: campaign(`listIds: ["list-2"]`),
    says: "[list-empty]",
    harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
  },
  {
    title: "campaign changed to a list of nobody",
    before: campaign(""),
    body: campaign(`listIds: ["list-1", "list-2"]`),
    says: "[list-empty]",
  },
  {
    title: "campaign of a sender that nobody declares",
    body: campaign(`sender: { email: "who@acme.example", name: "Who" }`),
    says: "[campaign-sender-unknown]",
    harm: ({ campaigns, senders }) =>
      campaigns.length > 1 &&
      !senders.some(({ sender_email }) => sender_email === "who@acme.example"),
  },
  {
    title: "campaign of another sender than the one that an apply of a function declares",
    body: `em.getListOutput({ name: "Customers" }).apply(() => new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" })); ${campaign(`sender: { email: "who@acme.example", name: "Who" }`)}`,
    says: "[campaign-sender-unknown]",
    harm: ({ campaigns, senders }) =>
      campaigns.length > 1 &&
      !senders.some(({ sender_email }) => sender_email === "who@acme.example"),
  },
  {
    title: "campaign of a sender whose domain is not verified",
    body: campaign(`sender: { email: "who@new.example", name: "Who" }`),
    says: "[sender-domain-unverified]",
  },
  {
    title: "campaign that replies to an address the account lacks",
    body: campaign(`replyTo: "nobody@acme.example"`),
    says: "[reply-to-unknown]",
    harm: ({ campaigns }) =>
      campaigns.some(({ reply_email }) => reply_email === "nobody@acme.example"),
  },
  {
    title: "campaign that replies to an address that is not confirmed",
    body: campaign(`replyTo: "later@acme.example"`),
    says: "reply-to-un",
    harm: ({ campaigns }) =>
      campaigns.some(({ reply_email }) => reply_email === "later@acme.example"),
  },
  {
    title: "campaign taken over by two",
    body:
      campaign(`existingId: "campaign-2"`) +
      `new em.Campaign("b", { ...mail, subject: "Other", existingId: "campaign-2" });`,
    says: "[campaign-duplicate]",
    harm: ({ campaigns }) => campaigns.length === 1,
  },
  {
    title: "campaign dated by two",
    body: `for (const n of ["3", "4"]) new em.CampaignSchedule("at" + n, { campaignId: "campaign-2", scheduledAt: "2098-03-0" + n + " 09:00:00" });`,
    says: "[schedule-duplicate]",
  },
  {
    title: "share of a domain that is not there",
    body: `new em.DomainDnsShare("a", { domainId: "domain-9", recipients: ["dns@acme.example"] });`,
    says: "[domain-unknown]",
  },
  {
    title: "share of a domain by its name",
    body: `new em.DomainDnsShare("a", { domainId: "acme.example", recipients: ["dns@acme.example"] });`,
    says: "[domain-unknown]",
  },
  {
    title: "share that mails somebody twice",
    body: `for (const n of ["a", "b"]) new em.DomainDnsShare(n, { domainId: "domain-2", recipients: ["dns@acme.example", n + "@acme.example"] });`,
    says: "[share-duplicate]",
    harm: ({ mails }) =>
      mails.filter(({ recipients }) => recipients.includes("dns@acme.example")).length === 2,
  },
  {
    title: "look-up of a domain that is not there",
    body: `exports.d = em.getDomain({ domain: "none.example" });`,
    says: "the account has no domain",
  },
  {
    title: "look-up of a list that is not there",
    body: `exports.l = em.getListOutput({ id: "list-9" });`,
    says: "getList",
  },
  {
    title: "look-up by two of which one is enough",
    body: `exports.l = em.getList({ id: "list-1", name: "Customers" });`,
    says: "set exactly one of",
  },
  {
    title: "mail without a way to unsubscribe",
    body: campaign(`plainText: "Hello"`),
    says: "[unsubscribe-missing]",
    harm: "to readers",
  },
  {
    title: "mail with an image without alt",
    body: html(`<img src="https://acme.example/a.png">`),
    says: "[image-without-alt]",
    harm: "to readers",
  },
  {
    title: "mail with a link by http",
    body: html(`<a href="http://acme.example">a</a>`),
    says: "[link-not-https]",
    harm: "to readers",
  },
  {
    title: "mail with a relative link",
    body: html(`<a href="/news">a</a>`),
    says: "[link-not-https]",
    harm: "to readers",
  },
  {
    title: "mail with an element that stays open",
    body: html("<div><b>Hi</div>"),
    says: "[tag-unclosed]",
    harm: "to readers",
  },
  {
    title: "mail that is clipped",
    body: html(`<p>${"Hello ".repeat(18_000)}</p>`),
    says: "[html-too-large]",
    harm: "to readers",
  },
  {
    title: "mail whose preheader is its subject",
    body: campaign(`preheader: "News"`),
    says: "[preheader-is-subject]",
    harm: "to readers",
  },
  {
    title: "mail without a plain-text part",
    body: `const { plainText, ...rest } = mail; new em.Campaign("a", { ...rest, html: ${JSON.stringify(unsubscribe)} });`,
    says: "[plain-text-missing]",
    harm: "to readers",
  },
  {
    title: "mail from a file with an element that stays open",
    body: campaign(`html: new pulumi.asset.FileAsset("mail.html")`),
    files: { "mail.html": `${unsubscribe}<table><tr><td>Hi` },
    says: "[tag-unclosed]",
    harm: "to readers",
  },
  ...(
    [
      ["a relative background", `<table><tr><td background="images/b.jpg">Hi</td></tr></table>`],
      [
        "a map that leads to an address by http",
        `<map name="m"><area alt="" href="http://acme.example/"></map>`,
      ],
      [
        "a second image by http",
        `<img alt="" src="https://acme.example/a.png" srcset="https://acme.example/a.png 1x, http://acme.example/b.png 2x">`,
      ],
      ["a relative poster", `<video poster="/a.png">Hi</video>`],
      ["a relative video", `<video><source src="a.mp4">Hi</video>`],
      [
        "a style sheet by http",
        `<link rel="stylesheet" href="http://acme.example/a.css"><p>Hi</p>`,
      ],
      ["a form that goes to an address by http", `<form action="http://acme.example/">Hi</form>`],
      [
        "a button that is a relative image",
        `<form><input type="image" alt="Go" src="go.png"></form>`,
      ],
      ["a relative object", `<object data="a.svg">Hi</object>`],
      ["a relative frame", `<iframe src="/frame.html">Hi</iframe>`],
      [
        "a background by http in a style",
        `<div style="color: red; background: url('http://acme.example/b.png')">Hi</div>`,
      ],
      [
        "a font by http in a style sheet",
        `<style>@font-face { src: url(http://acme.example/f.woff) }</style><p>Hi</p>`,
      ],
      ["a style sheet that imports a relative one", `<style>@import "more.css";</style><p>Hi</p>`],
      [
        "a button by http for Outlook only",
        `<!--[if mso]><v:roundrect href="http://acme.example/">Go</v:roundrect><![endif]--><!--[if !mso]><!--><a href="https://acme.example/">Go</a><!--<![endif]-->`,
      ],
    ] as const
  ).map(
    ([what, body]): BadProgram => ({
      title: `mail with ${what}`,
      body: html(body),
      says: "[link-not-https]",
      harm: "to readers",
    }),
  ),
  ...(
    [
      ["an unsubscribe token in a comment only", `<p>Hi</p><!-- %%unsubscribe%% -->`],
      [
        "an unsubscribe link in a comment only",
        `<p>Hi</p><!-- <a href="https://acme.example/unsubscribe">Stop</a> -->`,
      ],
      ["an unsubscribe link in a style sheet only", `<style>a[href*="unsubscribe%%"] {}</style>Hi`],
      ["an unsubscribe link that leads nowhere", `<p>Hi <a href="#">Unsubscribe</a></p>`],
    ] as const
  ).map(
    ([what, body]): BadProgram => ({
      title: `mail with ${what}`,
      body: campaign(`plainText: "Hello", html: ${JSON.stringify(body)}`),
      says: "[unsubscribe-missing]",
      harm: "to readers",
    }),
  ),
  {
    title: "mail with an element that stays open beside a drawing",
    body: html(`<div><svg><path d="M0 0"/></svg><b>Hi</div>`),
    says: "first <b>",
    harm: "to readers",
  },
  {
    title: "mail with an HTML element that is closed as in XML",
    body: html(`<div><span/>Hi</div>`),
    says: "[tag-unclosed]",
    harm: "to readers",
  },
  {
    title: "mail whose preheader is its subject, both in part of a known id",
    before: `const p = new em.CustomProperty("p", { name: "abc", type: "text" });`,
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); ${campaign("subject: p.id, preheader: p.id")}`,
    says: "[preheader-is-subject]",
    harm: "to readers",
  },
];
