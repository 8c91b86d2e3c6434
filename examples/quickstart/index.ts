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

// What the account has already is looked up, in previews too; a lookup never changes anything.
const domain = getDomainOutput({ domain: config.get("domain") ?? "acme.example" });
const lists = getLists();
const replyTos = getReplyTos({ search: "support" });

// What contacts are described by.
const tier = new CustomProperty("tier", {
  name: "tier",
  type: "text",
  description: "The tier that the customer has booked",
});
new CustomProperty("renewal", { name: "renewal", type: "date" });

// Who campaigns come from. A sender that exists already is taken over.
const news = new Sender("news", {
  email: pulumi.interpolate`news@${domain.domain}`,
  name: "Acme News",
});

// A webhook that exists, switched on; `pulumi config set webhookActive false` switches it off.
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
