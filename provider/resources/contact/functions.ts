import { getContact as getContactByIdOrAddress } from "../../api/collections";
import { quotedId } from "../../errors/redact";
import { address, id } from "../../input/validation";
import { type DataSource, exactlyOne } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { camelCased } from "../../plain/value";

/** The arguments of {@link getContact}: one of the two. */
export interface GetContactArgs {
  /** The contact's id. */
  id?: string;
  /** The contact's address. */
  email?: string;
}

/** The result of {@link getContact}. Texts that the service does not give are empty. */
export interface GetContactResult {
  /** The contact's address. */
  email: string;
  /** The first name; the service has two spellings of the field, and either is read. */
  firstName: string;
  /** The middle name. */
  middleName: string;
  /** The last name. */
  lastName: string;
  /** The phone number. */
  phone: string;
  /** The date of birth, as the service sends it. */
  dob: string;
  /** The company. */
  companyName: string;
  /** The job title. */
  jobTitle: string;
  /** The department. */
  department: string;
  /** The industry. */
  industry: string;
  /** Where the contact came from. */
  leadSource: string;
  /** The salary, as the service sends it. */
  salary: string;
  /** The city. */
  city: string;
  /** The state or region. */
  state: string;
  /** The country. */
  country: string;
  /** The postal code. */
  postalCode: string;
  /** The contact's network address. */
  userIp: string;
  /** The contact's list or lists, as the service sends them. */
  listId: string;
  /** The contact's tags, as the service sends them. */
  tags: string;
  /** The values of custom properties. */
  customFields: Record<string, unknown>;
  /** Whether tracking is allowed; `granted` is one value, the contract shows no others. */
  trackingConsent: string;
  /** When that was decided, as the service sends it. */
  trackingConsentDate: string;
  /** Where that was decided. */
  trackingConsentSource: string;
}

export const contactSource: DataSource<GetContactArgs, GetContactResult> = {
  name: "getContact",
  inputs: { id: { check: id }, email: { check: address({ isLookedUp: true }) } },
  rules: (args) => exactlyOne(args, "id", "email"),
  isSecret: true,
  async look({ main }, wanted) {
    const key = wanted.id ?? wanted.email ?? "";
    // The service accepts an email address in place of the contact's id.
    const what = key.includes("@") ? "the given address" : `id ${quotedId(key)}`;
    const sentence = `no contact with ${what}. Use the id or the address of a contact that the service's web app shows.`;
    const found = getContactByIdOrAddress(main, key);
    const { firstname, ...row } = await withNotFoundSentence(found, sentence);
    const contact = camelCased(row);
    return { ...contact, firstName: contact.firstName || firstname };
  },
};
