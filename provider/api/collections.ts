import type { HttpClient } from "../client/call";
import { countField, numberField, textField } from "../client/response";
import { unlessNotFound } from "../errors/error";
import { comparedAddress, comparedDomain, domainOf } from "../plain/domain";
import { comparedAsName } from "../plain/text";
import { isRecord, objectIn } from "../plain/value";
import {
  type BodyFields,
  type Collection,
  call,
  collection,
  create,
  firstRecord,
  incompleteResponse,
  type ResponseRecord,
  readNumbers,
  readTexts,
  requireSameId,
  statusIn,
  type TextSearch,
} from "./call";
import { campaigns } from "./campaign";

/** The row that a reader returns for a complete record. */
type RowOf<Read extends (record: ResponseRecord) => unknown> = NonNullable<ReturnType<Read>>;

export type DomainRow = RowOf<typeof domainRow>;

function domainRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "domain", "created_at");
  const open_tracking = String(record.open_tracking) === "true";
  return texts.id && texts.domain
    ? { ...texts, status: statusIn(record), open_tracking }
    : undefined;
}

interface DomainSearch extends TextSearch {
  readonly status?: "verified" | "not_verified" | "failed";
  readonly sort_field?: "created_at" | "domain";
  readonly sort_order?: "asc" | "desc";
}

export const domains = collection<DomainRow, DomainSearch>({
  words: ["domain", "domains"],
  operation: "searchDomains",
  row: domainRow,
  keyOf: ({ domain }) => domain,
  compared: comparedDomain,
  // An account usually has few domains, so all are read. A search for one spelling of a domain would miss the others.
  isSmall: true,
  all: () => ({ sort_field: "created_at", sort_order: "asc" }),
});

export async function shareDomainDns(
  client: HttpClient,
  id: string,
  recipients: readonly string[],
) {
  const response = await call(client, "shareDomainDns", {
    id,
    body: { recipients },
    mayBeEmpty: true,
    mayActBehindPage: true,
  });
  // If the response has no list of recipients, assume that the service used the requested ones.
  const used = Array.isArray(response.recipients)
    ? response.recipients.map(textField)
    : [...recipients];
  return { message: textField(response.message), recipients: used };
}

const comparedAsAddress = {
  compared: comparedAddress,
  textOf(address: string): string {
    const domain = domainOf(address);
    const hasOneSpelling = comparedDomain(domain) === domain.toLowerCase() && !/xn--/i.test(domain);
    // The service may spell the domain differently, so search for the part of the address before the domain.
    return hasOneSpelling ? address : address.slice(0, -domain.length);
  },
};

export type SenderRow = RowOf<typeof senderRow>;

function senderRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "sender_email", "sender_name", "createdDate");
  return texts.id && texts.sender_email ? { ...texts, status: statusIn(record) } : undefined;
}

interface SenderSearch extends TextSearch {
  readonly sort_field?: "sender_email" | "sender_name" | "created_date";
  readonly sort_order?: "asc" | "desc";
}

/** The body of POST /senders. The field names of the postal address are guesses that no public source confirms. */
export type NewSender = Pick<SenderRow, "sender_email" | "sender_name"> & BodyFields;

/** The senders that POST /senders/search returns: only active and verified ones. */
export const senders = collection<SenderRow, SenderSearch>({
  words: ["sender", "senders"],
  operation: "searchSenders",
  row: senderRow,
  keyOf: ({ sender_email }) => sender_email,
  ...comparedAsAddress,
  all: () => ({ sort_field: "created_date", sort_order: "asc" }),
});

export async function addSender(client: HttpClient, sender: NewSender): Promise<SenderRow> {
  const { id, response } = await create(client, "addSender", sender);
  const { sender_email, sender_name } = sender;
  // The date is empty here, because only searches return it.
  return { id, sender_email, sender_name, createdDate: "", status: statusIn(response) };
}

export type ReplyEmailRow = RowOf<typeof replyEmailRow>;

function replyEmailRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "reply_email");
  return texts.id && texts.reply_email ? { ...texts, status: statusIn(record) } : undefined;
}

/** The reply-to addresses that POST /reply-emails/search returns: only active ones. */
export const replyTos = collection({
  words: ["reply-to address", "reply-to addresses"],
  operation: "searchReplyEmails",
  row: replyEmailRow,
  keyOf: ({ reply_email }) => reply_email,
  ...comparedAsAddress,
});

export type ListRow = RowOf<typeof listRow>;

export async function getList(client: HttpClient, id: string): Promise<ListRow> {
  const { data } = await call(client, "getList", { id });
  const row = isRecord(data) ? listRow(data) : undefined;
  if (!row) throw incompleteResponse("getList");
  requireSameId("getList", row.id, id);
  return row;
}

export function findList(client: HttpClient, id: string): Promise<ListRow | undefined> {
  return unlessNotFound(getList(client, id));
}

/** POST /lists/search, documented only by the vendor's own client; the only way to search lists. */
export const lists = collection({
  words: ["list", "lists"],
  operation: "searchLists",
  row: listRow,
  keyOf: ({ name }) => name,
  ...comparedAsName,
  // The vendor's own client sends these fields. No other sort order is known.
  body: ({ search }) => ({
    list_type: 1,
    sort_field: "name",
    sort_order: "asc",
    ...(search === undefined ? {} : { search_name: search }),
  }),
  byId: findList,
});

/** POST /list, an extended operation that only the vendor's own client documents. Returns the id. */
export async function createList(client: HttpClient, name: string, more: BodyFields = {}) {
  const body = { list_type: 1, ...more, name };
  return (await create(client, "createList", body)).id;
}

function listRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "name", "list_type");
  if (texts.id === "") return undefined;
  const list_status = statusIn({ status: record.list_status });
  const counts = readNumbers(record, countField, "contact_count");
  const percentages = readNumbers(record, numberField, "open_percentage");
  return { ...texts, list_status, ...counts, ...percentages };
}

/** A property that the search returned: `field_name` is its label, and `field_value` its machine key. */
export type ContactPropertyRow = RowOf<typeof propertyRow>;

function propertyRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "field_name", "field_value", "field_type");
  // In lower case, because requests need lower case, and the service returns title case.
  const field_type = texts.field_type.toLowerCase() as "text" | "number" | "date" | "textarea";
  return texts.id && texts.field_name ? { ...texts, field_type } : undefined;
}

/** POST /contact/property/search: the account's custom properties. An extended operation. */
export const properties = collection({
  words: ["custom property", "custom properties"],
  operation: "searchContactProperties",
  row: propertyRow,
  keyOf: ({ field_name }) => field_name,
  ...comparedAsName,
  // Leaves out the service's default properties, which can't be resources.
  body: (search) => ({ type: "custom", ...search }),
  // The contract allows at most 100 custom properties per account, so all are read instead of searching for one.
  isSmall: true,
});

/** A webhook. Its URL may contain a secret token of the receiver. `active` is undefined if the status is unknown. */
export type WebhookRow = RowOf<typeof webhookRow>;

/** POST /webhooks/search, ordered by name. An extended operation, documented only by one public client. */
export const webhooks = collection({
  words: ["webhook", "webhooks"],
  operation: "searchWebhooks",
  row: webhookRow,
  keyOf: ({ name }) => name,
  ...comparedAsName,
  // Sends the same fields as the public client that documents this operation.
  body: ({ search = "" }) => ({ search, sort_field: "name", sort_order: "asc" }),
  byId: (client, id) => unlessNotFound(getWebhook(client, id)),
  // An account usually has few webhooks, so all are read instead of searching for one.
  isSmall: true,
});

export async function getWebhook(client: HttpClient, id: string): Promise<WebhookRow> {
  const response = await call(client, "getWebhook", { id });
  const held = firstRecord(response.webhook ?? response.data);
  const row = held && webhookRow(held);
  if (!row) throw incompleteResponse("getWebhook");
  requireSameId("getWebhook", row.id, id);
  return row;
}

/** Search responses have the status as `0` or `1`; detail responses as a word in upper or lower case. */
const activeByStatus: Readonly<Record<string, boolean>> = {
  "1": true,
  active: true,
  "0": false,
  inactive: false,
};

function webhookRow(record: ResponseRecord) {
  const texts = readTexts(record, "id", "name", "url", "status");
  if (texts.id === "") return undefined;
  // The response field is `event`, but requests use the name `events`, so both are accepted.
  const sent = record.event ?? record.events;
  const events = Array.isArray(sent) ? sent.map(textField) : [];
  return { ...texts, events, active: activeByStatus[texts.status.toLowerCase()] };
}

const contactTexts = [
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
] as const;

/** GET /contacts/{id}; `id` may also be an email address. */
export async function getContact(client: HttpClient, id: string) {
  const row = firstRecord((await call(client, "getContact", { id })).data);
  if (!row || Object.keys(row).length === 0) throw incompleteResponse("getContact");
  // The service may spell an address differently. The id may be absent, because the contract doesn't define it.
  const [given, asked] = id.includes("@")
    ? [comparedAddress(textField(row.email)), comparedAddress(id)]
    : [row.id, id];
  requireSameId("getContact", given, asked);
  // The service may send an array of texts, although the contract defines a string.
  const texts = contactTexts.map((name) => [name, [row[name]].flat().map(textField).join(",")]);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof contactTexts)[number], string>),
    custom_fields: objectIn(row.custom_fields) ?? {},
  };
}

/** Collections by name, those that a service may lack last. An account has a cache under each name but `campaigns`. */
export const collections = { domains, lists, replyTos, senders, campaigns, properties, webhooks };

/** All collections, with a type that knows only the ids of their rows. */
export const everyCollection: readonly Collection<{ readonly id: string }>[] =
  Object.values(collections);
