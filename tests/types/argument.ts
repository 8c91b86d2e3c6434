/*
 * Held by the compiler alone: every argument takes plain values, promises and outputs at any depth, and a wrong
 * literal does not compile. Reads the package as users get it, by its built declarations.
 */
import * as pulumi from "@pulumi/pulumi";
import {
  Campaign,
  type CampaignArgs,
  CampaignSchedule,
  CustomProperty,
  DomainDnsShare,
  getCampaignOpensOutput,
  getCampaignOutput,
  getCampaignsOutput,
  getCampaignUnsubscribesOutput,
  getContactOutput,
  getDomainOutput,
  getDomainsOutput,
  getFileVerification,
  getFileVerificationOutput,
  getInboxPlacement,
  getInboxPlacementOutput,
  getListOutput,
  getReplyToOutput,
  getSenderOutput,
  getSendersOutput,
  Provider,
  Sender,
  WebhookActivation,
} from "pulumi-email-marketing";

const text = pulumi.output("text");
const flag = pulumi.output(true);
const count = Promise.resolve(1);

/** Every argument as an output or promise, at every depth. */
export function outputs(): void {
  const provider = new Provider("p", { apiKey: text, baseUrl: text, requestsPerSecond: count });
  const opts = { provider, protect: true };
  new CustomProperty("a", { name: text, type: pulumi.output("text" as const) }, opts);
  new Sender("a", { email: text, name: text, country: text, adopt: flag }, opts);
  new WebhookActivation("a", { webhookId: text, active: flag, triggers: [text, 1, [flag]] });
  new Campaign("a", {
    name: text,
    subject: text,
    sender: { email: text, name: Promise.resolve("name") },
    preheader: text,
    html: new pulumi.asset.FileAsset("mail.html"),
    plainText: text.apply((content) => new pulumi.asset.StringAsset(content)),
    replyTo: text,
    listIds: [text, "list"],
    segmentId: text,
    contactsOrder: pulumi.output("first" as const),
    mailingPreference: flag,
    viewInBrowser: flag,
    permissionReminder: text,
    rules: { limit: count },
    extraFields: { create: { a: { b: text } }, update: pulumi.output({ a: 1 }) },
    existingId: text,
    ignoreChecks: [text],
  });
  const whole: CampaignArgs = {
    name: "name",
    subject: "subject",
    sender: pulumi.output({ email: "a@acme.example", name: "name" }),
    html: text,
    listIds: pulumi.output(["list"]),
    rules: pulumi.output({ limit: 1 }),
    extraFields: pulumi.output({ create: { a: 1 } }),
  };
  const campaign = new Campaign("b", whole);
  new CampaignSchedule("a", { campaignId: campaign.id, scheduledAt: text });
  const date = new Date(0);
  new CampaignSchedule("a", { campaignId: text, scheduledAt: date });
  new CampaignSchedule("a", { campaignId: text, scheduledAt: Promise.resolve(date) });
  new CampaignSchedule("a", { campaignId: text, scheduledAt: text.apply(() => date) });
  new DomainDnsShare("a", { domainId: text, recipients: [text], triggers: [1] });
  new DomainDnsShare("b", { domainId: text, recipients: pulumi.output(["a@acme.example"]) });
}

/** Every argument of a function's Output form as an output. */
export function looked(): void {
  getDomainsOutput({ search: text, status: pulumi.output("failed" as const) });
  getDomainOutput({ domain: text });
  getListOutput({ id: text });
  getReplyToOutput({ email: text });
  getSendersOutput({ search: text });
  getCampaignsOutput({ search: text, status: "draft" });
  getCampaignOutput({ id: text });
  getSenderOutput({ email: text, name: text });
  getContactOutput({ id: text });
  const days = { dateFrom: text, dateTo: text };
  getCampaignOpensOutput({ campaignId: text, ...days, maxRows: count });
  getCampaignUnsubscribesOutput({ campaignId: text, ...days, maxRows: count });
  getInboxPlacementOutput({ ...days, campaignId: text, provider: pulumi.output("gmail" as const) });
  const wait = { timeoutSeconds: count, finished: [text] };
  const deliverable: pulumi.Output<number | undefined> = getFileVerificationOutput({
    fileId: text,
    wait,
  }).apply((file) => file.deliverable);
  void deliverable;
}

/** What must not compile. */
export function mistakes(): void {
  const sender = { email: "a@acme.example", name: "name" };
  const campaign = { name: "name", subject: "subject", sender };
  // @ts-expect-error: a colour is no type of property
  new CustomProperty("a", { name: "name", type: "colour" });
  // @ts-expect-error: null is in no type
  new CustomProperty("a", { name: "name", type: "text", description: null });
  // @ts-expect-error: the sender is missing
  new Campaign("a", { name: "name", subject: "subject" });
  // @ts-expect-error: a sender has a name
  new Campaign("a", { ...campaign, sender: { email: "a@acme.example" } });
  // @ts-expect-error: content is no number
  new Campaign("a", { ...campaign, html: 7 });
  // @ts-expect-error: content of a remote asset may be another at apply
  new Campaign("a", { ...campaign, html: new pulumi.asset.RemoteAsset("https://acme.example") });
  // @ts-expect-error: lists are an array
  new Campaign("a", { ...campaign, listIds: "list" });
  // @ts-expect-error: there is no middle
  new Campaign("a", { ...campaign, contactsOrder: "middle" });
  // @ts-expect-error: a date belongs into a CampaignSchedule
  new Campaign("a", { ...campaign, scheduledAt: "2098-01-01 00:00:00" });
  // @ts-expect-error: the rule is limit
  new Campaign("a", { ...campaign, rules: { limits: 1 } });
  // @ts-expect-error: recipients are an array
  new DomainDnsShare("a", { domainId: "domain", recipients: "a@acme.example" });
  // @ts-expect-error: the domain is missing
  new DomainDnsShare("a", { recipients: ["a@acme.example"] });
  // @ts-expect-error: the date is missing
  new CampaignSchedule("a", { campaignId: "campaign" });
  // @ts-expect-error: aol is none of the four
  void getInboxPlacement({ dateFrom: "2025-12-01", dateTo: "2025-12-31", provider: "aol" });
  // @ts-expect-error: the Promise form takes plain values
  void getFileVerification({ fileId: text });
}
