import { EmailMarketingError } from "./errors";

/** One page of a search. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The total that the reply states, when it states one. */
  readonly total?: number;
}

/** Rows a page: the most that every search of the service allows. */
export const pageLimit = 100;

/**
 * Reads a search to its end: to a page that is not full, or, where the stated total says that more must
 * come, to an empty one. Rows that two pages share are given once.
 */
export async function* pages<Row extends { readonly id: string }>(
  fetchPage: (page: number, limit: number) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await fetchPage(page, pageLimit);
    const news = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield news;
    const isShort = rows.length < pageLimit;
    if (isShort && (news.length === 0 || total === undefined || total <= seen.size)) return;
    if (news.length === 0) {
      throw new EmailMarketingError(
        "unexpected-reply",
        `page ${page} of the search repeats rows of earlier pages only, so the search has no end.`,
      );
    }
  }
}

/** All rows of a search, in the service's order. */
export async function allRows<Row extends { readonly id: string }>(
  fetchPage: (page: number, limit: number) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages(fetchPage)) rows.push(...page);
  return rows;
}
