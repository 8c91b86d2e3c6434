import type { Shortfall } from "../errors/request-error";

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The total that the reply states, when it states one. */
  readonly total?: number;
  /** What else is on it: objects whose ids can't be used, each with the reason. */
  readonly unusable?: readonly string[];
}

/** Fetches one page, counted from 1; `until` is when the reading that it belongs to must have ended, by the client's clock. */
export type FetchPage<Row> = (
  page: number,
  limit: number,
  until?: number | undefined,
) => Promise<Page<Row>>;

export interface FoundRows<Row> {
  /** In the service's order, each once. */
  readonly rows: readonly Row[];
  /** The total that the service stated last. */
  readonly total?: number;
  /** Given where the search is incomplete: nothing may be decided by what it lacks. */
  readonly shortfall?: Shortfall;
}

export interface ReadOptions {
  /** When the reading must have ended, by the client's clock. */
  readonly until?: number | undefined;
  /** Reads page after page, and none once it has so many rows and knows whether there are more. */
  readonly most?: number | undefined;
}

/** Rows a page: the most that every search of the service allows. */
export const pageLimit = 100;

/** How many pages are fetched at the same time; the pace spaces them. */
const pagesAhead = 8;

interface Reading<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly unusable: ReadonlySet<string>;
  readonly totals: readonly number[];
  readonly isWhole: boolean;
  /** Whether a page that the total promises brought no new row. */
  readonly lacksPage: boolean;
}

/**
 * Reads all rows of a search. A reading with fewer rows than a page of it has stated is read once more. If the second one
 * lacks as much, it is incomplete, unless both have the same rows and the same total: then the service counts something
 * that it doesn't show.
 */
export async function readAll<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  options: ReadOptions = {},
): Promise<FoundRows<Row>> {
  const first = await readOnce(fetchPage, options);
  const last = first.isWhole ? first : await readOnce(fetchPage, options);
  const rows = [...last.rows.values()];
  const total = last.totals.at(-1);
  if (last.unusable.size > 0) {
    const stated = Math.max(rows.length + last.unusable.size, ...last.totals);
    return { rows, shortfall: { rows: rows.length, total: stated, unusable: [...last.unusable] } };
  }
  const isKnown = last.isWhole || isSameShortfall(first, last);
  return {
    rows,
    ...(total !== undefined && { total }),
    ...(!isKnown && { shortfall: { rows: rows.length, total: Math.max(...last.totals) } }),
  };
}

/** Reads to the total, or to a page without a new row: where no total is stated, and where the total is too high or too low. */
async function readOnce<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  { until, most = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<Reading<Row>> {
  const width = most === Number.POSITIVE_INFINITY ? pagesAhead : 1;
  const asked: Promise<Page<Row>>[] = [];
  const rows = new Map<string, Row>();
  const unusable = new Set<string>();
  const totals: number[] = [];
  for (let page = 1; ; page += 1) {
    const promised = Math.ceil(Math.max(0, ...totals) / pageLimit);
    while (asked.length < Math.max(page, Math.min(promised, page + width - 1))) {
      const fetching = fetchPage(asked.length + 1, pageLimit, until);
      // Told to whoever comes to that page.
      fetching.catch(() => undefined);
      asked.push(fetching);
    }
    const { rows: onPage = [], total, unusable: others = [] } = (await asked[page - 1]) ?? {};
    const before = rows.size + unusable.size;
    for (const row of onPage) rows.set(row.id, row);
    for (const name of others) unusable.add(name);
    const found = rows.size + unusable.size;
    if (total !== undefined) totals.push(total);
    const stated = Math.max(0, ...totals);
    const isEnough = rows.size > most || (rows.size === most && totals.length > 0);
    const isEmpty = found === before;
    // Some services state the number of rows on the page as the total: after a full first page, the next one is asked for.
    const isAll = found === stated && (page > 1 || found !== pageLimit);
    if (!isEnough && !isEmpty && !isAll) continue;
    const lacksPage = isEmpty && page <= Math.ceil(stated / pageLimit);
    return { rows, unusable, totals, isWhole: isEnough || found >= stated, lacksPage };
  }
}

function isSameShortfall<Row>(one: Reading<Row>, two: Reading<Row>): boolean {
  const isOneTotal = new Set([...one.totals, ...two.totals]).size === 1;
  if (!isOneTotal || one.lacksPage || two.lacksPage) return false;
  return one.rows.size === two.rows.size && [...one.rows.keys()].every((id) => two.rows.has(id));
}
