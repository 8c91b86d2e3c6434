/*
 * Checked only by the compiler: an argument accepts plain values, promises and outputs at any depth, and wrong literals
 * don't compile. One type derives the arguments of all resources from their inputs, and another type those of all
 * functions. Imports the built declarations of the package, as users do.
 */
import * as pulumi from "@pulumi/pulumi";
import {
  Campaign,
  type CampaignArgs,
  CampaignSchedule,
  CustomProperty,
  getDomainsOutput,
  getFileVerification,
  getFileVerificationOutput,
  Provider,
} from "pulumi-email-marketing";

const text = pulumi.output("text");
const flag = pulumi.output(true);
const count = Promise.resolve(1);

/** Every argument as an output or promise, at every depth. */
export function outputs(): void {
  const provider = new Provider("p", { apiKey: text, baseUrl: text, requestsPerSecond: count });
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
  const campaign = new Campaign("b", whole, { provider, protect: true });
  new CampaignSchedule("a", { campaignId: campaign.id, scheduledAt: text });
  const date = new Date(0);
  new CampaignSchedule("a", { campaignId: text, scheduledAt: date });
  new CampaignSchedule("a", { campaignId: text, scheduledAt: Promise.resolve(date) });
  new CampaignSchedule("a", { campaignId: text, scheduledAt: text.apply(() => date) });
}

/** Every argument of a function's Output form as an output, at every depth. */
export function looked(): void {
  getDomainsOutput({ search: text, status: pulumi.output("failed" as const) });
  const wait = { timeoutSeconds: count, finished: [text] };
  const deliverable: pulumi.Output<number | undefined> = getFileVerificationOutput({
    fileId: text,
    wait,
  }).apply((file) => file.deliverable);
  void deliverable;
}

/** Calls that must not compile. */
export function mistakes(): void {
  const sender = { email: "a@acme.example", name: "name" };
  const campaign = { name: "name", subject: "subject", sender };
  // @ts-expect-error: "colour" is not a type of a property
  new CustomProperty("a", { name: "name", type: "colour" });
  // @ts-expect-error: no input accepts null
  new CustomProperty("a", { name: "name", type: "text", description: null });
  // @ts-expect-error: the sender is missing
  new Campaign("a", { name: "name", subject: "subject" });
  // @ts-expect-error: the sender's name is missing
  new Campaign("a", { ...campaign, sender: { email: "a@acme.example" } });
  // @ts-expect-error: content can't be a number
  new Campaign("a", { ...campaign, html: 7 });
  // @ts-expect-error: the content of a remote asset may change before apply
  new Campaign("a", { ...campaign, html: new pulumi.asset.RemoteAsset("https://acme.example") });
  // @ts-expect-error: list ids must be an array
  new Campaign("a", { ...campaign, listIds: "list" });
  // @ts-expect-error: a date belongs in a CampaignSchedule
  new Campaign("a", { ...campaign, scheduledAt: "2098-01-01 00:00:00" });
  // @ts-expect-error: the rule's name is limit
  new Campaign("a", { ...campaign, rules: { limits: 1 } });
  // @ts-expect-error: the date is missing
  new CampaignSchedule("a", { campaignId: "campaign" });
  // @ts-expect-error: the Promise form accepts only plain values
  void getFileVerification({ fileId: text });
}
