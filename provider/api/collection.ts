import { type Call, type Client, type Path, path } from "../client/call";
import { type FetchPage, type FoundRows, type Page, readAll } from "../client/pages";
import { count, number, rows, text, total } from "../client/reply";
import { advised, type EmailMarketingError } from "../errors/error";
import { longestId, quoted } from "../errors/redact";
import {
  incompleteReply,
  incompleteSearchReply,
  otherObjectReply,
  unusableId,
} from "../errors/request-error";
import { comparedAddress, comparedDomain, domainOf } from "../input/domain";
import { isRecord } from "../input/plain";

export interface TextSearch {
  /** A part of the text that the service compares. */
  readonly search?: string;
}

export interface CollectionParts<Row, Search extends TextSearch> {
  readonly words: readonly [one: string, several: string];
  readonly path: Path;
  readonly row: ReadRow<Row>;
  /** What a row is searched by: an address, or a name. */
  keyOf(row: Row): string;
  /** A key in the form in which keys are compared; without it, without case. */
  compared?(key: string): string;
  /** The text to search for, where the service may spell the key in another way; without it, the key. */
  textOf?(key: string): string;
  /** The search for all, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly all: () => Search;
  /** What is sent beside the page, where it is not the search itself. */
  body?(search: Search): object;
  /** Under which setting `operations` it is searched: a service may lack what is not specified. */
  readonly operations: "any" | "extended";
  /** Reads one by its id, where the service has an operation for it; undefined when the account has no such object. */
  byId?(client: Client, id: string): Promise<Row | undefined>;
  /** True where an account holds so few that all are read at once: no search for one is worth its request. */
  readonly isSmall?: boolean;
}

export interface Collection<Row, Search extends TextSearch = TextSearch>
  extends CollectionParts<Row, Search> {
  pages(client: Client, search: Search): FetchPage<Row>;
  read(client: Client, search: Search): Promise<FoundRows<Row>>;
}

export function collection<Row extends { readonly id: string }, Search extends TextSearch>(
  parts: CollectionParts<Row, Search>,
): Collection<Row, Search> {
  const { path, row, body = (search) => search, operations } = parts;

  function pages(client: Client, search: Search): FetchPage<Row> {
    const { send } = operations === "extended" ? extendedClient(client) : client;
    return async (page, limit, until) => {
      const asked = { page, limit, ...body(search) };
      const reply = await send({ method: "POST", path, body: asked, policy: "read", until });
      return pageOf(`POST ${path.route}`, reply, row);
    };
  }

  return {
    ...parts,
    pages,
    read: (client, search) => readAll(pages(client, search), { until: client.deadline() }),
  };
}

export const comparedAsAddress = {
  compared: comparedAddress,
  textOf(address: string): string {
    const domain = domainOf(address);
    const hasOneSpelling = comparedDomain(domain) === domain.toLowerCase() && !/xn--/i.test(domain);
    // The service may have the domain in another spelling.
    return hasOneSpelling ? address : address.slice(0, -domain.length);
  },
};

/** What is known of the rows of a collection: what was read, in which our own writes win. */
export function createRows<Row extends { readonly id: string }>({
  keyOf,
  compared,
}: Required<Pick<CollectionParts<Row, TextSearch>, "keyOf" | "compared">>) {
  const known = new Map<string, Row>();
  /** Which ids have had a key, in whatever spelling: a look-up goes through these alone. */
  const ids = new Map<string, Set<string>>();
  const written = new Set<string>();

  function add(row: Row): void {
    known.set(row.id, row);
    const key = compared(keyOf(row));
    ids.set(key, (ids.get(key) ?? new Set()).add(row.id));
  }

  return {
    all: () => [...known.values()],
    byId: (id: string) => known.get(id),
    withKey(given: string): Row[] {
      const key = compared(given);
      const rows = [...(ids.get(key) ?? [])].flatMap((id) => known.get(id) ?? []);
      return rows.filter((row) => compared(keyOf(row)) === key);
    },
    /** Takes in what was read, but for what this process has written; gives what it has taken in. */
    take(read: readonly Row[]): readonly Row[] {
      const taken = read.filter(({ id }) => !written.has(id));
      taken.forEach(add);
      return taken;
    },
    put(row: Row): void {
      written.add(row.id);
      add(row);
    },
    /** A search that lags behind must not bring it back. */
    drop(id: string): void {
      written.add(id);
      known.delete(id);
    },
    /** Whether our own write has made, changed or removed it. */
    isOwn: (id: string) => written.has(id),
  };
}

export type ReplyRecord = Readonly<Record<string, unknown>>;

/** Reads one row; undefined when it lacks what it must have. */
export type ReadRow<Row> = (record: ReplyRecord) => Row | undefined;

/** Reads a page of a search; a reply without readable rows is an error, unless it states that there are none. */
export function pageOf<Row>(
  route: string,
  reply: Record<string, unknown>,
  read: ReadRow<Row>,
): Page<Row> {
  const stated = total(reply);
  const isNothing = reply.data === undefined || reply.data === null || reply.data === "";
  if (isNothing && stated === undefined) throw incompleteSearchReply(route);
  const records = isNothing && stated === 0 ? [] : rows(reply.data);
  if (records === undefined) throw incompleteReply(route);
  const unusable = records.flatMap((record) => unusableIn(record, "id") ?? []);
  const found = records.filter(({ id }) => idFault(id) === undefined).map(read);
  if (!found.every((row) => row !== undefined)) throw incompleteReply(route);
  return {
    rows: found,
    ...(stated === undefined ? {} : { total: stated }),
    ...(unusable.length === 0 ? {} : { unusable }),
  };
}

/** Why an id can't be used, in words behind its object: a number that JSON has rounded may be that of another one. */
export function idFault(id: unknown): string | undefined {
  if (typeof id === "number" && !Number.isSafeInteger(id)) {
    return "as a number that can't be read exactly";
  }
  // No sentence has it whole, and so nobody could copy it.
  return [...textOf(id)].length > longestId ? `with more than ${longestId} characters` : undefined;
}

function unusableIn(record: ReplyRecord, name: string): string | undefined {
  const fault = idFault(record[name]);
  return fault && `${nameOf(record)} ${fault}`;
}

/** What an object is called, where that is nothing of a contact. */
function nameOf(record: ReplyRecord): string {
  const names = ["name", "field_name", "sender_name", "domain"].map((field) => text(record[field]));
  const name = names.find((one) => one !== undefined && one !== "");
  return name === undefined ? "an object" : quoted(name);
}

/** The one object of a reply that holds it as such, or as the only row of a list; undefined when neither. */
export function single(data: unknown): ReplyRecord | undefined {
  return rows(data)?.[0] ?? (isRecord(data) ? data : undefined);
}

/** Fails for a reply that gives an object another id than the one it was read by; one without an id passes. */
export function requireSameId(route: string, given: unknown, asked: string): void {
  const id = textOf(given);
  if (id !== "" && id !== asked) throw otherObjectReply(route);
}

export function textOf(value: unknown): string {
  return text(value) ?? "";
}

/** Text fields by their names, each empty when absent. */
export function textsIn<Name extends string>(record: ReplyRecord, ...names: readonly Name[]) {
  for (const name of names.filter((one) => /(?:^|_)id$/.test(one))) {
    const unusable = unusableIn(record, name);
    if (unusable !== undefined) throw unusableId(unusable);
  }
  const texts = names.map((name) => [name, textOf(record[name])]);
  return Object.fromEntries(texts) as { readonly [Each in Name]: string };
}

/** The status of an object in lower case: its casing differs from reply to reply. */
export function statusIn({ status }: ReplyRecord): string {
  return textOf(status).toLowerCase();
}

/** Numbers of things by their names, as far as the service gives them as whole numbers: what it does not say is no 0. */
export const countsOf = fieldsBy(count);

export const percentagesOf = fieldsBy(number);

function fieldsBy(read: (value: unknown) => number | undefined) {
  return <Name extends string>(
    record: ReplyRecord,
    ...names: readonly Name[]
  ): { readonly [Each in Name]?: number } => {
    const fields = names.map((name) => [name, read(record[name])] as const);
    const given = fields.filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as { readonly [Each in Name]?: number };
  };
}

export const useSpecified =
  'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
  "pulumi config set emailmarketing:operations specified";

/** A client for operations beyond the specified ones, which a service may lack. */
export function extendedClient(client: Client): Client {
  return {
    ...client,
    send: (call) =>
      advised(
        () => client.send(call),
        (error) => (isLacking(error) ? useSpecified : undefined),
      ),
  };
}

/** Whether a failure shows that the service lacks the operation: what says that an object is not there has another code. */
export function isLacking({ code, status = 0 }: EmailMarketingError): boolean {
  return code === "unexpected-reply" && [404, 405, 501].includes(status);
}

/** GET /client/plan, by which most public clients check their key; only `doctor --contract` asks it. */
export async function getPlan(client: Client): Promise<void> {
  await extendedClient(client).send({ method: "GET", path: path`/client/plan`, policy: "read" });
}

/** Fields that the contract names by meaning only, or wrongly, under whatever names the caller knows. */
export type MoreFields = { readonly [name: string]: unknown };

/** Creates an object, once: what a second request does is not specified, and not every object can be deleted. */
export async function create(client: Pick<Client, "send">, path: Path, body: object) {
  const reply = await client.send({ method: "POST", path, body, policy: "once" });
  const nested = reply.data;
  const given = reply.id ?? (isRecord(nested) ? nested.id : undefined);
  const fault = idFault(given);
  if (fault !== undefined) throw unusableId(`what was created ${fault}`, "maybe");
  const id = text(given);
  // A reply without an id may still mean that the object exists.
  if (id === undefined || id === "") throw incompleteReply(`POST ${path.route}`, "maybe");
  return { id, reply };
}

/** Sets what the call says, so it is repeatable; the reply may be empty. */
export async function set(
  client: Pick<Client, "send">,
  call: Omit<Call, "policy" | "mayBeEmpty">,
): Promise<void> {
  await client.send({ ...call, policy: "repeatable", mayBeEmpty: true });
}
