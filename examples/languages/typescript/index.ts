import * as emailmarketing from "@emailmarketing/pulumi";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

// Functions look up what the account already has. They run in previews too and never change anything.
const domain = emailmarketing.getDomainOutput({ domain: config.get("domain") ?? "acme.example" });
const lists = emailmarketing.getListsOutput();

// Custom properties of contacts.
new emailmarketing.CustomProperty("tier", {
  name: "tier",
  type: "text",
  description: "The tier that the customer has booked",
});
new emailmarketing.CustomProperty("renewal", { name: "renewal", type: "date" });

// The sender of campaigns. If it already exists, it is adopted.
const news = new emailmarketing.Sender("news", {
  email: pulumi.interpolate`news@${domain.domain}`,
  name: "Acme News",
});

// Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
new emailmarketing.WebhookActivation("events", {
  webhookId: "webhook-1",
  active: config.getBoolean("webhookActive") ?? true,
});

export const account = news.account;
export const sender = pulumi.interpolate`${news.email} is ${news.status}`;
export const domainStatus = domain.status;
export const contactLists = lists.lists;
