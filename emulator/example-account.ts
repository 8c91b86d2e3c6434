import type { Seed } from "./seed";

/** What an emulator holds that was started without a seed: one object of every kind at least. */
export const exampleAccount: Seed = {
  account: { timezone: "UTC" },
  domains: [
    { id: "domain-1", domain: "acme.example", status: "verified", open_tracking: true },
    { id: "domain-2", domain: "new.example", status: "not_verified" },
    { id: "domain-3", domain: "wrong.example", status: "failed" },
  ],
  senders: [{ id: "sender-1", sender_email: "hello@acme.example", sender_name: "Acme" }],
  reply_emails: [{ id: "reply-email-1", reply_email: "support@acme.example" }],
  lists: [
    { id: "list-1", name: "Customers", contact_count: 1200, open_percentage: 41.2 },
    { id: "list-2", name: "Empty list" },
  ],
  webhooks: [{ id: "webhook-1", name: "Events", status: "inactive" }],
};
