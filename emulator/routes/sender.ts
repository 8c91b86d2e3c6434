import { operations } from "#contract";
import type { Sender } from "../account/account";
import { fieldsIn } from "../operation/contract-fields";
import { writing } from "../operation/operation";
import { search, sortedBy } from "../operation/search";
import { requireVerifiedDomain } from "./domain";

/**
 * POST /senders/search: verified senders. The status is `Verified` here, but `verified` in the response of a create.
 * The date is `createdDate` here, but `created_date` in `sort_field`.
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

/** The fields of a request that the service uses. The service ignores any other field. */
const senderFields = fieldsIn(operations.addSender.requestSchema);

/** POST /senders: adds a verified sender. A repeated request adds another, so that a test notices a repeated create. */
export const addSender = writing(({ body }, store) => {
  const sent = Object.entries(body as Sender).filter(([field]) => senderFields.includes(field));
  const given = Object.fromEntries(sent) as Partial<Sender>;
  requireVerifiedDomain(store.account, given.sender_email);
  // Missing address fields come from the account's profile.
  const { id, sender_email, sender_name, status } = store.insert("senders", given);
  return { id, sender_email, sender_name, status };
});
