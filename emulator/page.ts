/** What a page shows wrong while rows move under a client that pages. */
export type PagingQuirk = "duplicate-rows" | "moved-rows";

/** Which page a search asks for. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of the rows. As if a row had come to the front meanwhile, `duplicate-rows` begins each
 * later page with the last row of the one before; as if one had left it, `moved-rows` skips one.
 */
export function onPage<T>(
  rows: readonly T[],
  { page, limit }: PageQuery,
  quirk?: PagingQuirk,
): readonly T[] {
  const shift = quirk === undefined || page === 1 ? 0 : quirk === "duplicate-rows" ? -1 : 1;
  const start = (page - 1) * limit + shift;
  return rows.slice(start, start + limit);
}

/** A test whether some text contains the part, without case. */
export function containing(part: string): (text: string) => boolean {
  if (part === "") return () => true;
  const wanted = part.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
}

// A search is asked page after page, and rows of an account are never changed in place.
const known = new WeakMap<readonly object[], Map<string, readonly object[]>>();

/** Rows by a field without case; equal ones by when they were added, `desc` reversing both. */
export function sorted<F extends string, T extends Readonly<Record<F, string>>>(
  rows: readonly T[],
  field: F,
  order: string,
): readonly T[] {
  const orders = known.get(rows) ?? new Map<string, readonly T[]>();
  known.set(rows, orders);
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
