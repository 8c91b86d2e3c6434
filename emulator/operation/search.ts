import type { Account } from "../account/account";
import type { View } from "../account/store";
import { type Reading, reading } from "./operation";

/** The body of a search. The contract decides which of the fields each search takes. */
export interface Query {
  readonly page: number;
  readonly limit: number;
  readonly search?: string;
  readonly search_name?: string;
  readonly sort_field?: string;
  readonly sort_order?: string;
  readonly date_from?: string;
  readonly date_to?: string;
  readonly sender_email?: string;
  readonly status?: string;
  readonly type?: string;
}

interface Search<Row> {
  /** The rows to search; `id` is the one in the path. */
  readonly rows: (account: Account, query: Query, id: string) => readonly Row[];
  /** The texts of a row. One of them must contain the text of the request, whatever its case. */
  readonly texts?: (row: Row) => readonly string[];
  /** True if a row matches the other fields of the request. Every row matches if absent. */
  readonly matches?: (row: Row, query: Query, view: View) => boolean;
  /** The order of the rows. If absent, rows are in the order in which they were added. */
  readonly order?: (rows: readonly Row[], query: Query) => readonly Row[];
  /** Converts a row for the response. If absent, the stored row is returned. */
  readonly shown?: (row: Row, account: Account) => object;
  /** The fields of the response besides the rows. If absent, only `count`. */
  readonly totals?: (total: number, account: Account, id: string) => object;
}

export function search<Row extends object>({
  rows,
  texts = () => [""],
  matches = () => true,
  order = (all) => all,
  shown = (row) => row,
  totals = (count) => ({ count }),
}: Search<Row>): Reading {
  return reading(({ id, body, fault }, view) => {
    const query = body as Query;
    const { account } = view;
    const wanted = (query.search ?? query.search_name ?? "").toLowerCase();
    const contains = (text: string) => wanted === "" || text.toLowerCase().includes(wanted);
    const found = order(rows(account, query, id), query).filter(
      (row) => texts(row).some(contains) && matches(row, query, view),
    );
    const data = onPage(found, query, fault?.kind).map((row) => shown(row, account));
    const stated = fault?.kind === "wrong-total" ? fault.total : undefined;
    return { data, ...totals(stated ?? found.length, account, id) };
  });
}

/**
 * One page of the rows. The service pages by number, so later pages shift if a row is added between two requests (fault
 * `duplicate-rows`: the last row of the previous page comes again) or removed (`moved-rows`: a row is left out). With
 * `empty-page`, the page has no rows, although the total counts some.
 */
function onPage<T>(rows: readonly T[], { page, limit }: Query, fault?: string): readonly T[] {
  if (fault === "empty-page") return [];
  const shift = fault === "duplicate-rows" ? -1 : fault === "moved-rows" ? 1 : 0;
  const start = (page - 1) * limit + (page === 1 ? 0 : shift);
  return rows.slice(start, start + limit);
}

/**
 * Creates an order by a field, ignoring case. Equal rows keep the order in which they were added; `desc` reverses this
 * order too. `others` are further fields that `sort_field` may name.
 */
export function sortedBy<F extends string>(
  usual: F,
  usualOrder: "asc" | "desc",
  others: readonly F[] = [],
) {
  const sorted = remembered<readonly object[]>();
  return <Row extends Readonly<Record<F, string>>>(
    rows: readonly Row[],
    { sort_field, sort_order = usualOrder }: Query,
  ): readonly Row[] => {
    const field = others.find((other) => other === sort_field) ?? usual;
    const isReversed = sort_order.toLowerCase() === "desc";
    const sort = () => {
      const ascending = rows
        .map((row) => ({ row, by: row[field].toLowerCase() }))
        .sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0))
        .map(({ row }) => row);
      return isReversed ? ascending.reverse() : ascending;
    };
    return sorted(rows, `${field} ${isReversed}`, sort) as readonly Row[];
  };
}

/**
 * Creates a cache of values that are computed from an account or its rows, for a client that asks for page after page.
 * No entry goes stale, because a change makes a new account and new rows.
 */
export function remembered<Value>() {
  const known = new WeakMap<object, Map<string, Value>>();
  return (from: object, key: string, compute: () => Value): Value => {
    const values = known.get(from) ?? new Map<string, Value>();
    known.set(from, values);
    const value = values.get(key) ?? compute();
    values.set(key, value);
    return value;
  };
}
