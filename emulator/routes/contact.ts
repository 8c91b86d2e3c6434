import { operations } from "#contract";
import { fieldsIn } from "../operation/contract-fields";
import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";

/** Every field of a contact is text, except for the custom ones. */
const textFields = fieldsIn(operations.getContact.responses[200], "data").filter(
  (field) => field !== "custom_fields",
);

/** GET /contacts/{id}: by id, or by email address in any case. */
export const getContact: Operation = {
  reads: true,
  handle({ id }, { account }) {
    const address = id.toLowerCase();
    const contact =
      account.contacts.find((row) => row.id === id) ??
      account.contacts.find((row) => row.email.toLowerCase() === address);
    if (contact === undefined) return missing();
    // The service sends the first name under both spellings, whichever it was stored under.
    const spellings: Readonly<Record<string, unknown>> = {
      first_name: contact.firstname,
      firstname: contact.first_name,
      ...contact,
    };
    const texts = textFields.map((field) => [field, String(spellings[field] ?? "")]);
    return ok({ data: { ...Object.fromEntries(texts), custom_fields: contact.custom_fields } });
  },
};
