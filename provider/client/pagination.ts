import type { Shortfall } from "../errors/error";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total?: number;
  /** Objects on the page that were left out because their ids can't be used, each with the reason. */
  readonly unusable?: readonly string[];
}

/** Fetches one page, counted from 1. `until` is the deadline for reading all pages, by the client's clock. */
export type FetchPage<Row> = (
  page: number,
  limit: number,
  until?: number | undefined,
) => Promise<Page<Row>>;

export interface FoundRows<Row> {
  /** The rows in the service's order, without duplicates. */
  readonly rows: readonly Row[];
  /** The last total that the service stated. */
  readonly total?: number;
  /** Set if the search is incomplete. An absent row may then still exist, so no decision may depend on its absence. */
  readonly shortfall?: Shortfall;
}

export interface ReadOptions {
  readonly until?: number | undefined;
  /** Reads one page at a time, up to the page that completes this many rows, or one more if no total is stated. */
  readonly most?: number | undefined;
}

/** Rows per page, the maximum that every search of the service allows. */
export const pageLimit = 100;

/** The largest number of pages that are fetched at the same time. The rate limiter spaces the requests. */
const pagesAhead = 8;

/**
 * Reads all rows of a search. If fewer than the total, reads again, because a row may have moved to a page read before.
 * If both readings agree (`isSameShortfall`), the search counts as complete, because the total may include hidden rows.
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

/** Reads pages up to `most` rows or the total. If the total is missing or wrong, ends at a page without a new row. */
async function readOnce<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  { until, most = Number.POSITIVE_INFINITY }: ReadOptions,
) {
  const width = most === Number.POSITIVE_INFINITY ? pagesAhead : 1;
  const asked: Promise<Page<Row>>[] = [];
  const rows = new Map<string, Row>();
  const unusable = new Set<string>();
  const totals: number[] = [];
  let received = 0;
  for (let page = 1; ; page += 1) {
    const promised = Math.ceil(Math.max(0, ...totals) / pageLimit);
    while (asked.length < Math.max(page, Math.min(promised, page + width - 1))) {
      const fetching = fetchPage(asked.length + 1, pageLimit, until);
      // The error is thrown when this page is awaited. Before that, the error must not become an unhandled rejection.
      fetching.catch(() => undefined);
      asked.push(fetching);
    }
    const { rows: onPage = [], total, unusable: others = [] } = (await asked[page - 1]) ?? {};
    const before = rows.size + unusable.size;
    for (const row of onPage) rows.set(row.id, row);
    for (const name of others) unusable.add(name);
    const found = rows.size + unusable.size;
    if (found > before) received += onPage.length;
    if (total !== undefined) totals.push(total);
    const stated = Math.max(0, ...totals);
    const isEnough = rows.size > most || (rows.size === most && totals.length > 0);
    const isEmpty = found === before;
    // The total may be the number of rows on the page. So after a full first page, fetch the second page.
    const isAll = found === stated && (page > 1 || found !== pageLimit);
    if (!isEnough && !isEmpty && !isAll) continue;
    const lacksPage = isEmpty && page <= Math.ceil(stated / pageLimit);
    // False if a row came twice, or if a page is missing although, according to the total, the page exists.
    const isSound = received === rows.size && !lacksPage;
    return { rows, unusable, totals, isWhole: isEnough || found >= stated, isSound };
  }
}

type Reading = Awaited<ReturnType<typeof readOnce>>;

/** True if two incomplete readings agree: same rows in the same order, none twice, same total, and no missing page. */
function isSameShortfall(one: Reading, two: Reading): boolean {
  const isOneTotal = new Set([...one.totals, ...two.totals]).size === 1;
  if (!isOneTotal || !one.isSound || !two.isSound) return false;
  const ids = [...two.rows.keys()];
  return one.rows.size === ids.length && [...one.rows.keys()].every((id, at) => id === ids[at]);
}
