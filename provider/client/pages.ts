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

/** How the pages of a reading are fetched. */
export interface FetchOptions {
  /** When the reading must have ended, by the client's clock. */
  readonly until?: number | undefined;
  /** False to fetch one page after the other, where most readings end before the last page. */
  readonly isAhead?: boolean | undefined;
}

/**
 * Fetches pages by their numbers. As soon as the second is asked for in its turn, those that the total of the first one
 * promises are fetched side by side, up to one that is not full. A total sizes the fetch and never ends it: whoever reads
 * on gets the pages behind it one by one. A page that is asked for before its turn is kept until then.
 */
export function createFetcher<Row>(
  fetchPage: FetchPage<Row>,
  { until, isAhead = true }: FetchOptions = {},
): (page: number) => Promise<Page<Row>> {
  const fetched = new Map<number, Promise<Page<Row>>>();
  const width = isAhead ? pagesAhead : 1;
  let promised = 0;
  let turn = 1;

  function fetch(page: number): Promise<Page<Row>> {
    const fetching = fetched.get(page) ?? fetchPage(page, pageLimit, until);
    fetched.set(page, fetching);
    // Told to whoever reads that page; until then nobody listens.
    fetching.catch(() => undefined);
    return fetching;
  }

  return async (page) => {
    const fetching = fetch(page);
    if (page !== turn) return fetching;
    turn += 1;
    const last = Math.min(promised, page + width - 1);
    for (let next = page + 1; next <= last; next += 1) void fetch(next);
    fetched.delete(page);
    const { rows, total = 0 } = await fetching;
    if (page === 1) promised = Math.ceil(total / pageLimit);
    if (rows.length < pageLimit) promised = 0;
    return fetching;
  };
}
