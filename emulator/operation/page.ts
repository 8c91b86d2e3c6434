/** What goes wrong when rows move while a client reads page after page. */
export type PagingQuirk = "duplicate-rows" | "moved-rows" | "empty-page";

/** The page that a search asks for. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of the rows. The service pages by number, so a row that is added or removed between two
 * requests shifts the others: `duplicate-rows` starts each later page with the last row of the one
 * before, as if a row had been added in front, and `moved-rows` skips one, as if one had gone. `empty-page` has no rows
 * at all, though the total counts them.
 */
export function onPage<T>(
  rows: readonly T[],
  { page, limit }: PageQuery,
  quirk?: PagingQuirk,
): readonly T[] {
  if (quirk === "empty-page") return [];
  const shift = quirk === undefined || page === 1 ? 0 : quirk === "duplicate-rows" ? -1 : 1;
  const start = (page - 1) * limit + shift;
  return rows.slice(start, start + limit);
}

/** Creates a case-insensitive test whether a text contains the part. */
export function containing(part: string): (text: string) => boolean {
  if (part === "") return () => true;
  const wanted = part.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
}

// A client asks for page after page of the same rows. An array of rows never changes: a changed
// account has a new one. So the sorted rows can be kept by the array they come from.
const sortedRows = new WeakMap<readonly object[], Map<string, readonly object[]>>();

/** Sorts by a field, ignoring case; equal rows keep the order they were added in. `desc` reverses. */
export function sorted<F extends string, T extends Readonly<Record<F, string>>>(
  rows: readonly T[],
  field: F,
  order: string,
): readonly T[] {
  const orders = sortedRows.get(rows) ?? new Map<string, readonly T[]>();
  sortedRows.set(rows, orders);
  const name = `${field} ${order.toLowerCase()}`;
  const result = (orders.get(name) as readonly T[] | undefined) ?? inOrder(rows, field, order);
  orders.set(name, result);
  return result;
}

function inOrder<F extends string, T extends Readonly<Record<F, string>>>(
  rows: readonly T[],
  field: F,
  order: string,
): readonly T[] {
  const ascending = rows
    .map((row) => ({ row, by: row[field].toLowerCase() }))
    .sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0))
    .map(({ row }) => row);
  return order.toLowerCase() === "desc" ? ascending.reverse() : ascending;
}
