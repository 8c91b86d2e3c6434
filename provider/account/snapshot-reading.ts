import { ahead, type FetchPage, pageLimit, pages } from "../client/pages";

/** What a reading reads, and what is known before. */
export interface ReadingOptions<Row> {
  readonly fetchPage: FetchPage<Row>;
  readonly addressOf: (row: Row) => string;
  /** What our own writes have made, by id. */
  readonly own: ReadonlyMap<string, Row>;
}

/** All rows of a search as they come in, page by page, each fetched once for all who wait. */
export interface Reading<Row> {
  /** How many pages the total promises; it is in the first one. */
  pageCount(): Promise<number>;
  /** Reads the pages that the total promises, until `look` finds what it is after. */
  promised<Found>(look: () => Found | undefined): Promise<Found | undefined>;
  /** Reads to the end; false when rows may have slipped between the pages all the same. */
  isComplete(): Promise<boolean>;
  byId(id: string): Row | undefined;
  /** The rows with this address, without case. */
  byAddress(address: string): readonly Row[] | undefined;
  add(row: Row): void;
}

/** Begins a reading; nothing is fetched before somebody waits for it. */
export function createReading<Row extends { readonly id: string }>(
  options: ReadingOptions<Row>,
): Reading<Row> {
  const { addressOf } = options;
  const rows = new Map<string, Row>();
  const addresses = new Map<string, Row[]>();
  const add = (row: Row) => {
    if (rows.has(row.id)) return;
    rows.set(row.id, row);
    const key = addressOf(row).toLowerCase();
    addresses.set(key, [...(addresses.get(key) ?? []), row]);
  };
  for (const row of options.own.values()) add(row);
  const pass = createPass(options.fetchPage, add);

  const pageCount = () => pass.readTo(1).then(() => pass.pageCount());
  const isComplete = once(async () => {
    await pass.readTo(Number.POSITIVE_INFINITY);
    if (rows.size >= pass.total()) return true;
    // Rows that moved while the pages were read stood on none of them: a second pass finds them.
    const before = rows.size;
    const second = createPass(options.fetchPage, add);
    await second.readTo(Number.POSITIVE_INFINITY);
    // A total that counts otherwise than the rows stays as it is, and so do the rows.
    return rows.size >= second.total() || (rows.size === before && pass.total() === second.total());
  });

  return {
    pageCount,
    async promised(look) {
      const count = await pageCount();
      // What a page shows needs no wait for those behind it.
      for (let page = 2; page <= count; page += 1) {
        const found = look();
        if (found !== undefined) return found;
        await pass.readTo(page);
      }
      return look();
    },
    isComplete,
    byId: (id) => rows.get(id),
    byAddress: (address) => addresses.get(address.toLowerCase()),
    add,
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

function once<Value>(act: () => Promise<Value>): () => Promise<Value> {
  let acted: Promise<Value> | undefined;
  return () => {
    acted ??= act();
    return acted;
  };
}
