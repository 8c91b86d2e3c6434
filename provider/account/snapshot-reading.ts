import { ahead, type FetchPage, pageLimit, pages } from "../client/pages";
import { createRowIndex, type Rows } from "./row-index";

/** What a reading reads, and what is known beside it. */
export interface ReadingOptions<Row> {
  readonly fetchPage: FetchPage<Row>;
  readonly addressOf: (row: Row) => string;
  /** The ids of what this process has written, at any time. */
  readonly ownIds: () => Iterable<string>;
}

/** What somebody is after; undefined while the rows do not show it. */
export type Look<Row, Found> = (rows: Rows<Row>) => Found | undefined;

/** What a look into a reading has come to. */
export interface Seen<Found> {
  readonly found: Found | undefined;
  /** False while rows may be missing, so that what was not found may exist all the same. */
  readonly isComplete: boolean;
}

/** All rows of a search as they come in, page by page, each fetched once for all who wait. */
export interface Reading<Row> {
  /** How many pages the total promises; it is in the first one. */
  pageCount(): Promise<number>;
  /** Reads page by page until `look` finds what it is after, or to the end. */
  until<Found>(look: Look<Row, Found>): Promise<Seen<Found>>;
  /** Reads to the end, and looks then. */
  toEnd<Found>(look: Look<Row, Found>): Promise<Seen<Found>>;
}

/** Begins a reading; nothing is fetched before somebody waits for it. */
export function createReading<Row extends { readonly id: string }>({
  fetchPage,
  addressOf,
  ownIds,
}: ReadingOptions<Row>): Reading<Row> {
  const rows = createRowIndex(addressOf);
  const pass = createPass(fetchPage, rows.put);
  let end: Promise<boolean> | undefined;

  /** What we wrote meanwhile may be in the total, and may have come too late for its page. */
  const knownCount = () => new Set([...rows.ids(), ...ownIds()]).size;
  const readCount = () => [...rows.ids()].length;

  /**
   * Reads every page. The reading is complete when it has as many rows as the total states, or when two passes fall
   * short of it alike.
   */
  async function readPages(): Promise<boolean> {
    await pass.readTo(Number.POSITIVE_INFINITY);
    if (knownCount() >= pass.total()) return true;
    // Rows that moved while the pages were read stood on none of them: a second pass finds them.
    const before = readCount();
    const second = createPass(fetchPage, rows.put);
    await second.readTo(Number.POSITIVE_INFINITY);
    if (knownCount() >= second.total()) return true;
    // A total that counts otherwise than the rows stays as it is, and so do the rows.
    return readCount() === before && pass.total() === second.total();
  }

  async function toEnd<Found>(look: Look<Row, Found>): Promise<Seen<Found>> {
    end ??= readPages();
    const isComplete = await end;
    return { found: look(rows), isComplete };
  }
  const pageCount = () => pass.readTo(1).then(() => pass.pageCount());

  return {
    pageCount,
    toEnd,
    async until(look) {
      // What a page shows needs no wait for those behind it. The first one is read even where it states no total.
      const count = Math.max(1, await pageCount());
      for (let page = 1; page <= count; page += 1) {
        await pass.readTo(page);
        const found = look(rows);
        if (found !== undefined) return { found, isComplete: false };
      }
      return toEnd(look);
    },
  };
}

/** One pass over all pages. */
function createPass<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  take: (row: Row) => void,
) {
  let total = 0;
  let read = 0;
  let isDone = false;
  const iterator = pages(
    ahead<Row>(async (page, limit) => {
      const fetched = await fetchPage(page, limit);
      total = Math.max(total, fetched.total ?? 0);
      return fetched;
    }),
  );
  const readOne = async () => {
    const next = await iterator.next();
    if (next.done === true) {
      isDone = true;
      return;
    }
    for (const row of next.value) take(row);
    read += 1;
  };
  const reads: Promise<void>[] = [];
  return {
    total: () => total,
    pageCount: () => Math.ceil(total / pageLimit),
    /** Reads until so many pages are in, or the last. */
    async readTo(count: number): Promise<void> {
      while (!isDone && read < count) {
        reads[read] ??= readOne();
        await reads[read];
      }
    },
  };
}
