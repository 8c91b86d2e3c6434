import { getList as getListById, type ListRow, lists } from "../../api/collections";
import { id, text, type WholeNumber } from "../../input/check";
import { type DataSource, exactlyOne, onlyWithKey, readRows } from "../../lifecycle/data-source";
import { isSameSpelling } from "../../plain/text";
import { camelCased } from "../../plain/value";

/** The arguments of {@link getLists}. */
export interface GetListsArgs {
  /**
   * Part of the list's name, at most 255 characters.
   * @defaultValue every list
   */
  search?: string;
}

/** The result of {@link getList}: a contact list of the account. */
export interface GetListResult {
  /** The list's id. */
  id: string;
  /** The list's name. */
  name: string;
  /** How many contacts it holds; absent where the service gives no number. */
  contactCount?: WholeNumber;
  /** Its status in lower case; the contract shows no values. */
  listStatus: string;
  /** Its type, as the service sends it; the contract shows no values. */
  listType: string;
  /** How many per cent of its mail were opened; absent where the service gives no number. */
  openPercentage?: number;
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

export const listsSource: DataSource<GetListsArgs, GetListsResult> = {
  name: "getLists",
  inputs: { search: { check: text({ max: 255 }) } },
  async look(account, args) {
    return { lists: (await readRows(account, lists, args)).map(fromWire) };
  },
};

/**
 * Reads one list by id, or searches for its name. The lists that a search returns are cached for other look-ups in the
 * account.
 */
export const listSource: DataSource<GetListArgs, GetListResult> = {
  name: "getList",
  inputs: { id: { check: id }, name: { check: text({ min: 1, max: 255 }) } },
  rules: exactlyOne("id", "name"),
  async look(account, wanted) {
    if (wanted.id !== undefined) return fromWire(await getListById(account.main, wanted.id));
    // The service's search ignores case, and also finds lists whose name only contains the searched text.
    const { name: key = "" } = wanted;
    const fits = ({ name }: ListRow) => isSameSpelling(name, key);
    return fromWire(await onlyWithKey(account.lists, lists, { key, wanted, fits }));
  },
};

function fromWire(row: ListRow): GetListResult {
  return { ...camelCased(row), listStatus: row.list_status.toLowerCase() };
}
