import { type Page, pageLimit } from "./pages";

/** When a pass ends, where that is not up to its total alone. */
export interface PassOptions {
  /** True to end at the first page that is not full, whatever the total promises. */
  readonly endsShort?: boolean | undefined;
  /** True where a search without a total may have fewer rows on a page than it allows: it ends at one without a new row. */
  readonly mayStateNoTotal?: boolean | undefined;
}

/**
 * How a pass has ended. `whole`: with every row that the total states. `short`: with fewer rows than the total states,
 * although no page was missing. `broken`: with a page missing, or while rows were moving. `endless`: with a full page of
 * rows that earlier pages had.
 */
export type PassEnd = "whole" | "short" | "broken" | "endless";

/** One pass over the pages of a search. */
export interface Pass<Row> {
  /** Takes the next page; gives its new rows. */
  take(page: Page<Row>): readonly Row[];
  /** The rows so far, each once, in the service's order. */
  rows(): readonly Row[];
  has(id: string): boolean;
  /** How many they are. */
  count(): number;
  /** The total that the service stated first: what is added while the pages are read is not missing. */
  total(): number | undefined;
  /** The total that the service stated last. */
  latestTotal(): number | undefined;
  /** How many pages were taken. */
  pageCount(): number;
  /** How the pass has ended, once it has. */
  end(): PassEnd | undefined;
}

/** So many pages without a new row end a pass, whatever the total promises. */
const mostInVain = 2;

/**
 * Judges the pages of a search, to one that is not full, or, where the stated total says that more must come, to one
 * without a new row behind the last that the total promises. Rows that two pages share are given once.
 */
export function createPass<Row extends { readonly id: string }>({
  endsShort = false,
  mayStateNoTotal = false,
}: PassOptions = {}): Pass<Row> {
  const rows = new Map<string, Row>();
  let first: number | undefined;
  let latest: number | undefined;
  let pageCount = 0;
  let inVain = 0;
  // A page that is not full and has others behind it shows that the service allows fewer rows a page.
  let isCapped = false;
  let wasShort = false;
  let largest = 0;
  let isMissing = false;
  let isShrunk = false;
  let end: PassEnd | undefined;

  const isPromised = () => rows.size < (latest ?? 0);

  function takeTotal(total: number | undefined): void {
    latest = total ?? latest;
    first ??= total;
    // A total below the rows that are here counts something else: it shows nothing that went.
    if (total !== undefined && total < (first ?? 0) && total >= rows.size) isShrunk = true;
  }

  /** How the pass ends with this page; undefined where another one must be read. */
  function endAt(size: number, news: number): PassEnd | undefined {
    const isShort = size < pageLimit;
    const isOpen = mayStateNoTotal && latest === undefined && news > 0;
    if (isShort && !isOpen && (endsShort || !isPromised())) return verdict();
    if (news > 0) {
      isCapped ||= wasShort;
      wasShort = isShort;
      largest = Math.max(largest, size);
      inVain = 0;
      return undefined;
    }
    inVain += 1;
    const promisedPages = Math.ceil((latest ?? 0) / (isCapped ? largest : pageLimit));
    isMissing ||= isPromised() && pageCount <= promisedPages;
    if (inVain < mostInVain && pageCount < promisedPages) return undefined;
    return isShort ? verdict() : "endless";
  }

  function verdict(): PassEnd {
    const isShortOfTotal = rows.size < (first ?? 0);
    // A page that a later total promises is missing, however small the first one was.
    if (isShrunk || (isMissing && (isShortOfTotal || isPromised()))) return "broken";
    return isShortOfTotal ? "short" : "whole";
  }

  return {
    take(page) {
      pageCount += 1;
      // Rows move from page to page while objects come and go, so that two pages may share some.
      const news = page.rows.filter(({ id }) => !rows.has(id));
      for (const row of news) rows.set(row.id, row);
      takeTotal(page.total);
      end = endAt(page.rows.length, news.length);
      return news;
    },
    rows: () => [...rows.values()],
    has: (id) => rows.has(id),
    count: () => rows.size,
    total: () => first,
    latestTotal: () => latest,
    pageCount: () => pageCount,
    end: () => end,
  };
}
