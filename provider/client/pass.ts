import type { FetchPage } from "./pages";
import { ahead, pageLimit } from "./pages";

/** How a pass reads, where that is not left to the search itself. */
export interface PassOptions<Row> {
  /** When the reading must have ended, by the client's clock. */
  readonly until?: number | undefined;
  /** True for a search that leaves rows out: some services state the total of all objects, whatever was searched for. */
  readonly isFiltered?: boolean | undefined;
  /** What the service states for all objects, where a complete reading has shown it. */
  readonly totalOfAll?: number | undefined;
  /** True to end at the first page that raises a doubt: somebody else clears it up at less cost. */
  readonly endsInDoubt?: boolean | undefined;
  /** Asked after each page: true once the rows that came are all that is wanted. */
  readonly isEnough?: ((rows: readonly Row[], total: number | undefined) => boolean) | undefined;
  /** False to fetch one page after the other, where most readings end before the last page. */
  readonly isAhead?: boolean | undefined;
}

/**
 * How a pass has ended. `clear`: with every row that the total states. `enough`: before the end. `short`: with fewer rows
 * than the total states, although no page was missing. `broken`: with a page missing, or while rows were moving.
 * `endless`: with a full page of rows that earlier pages had.
 */
export type PassEnd = "clear" | "enough" | "short" | "broken" | "endless";

/** One pass over the pages of a search, page by page. */
export interface Pass<Row> {
  /** Reads the next page; gives its new rows, or undefined once the pass has ended. */
  next(): Promise<readonly Row[] | undefined>;
  /** The rows so far, each once, in the service's order. */
  rows(): readonly Row[];
  /** The total that the service stated first: what is added while the pages are read is not missing. */
  total(): number | undefined;
  /** The total that the service stated last. */
  latestTotal(): number | undefined;
  /** How many pages were read. */
  pageCount(): number;
  /** How the pass has ended, once it has. */
  end(): PassEnd;
}

/** A page of fewer rows than were asked for may be full all the same, for a service that allows fewer: a round number. */
const roundRows = 5;

/** So many pages without a new row end a pass, whatever the total promises. */
const mostInVain = 2;

/**
 * Reads a search to its end: to a page that is not full, or, where the stated total says that more must come, to one
 * without a new row behind the last that the total promises. Rows that two pages share are given once.
 */
export function createPass<Row extends { readonly id: string }>(
  fetchGiven: FetchPage<Row>,
  options: PassOptions<Row> = {},
): Pass<Row> {
  const { until, isFiltered = false, totalOfAll, endsInDoubt, isEnough, isAhead = true } = options;
  const fetchPage = isAhead ? ahead(fetchGiven) : fetchGiven;
  const rows = new Map<string, Row>();
  let first: number | undefined;
  let latest: number | undefined;
  let page = 0;
  let pagesWithNews = 0;
  let inVain = 0;
  let largest = 0;
  let isCapped = false;
  let wasShort = false;
  let isMissing = false;
  let isShrunk = false;
  let ended: PassEnd | undefined;

  const isPromised = () => rows.size < (latest ?? 0);
  const promisedPages = () => Math.ceil((latest ?? 0) / (isCapped ? largest : pageLimit));

  function take(total: number | undefined): void {
    latest = total ?? latest;
    first ??= total;
    // A total below the rows that are here counts something else: it shows nothing that went.
    if (total !== undefined && total < (first ?? 0) && total >= rows.size) isShrunk = true;
  }

  /** How the pass ends with this page; undefined where another one must be read. */
  function endAt(count: number, news: number): PassEnd | undefined {
    const isShort = count < pageLimit;
    if (isShort && !isPromised()) return verdict();
    const isOfAll = latest !== undefined && latest === totalOfAll;
    // This service states that total for every search, so it says nothing of the rows of this one.
    if (isShort && isOfAll && page === 1) return "clear";
    if (isEnough?.([...rows.values()], latest)) return "enough";
    if (news > 0) {
      isCapped ||= wasShort;
      largest = Math.max(largest, count);
      wasShort = isShort;
      inVain = 0;
      // Rows can't move while there is but one page of them.
      const isAll = isFiltered && isShort && page === 1 && count % roundRows !== 0;
      return isAll ? "clear" : isShort && endsInDoubt ? verdict() : undefined;
    }
    inVain += 1;
    const endedShort = isFiltered && wasShort;
    if (endedShort && pagesWithNews === 1 && !isMissing) return "clear";
    isMissing ||= !endedShort && isPromised() && page <= promisedPages();
    const isEnd = endedShort || endsInDoubt || inVain >= mostInVain || page >= promisedPages();
    if (!isEnd) return undefined;
    return isShort ? verdict() : "endless";
  }

  function verdict(): PassEnd {
    const isShortOfTotal = rows.size < (first ?? 0);
    // A page that a later total promises is missing, however small the first one was.
    if (isShrunk || (isMissing && (isShortOfTotal || isPromised()))) return "broken";
    return isShortOfTotal ? "short" : "clear";
  }

  return {
    async next() {
      if (ended !== undefined) return undefined;
      page += 1;
      const fetched = await fetchPage(page, pageLimit, until);
      const news: Row[] = [];
      for (const row of fetched.rows) {
        // Rows move from page to page while objects come and go, so that two pages may share some.
        if (rows.has(row.id)) continue;
        rows.set(row.id, row);
        news.push(row);
      }
      take(fetched.total);
      if (news.length > 0) pagesWithNews += 1;
      ended = endAt(fetched.rows.length, news.length);
      return news;
    },
    rows: () => [...rows.values()],
    total: () => first,
    latestTotal: () => latest,
    pageCount: () => page,
    end: () => ended ?? verdict(),
  };
}
