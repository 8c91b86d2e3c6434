import type { Clock } from "../client/clock";
import { type FetchPage, pageLimit } from "../client/pages";
import { createPass, type Pass } from "../client/pass";
import { isWayOfCounting, type Shortfall, shortfallOf } from "../client/search";
import { endlessSearch } from "../errors/request-error";
import { createRowIndex, type Rows } from "./row-index";

/** What a reading reads, and what is known beside it. */
export interface ReadingOptions<Row> {
  readonly fetchPage: FetchPage<Row>;
  readonly addressOf: (row: Row) => string;
  /** The ids of what this process has written, at any time. */
  readonly ownIds: () => Iterable<string>;
  /** When it must have ended, by the clock. */
  readonly until: number;
  readonly clock: Clock;
  /** Told both numbers of a reading that is incomplete. */
  readonly onShortfall: (shortfall: Shortfall) => void;
  /** True where nothing is missing before two readings to an empty page agree, unless a total says so. */
  readonly mayStateNoTotal?: boolean | undefined;
}

/** What somebody is after; undefined while the rows do not show it. */
export type Look<Row, Found> = (rows: Rows<Row>) => Found | undefined;

/** What a look into a reading has come to. */
export interface Seen<Found> {
  readonly found: Found | undefined;
  /** Given where rows may be missing, so that what was not found may exist all the same. */
  readonly shortfall?: Shortfall;
  /** What the service states for all objects, once everything is read. */
  readonly total?: number;
}

/** All rows of a search as they come in, page by page, each fetched once for all who wait. */
export interface Reading<Row> {
  /** What is read so far. */
  readonly soFar: Rows<Row>;
  /** How many pages the total promises; it is in the first one. */
  pageCount(): Promise<number>;
  /** Reads page by page until `look` finds what it is after, or to the end. */
  until<Found>(look: Look<Row, Found>): Promise<Seen<Found>>;
  /** Reads to the end, and looks then. */
  toEnd<Found>(look: Look<Row, Found>): Promise<Seen<Found>>;
  /** When everything was read, by the clock; undefined before that. */
  endedAt(): number | undefined;
}

/** How the pages came to their end. */
interface End {
  readonly shortfall?: Shortfall;
  readonly total?: number;
  /** The page that only repeats earlier ones, where there is one. */
  readonly endlessAt?: number;
}

/** Begins a reading; nothing is fetched before somebody waits for it. */
export function createReading<Row extends { readonly id: string }>({
  fetchPage,
  addressOf,
  ownIds,
  until,
  clock,
  onShortfall,
  mayStateNoTotal = false,
}: ReadingOptions<Row>): Reading<Row> {
  const rows = createRowIndex(addressOf);
  const begin = () => shared(createPass(fetchPage, { until }), rows.put);
  const first = begin();
  let ending: Promise<End> | undefined;
  let endedAt: number | undefined;
  let proof: Promise<Shortfall | undefined> | undefined;

  /** What we wrote meanwhile may be in the total, and may have come too late for its page. */
  const isWhole = (pass: Pass<Row>) => {
    const known = () => new Set([...rows.ids(), ...ownIds()]).size;
    return pass.end() === "clear" || (pass.end() === "short" && known() >= (pass.total() ?? 0));
  };

  /**
   * Reads every page. The reading is complete when it has as many rows as the total states and lacks no page, or when
   * two passes fall short of the total alike.
   */
  async function readPages(): Promise<End> {
    await first.readTo(Number.POSITIVE_INFINITY);
    if (isWhole(first.pass)) return endOf(first.pass);
    // Rows that moved while the pages were read stood on none of them: a second pass finds them.
    const second = begin();
    await second.readTo(Number.POSITIVE_INFINITY);
    // A total that counts otherwise than the rows stays as it is, and so do the rows.
    if (isWhole(second.pass) || isWayOfCounting(first.pass, second.pass)) return endOf(second.pass);
    const shortfall = { ...shortfallOf(second.pass), rows: rows.all().length };
    onShortfall(shortfall);
    return { ...endOf(second.pass), shortfall };
  }

  async function toEnd<Found>(look: Look<Row, Found>): Promise<Seen<Found>> {
    ending ??= readPages().finally(() => {
      endedAt = clock.now();
    });
    const { endlessAt, ...end } = await ending;
    const found = look(rows);
    if (found === undefined && endlessAt !== undefined) throw endlessSearch(endlessAt);
    const isProven = found !== undefined || end.total !== undefined || end.shortfall !== undefined;
    if (isProven || !mayStateNoTotal) return { found, ...end };
    proof ??= prove();
    const shortfall = await proof;
    return { found: look(rows), ...(shortfall && { shortfall }) };
  }

  /** Reads everything twice, to an empty page each time: rows may be missing where the two have not the same. */
  async function prove(): Promise<Shortfall | undefined> {
    const one = await idsToEmptyPage();
    const other = await idsToEmptyPage();
    const shared = [...one].filter((id) => other.has(id)).length;
    const total = new Set([...one, ...other]).size;
    if (shared === total) return undefined;
    const shortfall = { rows: shared, total };
    onShortfall(shortfall);
    return shortfall;
  }

  async function idsToEmptyPage(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let page = 1; ; page += 1) {
      const fetched = await fetchPage(page, pageLimit, until);
      const known = ids.size;
      for (const row of fetched.rows) {
        ids.add(row.id);
        rows.put(row);
      }
      if (fetched.rows.length === 0) return ids;
      // A service that repeats its last page never comes to an empty one.
      if (ids.size === known) throw endlessSearch(page);
    }
  }

  const pageCount = async () => {
    await first.readTo(1);
    return Math.ceil((first.pass.total() ?? 0) / pageLimit);
  };

  return {
    soFar: rows,
    pageCount,
    toEnd,
    endedAt: () => endedAt,
    async until(look) {
      // What a page shows needs no wait for those behind it. The first one is read even where it states no total.
      const count = Math.max(1, await pageCount());
      for (let page = 1; page <= count && !first.isDone(); page += 1) {
        await first.readTo(page);
        const found = look(rows);
        if (found !== undefined) return { found };
      }
      return toEnd(look);
    },
  };
}

function endOf<Row>(pass: Pass<Row>): End {
  const total = pass.total();
  return {
    ...(total === undefined ? {} : { total }),
    ...(pass.end() === "endless" ? { endlessAt: pass.pageCount() } : {}),
  };
}

/** A pass whose pages are read once for all who wait for them. */
function shared<Row>(pass: Pass<Row>, take: (row: Row) => void) {
  let read = 0;
  let isDone = false;
  const readOne = async () => {
    const news = await pass.next();
    if (news === undefined) {
      isDone = true;
      return;
    }
    for (const row of news) take(row);
    read += 1;
  };
  const reads: Promise<void>[] = [];
  return {
    pass,
    isDone: () => isDone,
    /** Reads until so many pages are in, or the last. */
    async readTo(count: number): Promise<void> {
      while (!isDone && read < count) {
        reads[read] ??= readOne();
        await reads[read];
      }
    },
  };
}
