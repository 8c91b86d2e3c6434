import { operations } from "#contract";
import type { Sender } from "../account/account";
import { fieldsIn } from "../operation/contract-fields";
import { writing } from "../operation/operation";
import { search, sortedBy } from "../operation/search";
import { requireVerifiedDomain } from "./domain";

/**
 * POST /senders/search: verified senders. The service spells the status `Verified` here and `verified`
 * in the create, sorts by `created_date` and returns it as `createdDate`.
 */
export const searchSenders = search<Sender>({
  rows: ({ senders }) => senders,
  texts: ({ sender_email, sender_name }) => [sender_email, sender_name],
  matches: ({ status }) => status.toLowerCase() === "verified",
  order: sortedBy("createdDate", "desc", ["sender_email", "sender_name"]),
  shown: ({ id, sender_email, sender_name, createdDate }) => ({
    ...{ id, sender_email, sender_name, createdDate },
    status: "Verified",
  }),
});

/** A request may have any other field, which the service ignores. */
const senderFields = fieldsIn(operations.addSender.requestSchema);

/** POST /senders: adds a verified sender. A repeated request adds another, so that a test notices a repeated create. */
export const addSender = writing(({ body }, store) => {
  const sent = Object.entries(body as Sender).filter(([field]) => senderFields.includes(field));
  const given = Object.fromEntries(sent) as Partial<Sender>;
  requireVerifiedDomain(store.account, given.sender_email);
  // Address fields that are left out come from the account's profile.
  const { id, sender_email, sender_name, status } = store.insert("senders", given);
  return { id, sender_email, sender_name, status };
});
