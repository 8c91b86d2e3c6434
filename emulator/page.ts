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

/** Whether some text contains the part, without case. */
export function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Rows by a key without case; rows with equal keys by when they were added, `desc` reversing both. */
export function sorted<T>(
  rows: readonly T[],
  key: (row: T) => string,
  order: string,
): readonly T[] {
  const ascending = rows
    .map((row) => ({ row, by: key(row).toLowerCase() }))
    .sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0))
    .map(({ row }) => row);
  return order.toLowerCase() === "desc" ? ascending.reverse() : ascending;
}
