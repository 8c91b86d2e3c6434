import type { Seed } from "./seed";

/** What an emulator holds that was started without a seed: at least one object of every kind. */
export const exampleAccount: Seed = {
  account: {
    timezone: "Europe/Berlin",
    company_address: "1 Example Street",
    city: "Berlin",
    state: "Berlin",
    postal_code: "10115",
    country: "DE",
  },
  domains: [
    domain(1, "acme.example", "verified"),
    domain(2, "new.example", "not_verified"),
    domain(3, "wrong.example", "failed"),
  ],
  senders: [
    {
      id: "sender-1",
      sender_email: "hello@acme.example",
      sender_name: "Acme",
      createdDate: "2025-12-01 10:00:00",
    },
  ],
  reply_emails: [{ id: "reply-email-1", reply_email: "support@acme.example" }],
  lists: [
    { id: "list-1", name: "Customers", open_percentage: 41.2 },
    { id: "list-2", name: "Nobody yet" },
  ],
  segments: [{ id: "segment-1", name: "Berlin" }],
  contacts: [
    {
      id: "contact-1",
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Example",
      city: "Berlin",
      list_id: "list-1",
      tags: "vip,beta",
      custom_fields: { plan: "pro" },
      tracking_consent_date: "2025-12-01 10:00:00",
      tracking_consent_source: "web form",
    },
    { id: "contact-2", email: "grace@example.com", first_name: "Grace" },
    { id: "contact-3", email: "alan@example.com", list_id: "list-1", tracking_consent: "denied" },
  ],
  properties: [
    { id: "property-1", name: "plan", description: "What the contact pays for", type: "text" },
  ],
  campaigns: [
    {
      id: "campaign-1",
      name: "Winter news",
      subject: "What is new this winter",
      status: "Finished",
      created_at: "2025-12-10T08:00:00Z",
      sent_at: "2025-12-11T08:00:00Z",
      scheduled_at: "2025-12-11 09:00:00",
      sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
      html: "<p>Hello</p>",
      list_ids: ["list-1"],
    },
    {
      id: "campaign-2",
      name: "Spring news",
      subject: "What is new this spring",
      status: "Draft",
      created_at: "2025-12-20T08:00:00Z",
      sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
      plain_text: "Hello",
      segment_id: "segment-1",
    },
  ],
  opens: [
    { campaign_id: "campaign-1", contact_id: "contact-1", at: "2025-12-11T09:30:00Z" },
    { campaign_id: "campaign-1", contact_id: "contact-2", at: "2025-12-11T22:30:00Z" },
    { campaign_id: "campaign-1", contact_id: "contact-1", at: "2025-12-12T07:00:00Z" },
    { campaign_id: "campaign-1", contact_id: "contact-3", at: "2025-12-12T08:00:00Z" },
  ],
  unsubscribes: [
    {
      campaign_id: "campaign-1",
      contact_id: "contact-2",
      at: "2025-12-12T10:00:00Z",
      reason: "Too many mails",
    },
  ],
  inbox_placements: [
    placement("gmail", { inbox: 37, missed: 1, spam: 2 }),
    placement("outlook", { inbox: 18, missed: 2, spam: 0 }),
  ],
  webhooks: [
    { id: "webhook-1", name: "Opens", url: "https://hooks.example.com/1", status: "inactive" },
    { id: "webhook-2", name: "Bounces", url: "https://hooks.example.com/2", status: "active" },
  ],
  file_verifications: [
    {
      file_id: "file-1",
      file_name: "customers.csv",
      total_records: 1000,
      created_at: "2025-12-15T09:30:00Z",
      deliverable: 950,
      invalid: 30,
      risky: 20,
    },
    { file_id: "file-2", file_name: "leads.csv", total_records: 200, deliverable: 180, risky: 20 },
  ],
};

function domain(number: number, name: string, status: "verified" | "not_verified" | "failed") {
  return {
    id: `domain-${number}`,
    domain: name,
    status,
    open_tracking: number === 1,
    created_at: `2025-11-0${number}T12:00:00Z`,
  };
}

function placement(
  provider: "gmail" | "outlook",
  counts: { readonly inbox: number; readonly missed: number; readonly spam: number },
) {
  return { campaign_id: "campaign-1", date: "2025-12-11", provider, ...counts };
}
