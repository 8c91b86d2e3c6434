import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";

const textFields = [
  "email",
  "first_name",
  "firstname",
  "middle_name",
  "last_name",
  "phone",
  "dob",
  "company_name",
  "job_title",
  "department",
  "industry",
  "lead_source",
  "salary",
  "city",
  "state",
  "country",
  "postal_code",
  "user_ip",
  "list_id",
  "tags",
  "tracking_consent",
  "tracking_consent_date",
  "tracking_consent_source",
];

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
