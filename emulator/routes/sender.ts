import { operations } from "#contract";
import type { Sender } from "../account/account";
import { fieldsIn } from "../operation/contract-fields";
import type { Operation } from "../operation/operation";
import { created, invalid } from "../operation/reply";
import { search, sortedBy } from "../operation/search";
import { hasVerifiedDomain } from "./domain";

/**
 * POST /senders/search: verified senders. The service spells the status `Verified` here and `verified`
 * in the create, sorts by `created_date` and returns it as `createdDate`.
 */
export const searchSenders = search<Sender>({
  rows: ({ senders }) => senders,
  texts: ({ sender_email, sender_name }) => [sender_email, sender_name],
  matches: ({ status }) => status.toLowerCase() === "verified",
  order: sortedBy("createdDate", "desc", {
    sender_email: "sender_email",
    sender_name: "sender_name",
  }),
  shown: ({ id, sender_email, sender_name, createdDate }) => ({
    ...{ id, sender_email, sender_name, createdDate },
    status: "Verified",
  }),
});

/** A request may have any other field, which the service ignores. */
const senderFields = fieldsIn(operations.addSender.requestSchema);

/**
 * POST /senders: adds a sender, which is verified at once. Adding the same one again makes another,
 * so that a test notices a client that repeats a create.
 */
export const addSender: Operation = {
  reads: false,
  handle({ body }, store) {
    const sent = Object.entries(body as Sender).filter(([field]) => senderFields.includes(field));
    const given = Object.fromEntries(sent) as Partial<Sender>;
    if (!hasVerifiedDomain(store.account, given.sender_email ?? "")) {
      return invalid("sender_email", "The domain of the sender must be added and verified");
    }
    // Address fields that are left out come from the account's profile.
    const { id, sender_email, sender_name, status } = store.insert("senders", given);
    return created({ id, sender_email, sender_name, status });
  },
};
