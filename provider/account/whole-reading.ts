import type { Collection } from "../api/collection";
import type { Clock } from "../client/clock";
import type { FetchPage } from "../client/pages";
import { createReader, type Shortfall } from "../client/reader";
import { endlessSearch, incompleteNotice } from "../errors/request-error";
import { once } from "../runtime/once";
import { createRowIndex, type Rows } from "./row-index";

/**
 * What somebody is after; undefined while the rows do not show it. At the end no more rows come: somebody may be after what
 * a row of any page belongs to.
 */
export type Look<Row, Found> = (rows: Rows<Row>, isEnd: boolean) => Found | undefined;

/** What a look into a reading has come to. */
export interface Seen<Found> {
  readonly found: Found | undefined;
  /** Given where rows may be missing, so that what was not found may exist all the same. */
  readonly shortfall?: Shortfall | undefined;
}

/** What a reading of everything reads, and what is known beside it. */
export interface ReadingOptions<Row> {
  readonly of: Pick<Collection<Row>, "words" | "keyOf" | "isSmall" | "mayStateNoTotal">;
  /** A page of all rows, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly fetchPage: FetchPage<Row>;
  /** The ids of what this process has written, at any time. */
  readonly ownIds: () => Iterable<string>;
  readonly clock: Clock;
  /** Tells the user something, once in this process. */
  readonly notice: (sentence: string) => void;
}

/** One reading of everything, for all who look into it. */
export interface WholeReading<Row> {
  /** What is read so far. */
  readonly rows: Rows<Row>;
  /** How many pages the total promises. */
  pageCount(): Promise<number>;
  hasPage(page: number): Promise<boolean>;
  /** Reads on until `look` finds what it is after, or to the end. */
  until<Found>(look: Look<Row, Found>): Promise<Seen<Found>>;
  /** When everything was read, by the clock; undefined before that. */
  endedAt(): number | undefined;
}

/** Begins a reading that must have ended at `until`, by the clock; nothing is fetched before somebody looks. */
export function createWholeReading<Row extends { readonly id: string }>(
  { of, fetchPage, ownIds, clock, notice }: ReadingOptions<Row>,
  until: number,
): WholeReading<Row> {
  const { words, keyOf, mayStateNoTotal } = of;
  const rows = createRowIndex(keyOf);
  const onRow = rows.put;
  const reader = createReader(fetchPage, { until, onRow, ownIds, mayStateNoTotal });
  let endedAt: number | undefined;
  const end = once(async () => {
    const ending = await reader.read();
    endedAt = clock.now();
    if (ending?.shortfall) notice(incompleteNotice(words[1], ending.shortfall));
    return ending;
  });

  return {
    rows,
    pageCount: reader.pageCount,
    hasPage: reader.hasPage,
    async until(look) {
      // What a page shows needs no wait for those behind it.
      await reader.read(() => look(rows, false) !== undefined);
      const early = look(rows, false);
      if (early !== undefined) return { found: early };
      const ending = await end();
      const found = look(rows, true);
      const endlessAt = ending?.endlessAt;
      if (found === undefined && endlessAt !== undefined) throw endlessSearch(endlessAt);
      return { found, shortfall: ending?.shortfall };
    },
    endedAt: () => endedAt,
  };
}
