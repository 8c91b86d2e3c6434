import type { Account } from "../account/account";
import type { AccountView } from "../account/store";
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
  /** The rows to search. `id` is from the path. */
  readonly rows: (account: Account, query: Query, id: string) => readonly Row[];
  /** The texts of a row in which to search, ignoring case. */
  readonly texts?: (row: Row) => readonly string[];
  /** True if a row matches the other fields of the request. If absent, every row matches. */
  readonly matches?: (row: Row, query: Query, view: AccountView) => boolean;
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
 * One page of the rows. Faults shift later pages as if a row was added (`duplicate-rows`) or removed (`moved-rows`)
 * between two requests.
 */
function onPage<T>(rows: readonly T[], { page, limit }: Query, fault?: string): readonly T[] {
  if (fault === "empty-page") return [];
  const shift = fault === "duplicate-rows" ? -1 : fault === "moved-rows" ? 1 : 0;
  const start = (page - 1) * limit + (page === 1 ? 0 : shift);
  return rows.slice(start, start + limit);
}

/**
 * Creates an order by `usual`, or by one of `others` if `sort_field` names it. Ignores case; `desc` also reverses the
 * order of equal rows.
 */
export function sortedBy<F extends string>(
  usual: F,
  usualOrder: "asc" | "desc",
  others: readonly F[] = [],
) {
  const sorted = createAccountCache<readonly object[]>();
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
 * Caches values that are computed from an account or its rows, because clients request page after page. Entries never
 * go stale, because a change creates new objects.
 */
export function createAccountCache<Value>() {
  const known = new WeakMap<object, Map<string, Value>>();
  return (from: object, key: string, compute: () => Value): Value => {
    const values = known.get(from) ?? new Map<string, Value>();
    known.set(from, values);
    const value = values.get(key) ?? compute();
    values.set(key, value);
    return value;
  };
}
