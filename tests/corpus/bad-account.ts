import { webhook } from "../support/program";
import { type BadProgram, badByTitle, byTitle, extended } from "./program";
import { campaign, datedCampaign } from "./statement";

const sender = (name: string, rest: string) => `new em.Sender("${name}", { name: "A", ${rest} });`;
const unsubscribe = `<a href='%%unsubscribe%%'>Unsubscribe</a>`;
const withoutFooter = (body: string) =>
  campaign(`plainText: "Hello", html: ${JSON.stringify(body)}`);
const html = (body: string) => campaign(`html: ${JSON.stringify(body + unsubscribe)}`);

const ofAccount = badByTitle({
  "sender of a domain that the account lacks": [
    sender("a", `email: "a@none.example"`),
    "[sender-domain-unknown email]",
  ],
  "sender of a domain below a verified one": [
    sender("a", `email: "a@shop.acme.example"`),
    "[sender-domain-unknown email]",
  ],
  "sender of a domain that is not verified": [
    sender("a", `email: "a@new.example"`),
    "[sender-domain-unverified email]",
  ],
  "sender of a domain that has failed": [
    sender("a", `email: "a@wrong.example"`),
    "[sender-domain-failed email]",
  ],
  "sender of a looked-up domain that is not verified": [
    `const d = em.getDomainOutput({ domain: "new.example" }); ${sender("a", `email: pulumi.interpolate\`news@\${d.domain}\``)}`,
    "[sender-domain-unverified email]",
  ],
  "sender that must not exist, and does": [
    `new em.Sender("a", { ...acme, adopt: false });`,
    "[sender-conflict adopt]",
  ],
  "sender moved to a domain that is not verified": {
    before: sender("a", `email: "a@acme.example"`),
    body: sender("a", `email: "a@new.example"`),
    says: "[sender-domain-unverified email]",
  },
  "sender declared twice": {
    body: sender("a", `email: "x@acme.example"`) + sender("b", `email: "X@acme.example"`),
    says: "[sender-duplicate]",
    // The harm is that two resources manage the same object.
    harm: ({ senders }) =>
      senders.filter(({ sender_email }) => /^x@/i.test(sender_email)).length > 0,
  },
  "property declared twice, in other capitals": [
    `new em.CustomProperty("a", { name: "abc", type: "text" }); new em.CustomProperty("b", { name: "ABC", type: "text" });`,
    "[property-duplicate name]",
  ],
  "more properties than an account holds": [
    `for (let i = 0; i < 101; i += 1) new em.CustomProperty("p" + i, { name: "prop" + i, type: "text" });`,
    "[property-cap]",
  ],
  "property that exists with another type": {
    body: `new em.CustomProperty("a", { name: "plan", type: "date" });`,
    env: extended,
    says: "[property-conflict type]",
  },
  "webhook switched by two": {
    body: webhook() + webhook("active: false", { name: "other" }),
    says: "[webhook-duplicate webhookId]",
    harm: ({ webhooks }) => webhooks.length > 0,
  },
  "campaign to a list that is not there": [
    campaign(`listIds: ["Customers"]`),
    'The list with the name "Customers" has the id "list-1": use the id. [list-unknown listIds]',
  ],
  "campaign to a list of nobody": {
    body: datedCampaign(`listIds: ["list-2"]`),
    says: "[list-empty ",
    harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
  },
  "campaign changed to a list of nobody": {
    before: datedCampaign(""),
    body: datedCampaign(`listIds: ["list-2"]`),
    says: "[list-empty ",
    harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
  },
  "campaign of a sender that nobody declares": {
    body: campaign(`sender: { email: "who@acme.example", name: "Who" }`),
    says: "[campaign-sender-unknown sender.email]",
    harm: ({ campaigns, senders }) =>
      campaigns.length > 1 &&
      !senders.some(({ sender_email }) => sender_email === "who@acme.example"),
  },
  "campaign of another sender than the one that an apply of a function declares": {
    body: `em.getListOutput({ name: "Customers" }).apply(() => new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" })); ${campaign(`sender: { email: "who@acme.example", name: "Who" }`)}`,
    says: "[campaign-sender-unknown sender.email]",
    harm: ({ campaigns, senders }) =>
      campaigns.length > 1 &&
      !senders.some(({ sender_email }) => sender_email === "who@acme.example"),
  },
  "campaign of a sender whose domain is not verified": [
    campaign(`sender: { email: "who@new.example", name: "Who" }`),
    "[sender-domain-unverified sender.email]",
  ],
  "campaign that replies to an address the account lacks": {
    body: campaign(`replyTo: "nobody@acme.example"`),
    says: "[reply-to-unknown replyTo]",
    harm: ({ campaigns }) =>
      campaigns.some(({ reply_email }) => reply_email === "nobody@acme.example"),
  },
  "campaign that replies to an address that is not confirmed": {
    body: campaign(`replyTo: "later@acme.example"`),
    says: "reply-to-un",
    harm: ({ campaigns }) =>
      campaigns.some(({ reply_email }) => reply_email === "later@acme.example"),
  },
  "campaign taken over by two": {
    body:
      campaign(`existingId: "campaign-2"`) +
      `new em.Campaign("b", { ...mail, subject: "Other", existingId: "campaign-2" });`,
    says: "[campaign-duplicate existingId]",
    harm: ({ campaigns }) => campaigns.length === 1,
  },
  "campaign dated by two": [
    `for (const n of ["3", "4"]) new em.CampaignSchedule("at" + n, { campaignId: "campaign-2", scheduledAt: "2098-03-0" + n + " 09:00:00" });`,
    "[schedule-duplicate campaignId]",
  ],
  "share of a domain by its name": [
    `new em.DomainDnsShare("a", { domainId: "acme.example", recipients: ["dns@acme.example"] });`,
    "[domain-unknown domainId]",
  ],
  "share that mails somebody twice": {
    body: `for (const n of ["a", "b"]) new em.DomainDnsShare(n, { domainId: "domain-2", recipients: ["dns@acme.example", n + "@acme.example"] });`,
    says: "[share-duplicate]",
    harm: ({ mails }) =>
      mails.filter(({ recipients }) => recipients.includes("dns@acme.example")).length === 2,
  },
  "look-up of a domain that is not there": [
    `exports.d = em.getDomain({ domain: "none.example" });`,
    "the account has no domain",
  ],
  "look-up by two of which one is enough": [
    `exports.l = em.getList({ id: "list-1", name: "Customers" });`,
    "set exactly one of",
  ],
});

/** Emails with a problem for their readers. */
const ofMail: readonly BadProgram[] = [
  ...badByTitle({
    "mail without a way to unsubscribe": [campaign(`plainText: "Hello"`), "[unsubscribe-missing]"],
    "mail with an image without alt": [
      html(`<img src="https://acme.example/a.png">`),
      "[image-without-alt html]",
    ],
    "mail with a link by http": [
      html(`<a href="http://acme.example">a</a>`),
      "[link-not-https html]",
    ],
    "mail with an element that stays open": [html("<div><b>Hi</div>"), "[element-unclosed html]"],
    "mail that is clipped": [html(`<p>${"Hello ".repeat(18_000)}</p>`), "[html-too-large html]"],
    "mail whose preheader is its subject": [
      campaign(`preheader: "News"`),
      "[preheader-is-subject preheader]",
    ],
  }),
  ...byTitle({
    "mail with a relative background": html(
      `<table><tr><td background="images/b.jpg">Hi</td></tr></table>`,
    ),
    "mail with a second image by http": html(
      `<img alt="" src="https://acme.example/a.png" srcset="https://acme.example/a.png 1x, http://acme.example/b.png 2x">`,
    ),
    "mail with a button by http for Outlook only": html(
      `<!--[if mso]><v:roundrect href="http://acme.example/">Go</v:roundrect><![endif]--><!--[if !mso]><!--><a href="https://acme.example/">Go</a><!--<![endif]-->`,
    ),
  }).map((program) => ({ ...program, says: "[link-not-https html]" })),
  ...byTitle({
    "mail with an unsubscribe token in a comment only": withoutFooter(
      `<p>Hi</p><!-- %%unsubscribe%% -->`,
    ),
    "mail with an unsubscribe link that leads nowhere": withoutFooter(
      `<p>Hi <a href="#">Unsubscribe</a></p>`,
    ),
  }).map((program) => ({ ...program, says: "[unsubscribe-missing]" })),
  ...badByTitle({
    "mail with an HTML element that is closed as in XML": [
      html(`<div><span/>Hi</div>`),
      "[element-unclosed html]",
    ],
    "mail whose preheader is its subject, both in part of a known id": {
      before: `const p = new em.CustomProperty("p", { name: "abc", type: "text" });`,
      body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); ${campaign("subject: p.id, preheader: p.id")}`,
      says: "[preheader-is-subject preheader]",
    },
  }),
];

/** Problems that only the account, the whole program or the email shows. */
export const badForAccount: readonly BadProgram[] = [
  ...ofAccount,
  ...ofMail.map((program): BadProgram => ({ ...program, harm: "to readers" })),
];
