import type { Collection } from "../api/collection";
import { type FetchPage, readAll, type Shortfall } from "../client/pages";
import type { Clock } from "../client/retry";
import { incompleteNotice } from "../errors/request-error";

/** What a cache needs to know of its collection. */
export interface CacheOptions<Row> {
  readonly of: Pick<Collection<Row>, "words" | "keyOf" | "compared" | "textOf" | "isSmall">;
  /** A page of all rows, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly fetchPage: FetchPage<Row>;
  /** A page of the rows that match a partial text. */
  readonly searchPages: (text: string) => FetchPage<Row>;
  /** Reads one by its id, where the service has an operation for it; it does without a search that is refused. */
  readonly fetchById?: (id: string) => Promise<Row | undefined>;
  /** When everything that begins now for one object must have ended, by the clock. */
  readonly deadline: () => number;
  readonly clock: Clock;
  /** Tells the user something, once in this process. */
  readonly notice: (sentence: string) => void;
}

/** What a request, or the pages of a reading, have brought. */
export interface Answer<Row> {
  /** As read, but for those that this process has written. */
  readonly rows: readonly Row[];
  /** Given where rows may be missing, so that what is not here may exist all the same. */
  readonly shortfall?: Shortfall;
  readonly endedAt: number;
}

/** One way to learn of an object. */
export type Ask<Row> = () => Promise<Answer<Row>>;

/** What a cache has asked: each request is sent once for all who want the same, and what it brings is taken in. */
export interface Readings<Row> {
  once(request: string, ask: Ask<Row>): Promise<Answer<Row>>;
  /** A reading of everything that did not begin before a moment: one that did may lack what was made meanwhile. */
  everything(until: number, notBefore?: number): Promise<Answer<Row>>;
  /** A search of its own for one key. */
  search(key: string, until: number): Ask<Row>;
  /** Whether no other request was made: with a second one, reading everything is cheaper. */
  isOnlyRequest(request: string): boolean;
  /** Waits for the answers to what was asked, whatever they are. */
  settled(): Promise<void>;
  /** Forgets what was asked. */
  discard(): void;
}

/** What is known of the rows of a collection: what was read, in which our own writes win. */
export interface Rows<Row> {
  all(): readonly Row[];
  byId(id: string): Row | undefined;
  /** The rows with this key (an address or a name), in whatever spelling. */
  withKey(key: string): readonly Row[];
  /** Takes in what was read, but for what this process has written; gives what it has taken in. */
  take(read: readonly Row[]): readonly Row[];
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
  /** Whether our own write has made, changed or removed it. */
  isOwn(id: string): boolean;
}

/** No rows yet; `sameKey` gives one text for all spellings of a key. */
export function createRows<Row extends { readonly id: string }>(
  keyOf: (row: Row) => string,
  sameKey: (key: string) => string,
): Rows<Row> {
  const ids = new Map<string, Row>();
  const keys = new Map<string, Set<Row>>();
  const written = new Set<string>();
  const group = (key: string) => keys.get(sameKey(key)) ?? new Set();

  function remove(id: string): void {
    const row = ids.get(id);
    if (row === undefined) return;
    ids.delete(id);
    group(keyOf(row)).delete(row);
  }

  function add(row: Row): void {
    remove(row.id);
    ids.set(row.id, row);
    const key = keyOf(row);
    keys.set(sameKey(key), group(key).add(row));
  }

  return {
    all: () => [...ids.values()],
    byId: (id) => ids.get(id),
    withKey: (key) => [...group(key)],
    take(read) {
      const taken = read.filter(({ id }) => !written.has(id));
      taken.forEach(add);
      return taken;
    },
    put(row) {
      written.add(row.id);
      add(row);
    },
    drop(id) {
      written.add(id);
      remove(id);
    },
    isOwn: (id) => written.has(id),
  };
}

/** Nothing is asked yet. */
export function createReadings<Row extends { readonly id: string }>(
  { of, fetchPage, searchPages, clock, notice }: CacheOptions<Row>,
  rows: Pick<Rows<Row>, "take">,
): Readings<Row> {
  const { textOf = (key: string) => key } = of;
  const asked = new Map<string, Promise<Answer<Row>>>();
  /** When the last reading of everything began. */
  let beganAt = 0;

  async function read(pages: FetchPage<Row>, until: number): Promise<Answer<Row>> {
    const found = await readAll(pages, { until });
    return { ...found, rows: rows.take(found.rows), endedAt: clock.now() };
  }

  /** A failure is reported to those who wait, and the next one asks anew. */
  function once(request: string, ask: Ask<Row>): Promise<Answer<Row>> {
    const begun = asked.get(request);
    if (begun) return begun;
    const answer = ask();
    asked.set(request, answer);
    // After a discard, another answer may have its place.
    answer.catch(() => {
      if (asked.get(request) === answer) asked.delete(request);
    });
    return answer;
  }

  async function everything(until: number, notBefore = 0): Promise<Answer<Row>> {
    if (beganAt < notBefore) asked.delete("all");
    return once("all", async () => {
      beganAt = clock.now();
      const answer = await read(fetchPage, until);
      if (answer.shortfall) notice(incompleteNotice(of.words[1], answer.shortfall));
      return answer;
    });
  }

  return {
    once,
    everything,
    search: (key, until) => () => read(searchPages(textOf(key)), until),
    isOnlyRequest: (request) =>
      !of.isSmall && (asked.size === 0 || (asked.has(request) && !asked.has("all"))),
    async settled() {
      await Promise.allSettled(asked.values());
    },
    discard: () => asked.clear(),
  };
}
