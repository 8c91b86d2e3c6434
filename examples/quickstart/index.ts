import * as pulumi from "@pulumi/pulumi";
import * as em from "pulumi-email-marketing";

const config = new pulumi.Config();

// Functions look up what the account already has. They run in previews too and never change anything.
export const domain = em.getDomainOutput({ domain: "acme.example" }).status;

// The sender of campaigns. If it already exists, it is adopted.
new em.Sender("news", { email: "news@acme.example", name: "Acme News" });

// A custom property of contacts.
new em.CustomProperty("tier", { name: "tier", type: "text" });

// Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
const active = config.getBoolean("webhookActive") ?? true;
new em.WebhookActivation("events", { webhookId: "webhook-1", active });

// A campaign is a draft, which is sent to no one, until a schedule gives it a date.
const spring = new em.Campaign(
  "spring",
  {
    name: "Spring",
    subject: "Spring is here",
    sender: { email: "news@acme.example", name: "Acme News" },
    html: '<p>Hello! <a href="%%unsubscribe%%">Unsubscribe</a></p>',
    plainText: "Hello! Unsubscribe: %%unsubscribe%%",
    listIds: ["list-1"],
  },
  { protect: true },
);
new em.CampaignSchedule(
  "spring",
  { campaignId: spring.id, scheduledAt: "2030-03-01 09:00:00" },
  { protect: true },
);
