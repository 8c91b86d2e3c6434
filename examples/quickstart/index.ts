import * as pulumi from "@pulumi/pulumi";
import {
  CustomProperty,
  getDomainOutput,
  getLists,
  getReplyTos,
  Sender,
  WebhookActivation,
} from "pulumi-email-marketing";

const config = new pulumi.Config();

// Functions look up what the account already has. They run in previews too and never change anything.
const domain = getDomainOutput({ domain: config.get("domain") ?? "acme.example" });
const lists = getLists();
const replyTos = getReplyTos({ search: "support" });

// Custom properties of contacts.
const tier = new CustomProperty("tier", {
  name: "tier",
  type: "text",
  description: "The tier that the customer has booked",
});
new CustomProperty("renewal", { name: "renewal", type: "date" });

// The sender of campaigns. If it already exists, it is adopted.
const news = new Sender("news", {
  email: pulumi.interpolate`news@${domain.domain}`,
  name: "Acme News",
});

// Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
const events = new WebhookActivation("events", {
  webhookId: config.get("webhookId") ?? "webhook-1",
  active: config.getBoolean("webhookActive") ?? true,
});

export const account = news.account;
export const sender = pulumi.interpolate`${news.email} is ${news.status}`;
export const domainStatus = domain.status;
export const properties = [tier.name];
export const webhookActive = events.active;
export const contactLists = lists.then((found) => found.lists.map((list) => list.name));
export const replyAddresses = replyTos.then((found) => found.replyTos.length);
