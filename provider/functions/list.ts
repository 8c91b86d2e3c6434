import { getList as getListById, type ListRow, searchLists } from "../api/list";
import { id, text } from "../input/check";
import { type DataSource, exactlyOne, only } from "./data-source";

/** The arguments of {@link getLists}. */
export interface GetListsArgs {
  /** Part of the list's name, at most 255 characters; by default every list. */
  search?: string;
}

/** The result of {@link getList}: a contact list of the account. */
export interface GetListResult {
  /** The list's id. */
  id: string;
  /** The list's name. */
  name: string;
  /** How many contacts it holds. */
  contactCount: number;
  /** Its status in lower case; the contract shows no values. */
  listStatus: string;
  /** Its type, as the service sends it; the contract shows no values. */
  listType: string;
  /** How many per cent of its mail were opened. */
  openPercentage: number;
}

/** The result of {@link getLists}. */
export interface GetListsResult {
  /** The matches of all pages, by name; empty when nothing matches. */
  lists: GetListResult[];
}

/** The arguments of {@link getList}: one of the two. */
export interface GetListArgs {
  /** The list's id: read by GET /list/{id}. */
  id?: string;
  /** The list's whole name: searched, as in {@link getLists}. */
  name?: string;
}

/** Searches the lists, to the last page. */
export const listsSource: DataSource<GetListsArgs, GetListsResult> = {
  name: "getLists",
  inputs: { required: {}, optional: { search: text({ max: 255 }) } },
  async look({ main }, { search }) {
    return { lists: (await searchLists(main, search)).map(fromWire) };
  },
};

/** Reads one list by GET, or searches for its name. */
export const listSource: DataSource<GetListArgs, GetListResult> = {
  name: "getList",
  inputs: { required: {}, optional: { id, name: text({ min: 1, max: 255 }) } },
  rules: exactlyOne("id", "name"),
  async look({ main }, wanted) {
    if (wanted.id !== undefined) return fromWire(await getListById(main, wanted.id));
    const rows = await searchLists(main, wanted.name);
    return fromWire(
      only(
        rows.filter(({ name }) => name === wanted.name),
        "list",
        wanted,
      ),
    );
  },
};

function fromWire(row: ListRow): GetListResult {
  return {
    id: row.id,
    name: row.name,
    contactCount: row.contact_count,
    listStatus: row.list_status.toLowerCase(),
    listType: row.list_type,
    openPercentage: row.open_percentage,
  };
}
