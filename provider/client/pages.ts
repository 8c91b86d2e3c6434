/** One page of a search. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The total that the reply states, when it states one. */
  readonly total?: number;
}

/**
 * Fetches one page of a search; pages count from 1. `until` is when the reading that it belongs to must have ended, by
 * the client's clock.
 */
export type FetchPage<Row> = (
  page: number,
  limit: number,
  until?: number | undefined,
) => Promise<Page<Row>>;

/** Rows a page: the most that every search of the service allows. */
export const pageLimit = 100;

/** How many pages are fetched at the same time; the pace spaces them. */
const pagesAhead = 8;

/**
 * The same pages, with those that the total of the first one promises fetched side by side as soon as the second is
 * asked for. A total sizes the fetch and never ends it: whoever reads on gets the pages behind it one by one.
 */
export function ahead<Row>(fetchPage: FetchPage<Row>): FetchPage<Row> {
  const fetched = new Map<number, Promise<Page<Row>>>();
  let promised = 0;
  return async (page, limit, until) => {
    for (let next = page; next < page + pagesAhead && next <= promised; next += 1) {
      if (fetched.has(next)) continue;
      const fetching = fetchPage(next, limit, until);
      fetched.set(next, fetching);
      // Told to whoever reads that page; until then nobody listens.
      fetching.catch(() => undefined);
    }
    const fetching = fetched.get(page) ?? fetchPage(page, limit, until);
    fetched.delete(page);
    const { rows, total } = await fetching;
    if (page === 1) promised = Math.ceil((total ?? 0) / limit);
    return { rows, ...(total === undefined ? {} : { total }) };
  };
}
