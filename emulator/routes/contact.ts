import { operations } from "#contract";
import { fieldsIn } from "../operation/contract-fields";
import { requireFound } from "../operation/error";
import { reading } from "../operation/operation";

/** Every field of a contact is text, except for the custom ones. */
const textFields = fieldsIn(operations.getContact.responses[200], "data").filter(
  (field) => field !== "custom_fields",
);

/** GET /contacts/{id}: by id, or by email address, ignoring case. */
export const getContact = reading(({ id }, { account, find }) => {
  const address = id.toLowerCase();
  const byAddress = () => account.contacts.find((row) => row.email.toLowerCase() === address);
  const contact = requireFound(find("contacts", id) ?? byAddress());
  // The service sends the first name under both spellings of the field, no matter which one was stored.
  const spellings: Readonly<Record<string, unknown>> = {
    first_name: contact.firstname,
    firstname: contact.first_name,
    ...contact,
  };
  const texts = textFields.map((field) => [field, String(spellings[field] ?? "")]);
  return { data: { ...Object.fromEntries(texts), custom_fields: contact.custom_fields } };
});
