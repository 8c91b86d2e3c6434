import type { Seed } from "email-marketing-emulator";

const sender = { sender_email: "news@acme.example", sender_name: "Acme News" };

/** An account from which campaigns can be sent. The id of each list ends with the number of its contacts. */
export function acmeAccount(more: Seed = {}): Seed {
  return {
    domains: [{ domain: "acme.example", status: "verified" }],
    senders: [sender],
    lists: [
      { id: "list-5", name: "Customers", contact_count: 5 },
      { id: "list-3", name: "Friends", contact_count: 3 },
    ],
    ...more,
  };
}

/** A draft in the account that no program declares. */
export const draftElsewhere = {
  id: "campaign-9",
  name: "Elsewhere",
  subject: "New",
  html: "<p>Hello</p>",
  list_ids: ["list-5"],
  sender,
};
