import { reading } from "../operation/operation";

const maxContacts = 1000;

/** GET /client/plan, an extended operation. Most clients use it to check their key. */
export const getPlan = reading((_, { account: { contacts } }) => ({
  data: {
    email: "owner@acme.example",
    name: "Acme",
    plan: "free",
    total_contacts: maxContacts,
    used_contacts: contacts.length,
    remaining_contacts: Math.max(0, maxContacts - contacts.length),
  },
}));
