import type { Operation } from "../operation/operation";
import { ok } from "../operation/reply";

const mostContacts = 1000;

/** GET /client/plan, an extended operation, by which most clients check their key. */
export const getPlan: Operation = {
  reads: true,
  handle(_, { account: { contacts } }) {
    return ok({
      data: {
        email: "owner@acme.example",
        name: "Acme",
        plan: "free",
        total_contacts: mostContacts,
        used_contacts: contacts.length,
        remaining_contacts: Math.max(0, mostContacts - contacts.length),
      },
    });
  },
};
