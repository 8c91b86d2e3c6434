import type { Client } from "../client/call";
import { isRecord } from "../client/decode";
import type { FetchPage } from "../client/pages";
import { path } from "../client/path";
import { allRows, type Found } from "../client/search";
import { unlessNotFound } from "../errors/error";
import { incompleteReply } from "../errors/request-error";
import { createdId, numbersOf, pageOf, textOf } from "./decode";
import { sendExtended } from "./extended";
import type { MoreFields } from "./more-fields";
import type { components } from "./wire";

type Sent = components["schemas"]["List"];

/** A contact list as the service sends it, without the figures that it leaves out. */
export type ListRow = Omit<Sent, Figure> & Partial<Pick<Sent, Figure>>;

type Figure = "contact_count" | "open_percentage";

/** GET /list/{id}. */
export async function getList(client: Client, id: string): Promise<ListRow> {
  const call = { method: "GET", path: path`/list/${{ id }}`, policy: "read" } as const;
  const { data } = await client.send(call);
  const row = isRecord(data) ? listRow(data) : undefined;
  if (!row) throw incompleteReply("GET /list/{id}");
  return row;
}

/** GET /list/{id}; undefined when the account has no such list. */
export function findList(client: Client, id: string): Promise<ListRow | undefined> {
  return unlessNotFound(getList(client, id));
}

/**
 * POST /lists/search, all pages. Outside the specified operations and the only way to search lists;
 * known from the vendor's own client.
 */
export function searchLists(client: Client, name?: string): Promise<Found<ListRow>> {
  const isFiltered = name !== undefined;
  return allRows(listPages(client, name), {
    until: client.deadline(),
    isFiltered,
    ...(isFiltered && { searching: (text) => listPages(client, text) }),
  });
}

/** POST /lists/search, page by page, in the order of names. */
export function listPages(client: Client, name?: string): FetchPage<ListRow> {
  return async (page, limit, until) => {
    // As the vendor's own client sends it.
    const sorted = { list_type: 1, sort_field: "name", sort_order: "asc" };
    const body = { page, limit, ...sorted, ...(name === undefined ? {} : { search_name: name }) };
    const reply = await client.send({
      method: "POST",
      path: path`/lists/search`,
      body,
      policy: "read",
      until,
    });
    return pageOf("POST /lists/search", reply, listRow);
  };
}

/** POST /list; gives the id. Beyond the specified operations; known from the vendor's own client. */
export async function createList(
  client: Client,
  name: string,
  more: MoreFields = {},
): Promise<string> {
  const reply = await sendExtended(client, {
    method: "POST",
    path: path`/list`,
    body: { list_type: 1, ...more, name },
    // What a second list of one name does is not specified, and a list can't be deleted.
    policy: "once",
  });
  return createdId("POST /list", reply);
}

function listRow(row: Record<string, unknown>): ListRow | undefined {
  const id = textOf(row.id);
  if (id === "") return undefined;
  return {
    id,
    name: textOf(row.name),
    list_status: textOf(row.list_status),
    list_type: textOf(row.list_type),
    ...numbersOf(row, "contact_count", "open_percentage"),
  };
}
