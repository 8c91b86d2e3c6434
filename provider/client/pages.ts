import { endlessSearch } from "../errors/request-error";

/** One page of a search. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The total that the reply states, when it states one. */
  readonly total?: number;
}

/** Fetches one page of a search; pages count from 1. */
export type FetchPage<Row> = (page: number, limit: number) => Promise<Page<Row>>;

/** Rows a page: the most that every search of the service allows. */
export const pageLimit = 100;

/** How many pages are fetched at the same time; the pace spaces them. */
const pagesAhead = 8;

/**
 * Reads a search to its end: to a page that is not full, or, where the stated total says that more must
 * come, to an empty one. Rows that two pages share are given once.
 */
export async function* pages<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await fetchPage(page, pageLimit);
    const news = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield news;
    const isShort = rows.length < pageLimit;
    const isVain = news.length === 0 && page >= Math.ceil((total ?? 0) / pageLimit);
    if (isShort && (isVain || total === undefined || total <= seen.size)) return;
    if (isVain) throw endlessSearch(page);
  }
}

/**
 * The same pages, with those that the total of the first one promises fetched side by side as soon as the second is
 * asked for. A total sizes the fetch and never ends it: whoever reads on gets the pages behind it one by one.
 */
export function ahead<Row>(fetchPage: FetchPage<Row>): FetchPage<Row> {
  const fetched = new Map<number, Promise<Page<Row>>>();
  let promised = 0;
  return async (page, limit) => {
    for (let next = page; next < page + pagesAhead && next <= promised; next += 1) {
      if (fetched.has(next)) continue;
      const fetching = fetchPage(next, limit);
      fetched.set(next, fetching);
      // Told to whoever reads that page; until then nobody listens.
      fetching.catch(() => undefined);
    }
    const fetching = fetched.get(page) ?? fetchPage(page, limit);
    fetched.delete(page);
    const { rows, total } = await fetching;
    if (page === 1) promised = Math.ceil((total ?? 0) / limit);
    return { rows, ...(total === undefined ? {} : { total }) };
  };
}

/** All rows of a search, in the service's order. */
export async function allRows<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages(ahead(fetchPage))) rows.push(...page);
  return rows;
}
