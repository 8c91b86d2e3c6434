import type { Call, HttpClient, RetryPolicy } from "../client/call";
import { type FetchPage, type FoundRows, type Page, readAll } from "../client/pagination";
import { recordsIn, textField, total } from "../client/response";
import { EmailMarketingError, type Sent, unusableId, withAdviceOnFailure } from "../errors/error";
import { maxIdLength, quoted } from "../errors/redact";
import { isRecord, omitUndefined } from "../plain/value";
import { operations } from "./operations";

export type OperationId = keyof typeof operations;

const policies: Readonly<Record<OperationId, RetryPolicy>> = {
  searchDomains: "read",
  // A repeated request would send the email again.
  shareDomainDns: "at-most-once",
  getContact: "read",
  createContactProperty: "at-most-once",
  createCampaign: "at-most-once",
  updateCampaign: "idempotent",
  listCampaignOpens: "read",
  listCampaignUnsubscribes: "read",
  getInboxPlacement: "read",
  getList: "read",
  searchReplyEmails: "read",
  searchSenders: "read",
  addSender: "at-most-once",
  toggleWebhook: "idempotent",
  getFileVerification: "read",
  renameList: "idempotent",
  listCampaigns: "read",
  searchContactProperties: "read",
  deleteContactProperty: "idempotent",
  updateContactProperty: "idempotent",
  searchLists: "read",
  createList: "at-most-once",
  searchWebhooks: "read",
  getWebhook: "read",
  getPlan: "read",
};

export interface OperationRequest extends Omit<Call, "method" | "path" | "route" | "policy"> {
  /** The value for the parameter in the path of the request. */
  readonly id?: string;
}

/** Sends a request. If its error may mean that the service lacks the operation, adds advice to the error. */
export async function call(
  client: Pick<HttpClient, "send">,
  operation: OperationId,
  { id, ...request }: OperationRequest = {},
): Promise<Record<string, unknown>> {
  const { method, path } = operations[operation];
  const policy = policies[operation];
  const response = client.send({ ...request, method, ...pathOf(path, id), policy });
  if (!mayBeMissing(operation)) return response;
  return withAdviceOnFailure(response, (error) =>
    isOperationMissing(error) ? specifiedAdvice : undefined,
  );
}

/** `pathOf("/list/{id}", "a/b")` returns `/list/a%2Fb` and the route `/list/{id}`. Refuses an invalid value. */
export function pathOf(route: string, value = ""): Pick<Call, "path" | "route"> {
  const [parameter, name] = /\{(\w+)\}/.exec(route) ?? [];
  if (parameter === undefined) return { path: route, route };
  const problem = pathProblem(value);
  if (problem !== undefined) {
    throw new EmailMarketingError("validation", `the ${name} in ${route} must ${problem}.`);
  }
  return { path: route.replace(parameter, encodeURIComponent(value)), route };
}

function pathProblem(value: string): string | undefined {
  if (value === "") return "not be empty";
  if (value === "." || value === "..") return 'not be "." or ".."';
  // A lone surrogate can't be percent-encoded.
  return /\p{Surrogate}/u.test(value) ? "be valid Unicode" : undefined;
}

/** The error for a successful response that isn't what the operation returns by the contract. */
function unexpectedResponse(operation: OperationId, problem: string, sent: Sent = "no") {
  const { method, path } = operations[operation];
  const route = `${method} ${path}`;
  const sentence = `the reply to ${route} ${problem}`;
  return new EmailMarketingError("unexpected-reply", sentence, { route, sent });
}

export function incompleteResponse(operation: OperationId, sent?: Sent): EmailMarketingError {
  const problem =
    "is missing required fields. Check that the address in the settings is that of the API.";
  return unexpectedResponse(operation, problem, sent);
}

/** True if a service may lack the operation, because it is known only from public clients. */
export function mayBeMissing(operation: OperationId): boolean {
  // Searching lists counts as available, because the vendor's client uses it and nothing else finds a list by name.
  return operations[operation].isExtended && operation !== "searchLists";
}

export const specifiedAdvice =
  'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
  "pulumi config set emailmarketing:operations specified";

/** True if the error may mean that the service lacks the operation. An error about an unknown id has another code. */
export function isOperationMissing({ code, status = 0 }: EmailMarketingError): boolean {
  return code === "unexpected-reply" && [404, 405, 501].includes(status);
}

export interface TextSearch {
  /** The text to search for; rows that contain it match. */
  readonly search?: string;
}

interface CollectionParts<Row, Search extends TextSearch> {
  readonly words: readonly [one: string, several: string];
  readonly operation: OperationId;
  readonly row: ReadRow<Row>;
  /** The key by which a row is searched: a name, a domain or an email address. */
  keyOf(row: Row): string;
  /** Converts a key to the form in which keys are compared; by default, to lower case. */
  compared?(key: string): string;
  /** The text by which to search for a key that the service may spell differently. By default, the key itself. */
  textOf?(key: string): string;
  /**
   * The search for all rows, oldest first if possible, because a new object then doesn't move rows to other pages. By
   * default, a search without criteria.
   */
  all?(): Search;
  /** The request body without `page` and `limit`; by default, the search itself. */
  body?(search: TextSearch): object;
  /** Reads an object by id, if the service has an operation for this. Returns undefined if the object doesn't exist. */
  byId?(client: HttpClient, id: string): Promise<Row | undefined>;
  /** True if an account usually has so few objects that reading all of them costs no more than one search. */
  readonly isSmall?: boolean;
}

export interface Collection<Row, Search extends TextSearch = TextSearch>
  extends CollectionParts<Row, Search> {
  /** Fetches the pages of a search; by default, of all rows. */
  pages(client: HttpClient, search?: Search): FetchPage<Row>;
  read(client: HttpClient, search?: Search): Promise<FoundRows<Row>>;
}

export function collection<Row extends { readonly id: string }, Search extends TextSearch>(
  parts: CollectionParts<Row, Search>,
): Collection<Row, Search> {
  const { operation, row } = parts;

  function pages(client: HttpClient, search: TextSearch = parts.all?.() ?? {}): FetchPage<Row> {
    const asked = parts.body?.(search) ?? search;
    return async (page, limit, until) => {
      const body = { page, limit, ...asked };
      return pageOf(operation, await call(client, operation, { body, until }), row);
    };
  }

  return {
    ...parts,
    pages,
    read: (client, search) => readAll(pages(client, search), { until: client.deadline() }),
  };
}

export type ResponseRecord = Readonly<Record<string, unknown>>;

/** Converts one record of a response to a row. Returns undefined if a required field is missing. */
type ReadRow<Row> = (record: ResponseRecord) => Row | undefined;

/**
 * Reads a page of a search, without rows whose ids can't be used. Fails if a row is incomplete, or if the response has
 * no list of rows. Without any data, a total of 0 counts as an empty list.
 */
export function pageOf<Row>(
  operation: OperationId,
  response: Record<string, unknown>,
  read: ReadRow<Row>,
): Page<Row> {
  const stated = total(response);
  const isNothing = response.data === undefined || response.data === null || response.data === "";
  if (isNothing && stated === undefined) {
    // This may be an empty page or a response of another shape, so don't guess that there are no rows.
    const problem = "has neither rows nor a total, so it is not known what the account has.";
    throw unexpectedResponse(operation, problem);
  }
  const records = isNothing && stated === 0 ? [] : recordsIn(response.data);
  if (records === undefined) throw incompleteResponse(operation);
  const rows: Row[] = [];
  const unusable: string[] = [];
  for (const record of records) {
    const fault = unusableIdReason(record.id);
    const row = fault === undefined ? read(record) : undefined;
    if (row !== undefined) rows.push(row);
    else if (fault === undefined) throw incompleteResponse(operation);
    else unusable.push(`${nameOf(record)} ${fault}`);
  }
  return omitUndefined({
    rows,
    total: stated,
    unusable: unusable.length === 0 ? undefined : unusable,
  });
}

/** The reason why an id can't be used, worded to follow a name. A rounded number may be the id of another object. */
function unusableIdReason(id: unknown): string | undefined {
  if (typeof id === "number" && !Number.isSafeInteger(id)) {
    return "as a number that can't be read exactly";
  }
  // Messages truncate a longer id, so a user couldn't copy the id from a message.
  return [...textField(id)].length > maxIdLength
    ? `with more than ${maxIdLength} characters`
    : undefined;
}

/** The name of an object for messages, from a field that has no contact data. */
function nameOf(record: ResponseRecord): string {
  const fields = ["name", "field_name", "sender_name", "domain"];
  const name = fields.map((field) => textField(record[field])).find((one) => one !== "");
  return name === undefined ? "an object" : quoted(name);
}

/** The object in a response, on its own or as the first row of a list. Undefined if there is no object. */
export function firstRecord(data: unknown): ResponseRecord | undefined {
  return recordsIn(data)?.[0] ?? (isRecord(data) ? data : undefined);
}

/** Fails if the id in the response differs from the requested id. A response without an id is accepted. */
export function requireSameId(operation: OperationId, given: unknown, asked: string): void {
  const id = textField(given);
  if (id === "" || id === asked) return;
  const problem =
    "is about another object: its id is not the requested one, so it was not used. Check what is between this machine and the service, such as a cache.";
  throw unexpectedResponse(operation, problem);
}

/** The text fields of a record with these names, empty if absent. Fails if one is an id that can't be used. */
export function readTexts<Name extends string>(record: ResponseRecord, ...names: readonly Name[]) {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const fault = /(?:^|_)id$/.test(name) ? unusableIdReason(record[name]) : undefined;
    if (fault !== undefined) throw unusableId(`${nameOf(record)} ${fault}`);
    texts[name] = textField(record[name]);
  }
  return texts as { readonly [Each in Name]: string };
}

/** The status of a record in lower case, because endpoints return the status in different cases. */
export function statusIn({ status }: ResponseRecord): string {
  return textField(status).toLowerCase();
}

/** The numbers in fields of a record. Leaves out absent or invalid fields, because an unknown count isn't 0. */
export function readNumbers<Name extends string>(
  record: ResponseRecord,
  read: (value: unknown) => number | undefined,
  ...names: readonly Name[]
) {
  const numbers: Record<string, number | undefined> = {};
  for (const name of names) numbers[name] = read(record[name]);
  return omitUndefined(numbers) as { readonly [Each in Name]?: number };
}

/** The fields of a request body. Any name is allowed, because the contract may lack a field or have its name wrong. */
export type BodyFields = { readonly [name: string]: unknown };

/**
 * Creates an object. After a lost response, this function doesn't send the request again, because this could create a
 * second object. A caller may do so after a look-up (`writeIdempotently`).
 */
export async function create(client: HttpClient, operation: OperationId, body: object) {
  const response = await call(client, operation, { body });
  const given = response.id ?? (isRecord(response.data) ? response.data.id : undefined);
  const fault = unusableIdReason(given);
  if (fault !== undefined) throw unusableId(`what was created ${fault}`, "maybe");
  const id = textField(given);
  // The object may exist even if the response has no id.
  if (id === "") throw incompleteResponse(operation, "maybe");
  return { id, response };
}

/** Sends an idempotent write. Its response may be empty, because nothing is read from it. */
export async function set(client: HttpClient, operation: OperationId, request: OperationRequest) {
  await call(client, operation, { ...request, mayBeEmpty: true });
}
