import { endlessSearch } from "../errors/request-error";
import { createFetcher, type FetchOptions, type FetchPage, pageLimit } from "./pages";
import { createPass, type Pass, type PassOptions } from "./pass";

/** How many rows a search gave, and how many the service says there are: what is missing may be anything. */
export interface Shortfall {
  readonly rows: number;
  readonly total: number;
}

/** What a search has found. */
export interface FoundRows<Row> {
  /** In the service's order. */
  readonly rows: readonly Row[];
  /** The total that the service stated last. */
  readonly total?: number;
  /** Given where the search is incomplete: nothing may be decided by what it lacks. */
  readonly shortfall?: Shortfall;
}

/** Whether so many rows, of so many that the service states, are all that is wanted. */
export type IsEnough = (count: number, total: number | undefined) => boolean;

/** How a reader reads. */
export interface ReaderOptions<Row> extends FetchOptions, PassOptions {
  /** Given each row as it comes. */
  readonly onRow?: ((row: Row) => void) | undefined;
  /** The ids of what this process has written: the total may count it before a page shows it. */
  readonly ownIds?: (() => Iterable<string>) | undefined;
}

/** How a reading has ended. */
export interface ReadingEnd {
  readonly shortfall?: Shortfall;
  /** The page that only repeats earlier ones, where there is one: the search would never end. */
  readonly endlessAt?: number;
}

/** The pages of one search, each read once for all who wait. */
export interface Reader<Row> {
  /** Reads page by page to the end, or until it is enough: then it gives undefined. */
  read(isEnough?: IsEnough): Promise<ReadingEnd | undefined>;
  /** The rows so far, each once, in the service's order. */
  rows(): readonly Row[];
  /** The total that the service stated last. */
  total(): number | undefined;
  /** How many pages the total promises; it is in the first one. */
  pageCount(): Promise<number>;
  /** Whether there are rows on a page, asked before its turn. */
  hasPage(page: number): Promise<boolean>;
}

/**
 * Reads a search page by page. It is complete with as many rows as the total states and no page missing. Otherwise
 * everything is read anew once, and is complete where both passes fall short of the total alike: then the total counts
 * something else. A pass that ends at its first short page is the only one.
 */
export function createReader<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  { onRow = () => {}, ownIds = () => [], ...options }: ReaderOptions<Row> = {},
): Reader<Row> {
  let fetch = createFetcher(fetchPage, options);
  let pass = createPass<Row>(options);
  let first: Pass<Row> | undefined;
  let reading: Promise<void> | undefined;
  let end: ReadingEnd | undefined;

  async function readPage(): Promise<void> {
    for (const row of pass.take(await fetch(pass.pageCount() + 1))) onRow(row);
    if (pass.end() === undefined) return;
    if (isComplete()) {
      end = {};
    } else if (options.endsShort) {
      end = { shortfall: shortfallOf(pass) };
    } else if (pass.end() === "endless") {
      end = { endlessAt: pass.pageCount() };
    } else if (first) {
      end = { shortfall: shortfallOf(pass, first) };
    } else {
      // Rows that moved while the pages were read stood on none of them: a second pass finds them.
      first = pass;
      pass = createPass(options);
      fetch = createFetcher(fetchPage, options);
    }
  }

  function isComplete(): boolean {
    if (first && isAlike(first, pass)) return true;
    const total = pass.total();
    if (pass.end() === "whole") return total !== undefined || !options.mayStateNoTotal;
    // What we wrote meanwhile may be in the total, and may have come too late for its page.
    const ids = [
      ...[first, pass].flatMap((one) => one?.rows() ?? []).map(({ id }) => id),
      ...ownIds(),
    ];
    return pass.end() === "short" && new Set(ids).size >= (total ?? 0);
  }

  /** The rows of both passes; of a second one that is whole alone, since what only the first one has is gone. */
  function rows(): readonly Row[] {
    if (first === undefined || pass.end() === "whole") return pass.rows();
    const both = [...first.rows(), ...pass.rows()];
    return [...new Map(both.map((row) => [row.id, row])).values()];
  }

  /** One page for all who wait. */
  function next(): Promise<void> {
    reading ??= readPage().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async read(isEnough = () => false) {
      while (end === undefined) {
        if (isEnough(pass.count(), pass.latestTotal())) return undefined;
        await next();
      }
      return end;
    },
    rows,
    total: () => pass.latestTotal(),
    async pageCount() {
      if (first === undefined && pass.pageCount() === 0) await next();
      return Math.ceil(((first ?? pass).total() ?? 0) / pageLimit);
    },
    hasPage: async (page) => (await fetch(page)).rows.length > 0,
  };
}

/** All rows of a search, or as many of them as are enough. */
export async function readAll<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  { isEnough, ...options }: ReaderOptions<Row> & { readonly isEnough?: IsEnough } = {},
): Promise<FoundRows<Row>> {
  const reader = createReader(fetchPage, options);
  const { shortfall, endlessAt } = (await reader.read(isEnough)) ?? {};
  if (endlessAt !== undefined) throw endlessSearch(endlessAt);
  const total = reader.total();
  return {
    rows: reader.rows(),
    ...(total === undefined ? {} : { total }),
    ...(shortfall && { shortfall }),
  };
}

/** Whether two passes show that what the total counts beside the rows is none of them, or that no row moves. */
function isAlike<Row extends { readonly id: string }>(one: Pass<Row>, two: Pass<Row>): boolean {
  const end = one.end();
  if (end !== two.end() || (end !== "short" && end !== "whole")) return false;
  const isSame = one.count() === two.count() && one.rows().every(({ id }) => two.has(id));
  return isSame && one.total() === two.total();
}

/** Both numbers of a search that is incomplete: what every pass gave, of what the service states or has given. */
function shortfallOf<Row extends { readonly id: string }>(
  pass: Pass<Row>,
  first: Pass<Row> = pass,
): Shortfall {
  const shared = first.rows().filter(({ id }) => pass.has(id)).length;
  const given = first.count() + pass.count() - shared;
  return { rows: shared, total: Math.max(pass.total() ?? 0, pass.latestTotal() ?? 0, given) };
}
