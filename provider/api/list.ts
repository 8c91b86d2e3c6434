import type { Client } from "../client/call";
import { unlessNotFound } from "../errors/error";
import { incompleteReply } from "../errors/request-error";
import { isRecord } from "../plain/value";
import { call, routeOf } from "./call";
import {
  collection,
  countsOf,
  create,
  type MoreFields,
  percentagesOf,
  type ReplyRecord,
  requireSameId,
  type TextSearch,
  textsIn,
} from "./collection";
import type { components } from "./wire";

type Sent = components["schemas"]["List"];

export type ListRow = Omit<Sent, Figure> & Partial<Pick<Sent, Figure>>;

type Figure = "contact_count" | "open_percentage";

export async function getList(client: Client, id: string): Promise<ListRow> {
  const { data } = await call(client, "getList", { id });
  const row = isRecord(data) ? listRow(data) : undefined;
  if (!row) throw incompleteReply(routeOf("getList"));
  requireSameId("getList", row.id, id);
  return row;
}

export function findList(client: Client, id: string): Promise<ListRow | undefined> {
  return unlessNotFound(getList(client, id));
}

/** POST /lists/search, documented only by the vendor's own client; the only way to search lists. */
export const lists = collection<ListRow, TextSearch>({
  words: ["list", "lists"],
  operation: "searchLists",
  row: listRow,
  keyOf: ({ name }) => name,
  // The request can't choose the order, because sorting by name is the only known one.
  all: () => ({}),
  // The fields that the vendor's own client sends.
  body: ({ search }) => ({
    list_type: 1,
    sort_field: "name",
    sort_order: "asc",
    ...(search === undefined ? {} : { search_name: search }),
  }),
  byId: findList,
});

/** POST /list. Returns the id. An extended operation, documented only by the vendor's own client. */
export async function createList(
  client: Client,
  name: string,
  more: MoreFields = {},
): Promise<string> {
  const body = { list_type: 1, ...more, name };
  return (await create(client, "createList", body)).id;
}

function listRow(record: ReplyRecord): ListRow | undefined {
  const texts = textsIn(record, "id", "name", "list_status", "list_type");
  if (texts.id === "") return undefined;
  const counts = countsOf(record, "contact_count");
  return { ...texts, ...counts, ...percentagesOf(record, "open_percentage") };
}
