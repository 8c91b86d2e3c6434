import type { Collection } from "../api/collection";
import type { Clock } from "../client/clock";
import { type FetchPage, readAll, type Shortfall } from "../client/pages";
import { EmailMarketingError } from "../errors/error";
import { incompleteNotice, incompleteSearch, lateLook } from "../errors/request-error";

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

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Cache<Row> {
  /** All rows; where some may be missing, the user is told. */
  all(): Promise<readonly Row[]>;
  /** All rows; where some may be missing, it is an error. */
  whole(): Promise<readonly Row[]>;
  /** The first of all rows that fits; its key is searched for where a complete reading is not to be had. */
  find(fits: (row: Row) => boolean, key?: string): Promise<Row | undefined>;
  /** The row with this key, in whatever spelling, that fits, if any. */
  byKey(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this key; where some may be missing, it is an error. */
  withKey(key: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone: a complete reading lacks it, and a search for its key 5
   * seconds later. Without its key, the reading alone decides, or a read by its id.
   */
  byId(id: string, key?: string): Promise<Row | undefined>;
  /** Asks the service anew for one key, whatever is known. */
  ask(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** What `look` finds; looks once more where it misses, unless that is late enough for a search that lags behind. */
  lookTwice(look: () => Promise<Row | undefined>): Promise<Row | undefined>;
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
  /** Forgets what was asked, after a write whose outcome is not known. */
  discard(): void;
}

/** What a request, or the pages of a reading, have brought. */
interface Answer<Row> {
  /** As read, but for those that this process has written. */
  readonly rows: readonly Row[];
  /** Given where rows may be missing, so that what is not here may exist all the same. */
  readonly shortfall?: Shortfall;
  readonly endedAt: number;
}

/** A search may be so far behind the writes of an earlier process. */
const longestLagMs = 5000;

/** Nothing is read before somebody asks. One request serves the first object that is looked up, one reading all others. */
export function createCache<Row extends { readonly id: string }>(
  options: CacheOptions<Row>,
): Cache<Row> {
  const { of, fetchPage, searchPages, fetchById, deadline, clock, notice } = options;
  const what = of.words[1];
  const { compared = (key: string) => key.toLowerCase(), textOf = (key: string) => key } = of;
  const known = createRowIndex(of.keyOf, compared);
  const written = new Set<string>();
  const asked = new Map<string, Promise<Answer<Row>>>();
  let isRefused = false;
  let firstMissAt: number | undefined;

  async function read(pages: FetchPage<Row>, until: number): Promise<Answer<Row>> {
    return taken(await readAll(pages, { until }));
  }

  function taken(found: Pick<Answer<Row>, "rows" | "shortfall">): Answer<Row> {
    // A search may lag behind a write of ours, whose result is known.
    const rows = found.rows.filter(({ id }) => !written.has(id));
    for (const row of rows) known.put(row);
    return { ...found, rows, endedAt: clock.now() };
  }

  /** One request for all who want the same. A failure is reported to those who wait, and the next one asks anew. */
  function once(request: string, ask: () => Promise<Answer<Row>>): Promise<Answer<Row>> {
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

  /** A reading of everything that has not ended before a moment. */
  async function everything(until: number, since = 0): Promise<Answer<Row>> {
    const begun = asked.get("all");
    const isEarly = begun !== undefined && (await begun).endedAt < since;
    if (isEarly && asked.get("all") === begun) asked.delete("all");
    return once("all", async () => {
      const answer = await read(fetchPage, until);
      if (answer.shortfall) notice(incompleteNotice(what, answer.shortfall));
      return answer;
    });
  }

  const search = (key: string, until: number) => () => read(searchPages(textOf(key)), until);

  /** Whether this cache has made no other request: with a second one, reading everything is cheaper. */
  function isOnlyRequest(request: string): boolean {
    return !of.isSmall && (asked.size === 0 || (asked.has(request) && !asked.has("all")));
  }

  /** The ways to learn of one object by its key, the better one first. */
  function ways(key: string, until: number): readonly (() => Promise<Answer<Row>>)[] {
    const request = `key ${compared(key)}`;
    const all = () => everything(until);
    return isOnlyRequest(request)
      ? [() => once(request, search(key, until)), all]
      : [all, search(key, until)];
  }

  /** Asks one after the other until something is found; what an incomplete answer lacks, the next one decides. */
  async function lookUp<Found>(
    asks: readonly (() => Promise<Answer<Row>>)[],
    look: (answer: Answer<Row>) => Found | undefined,
  ): Promise<Found | undefined> {
    let shortfall: Shortfall | undefined;
    for (const ask of asks) {
      const answer = await ask();
      const found = look(answer);
      ({ shortfall } = answer);
      if (found !== undefined || !shortfall) return found;
    }
    if (shortfall) throw incompleteSearch(what, shortfall);
    return undefined;
  }

  /** Waits until a search shows what it may have lagged behind at a moment. */
  async function lag(missedAt: number, until: number): Promise<void> {
    const waitMs = missedAt + longestLagMs - clock.now();
    if (waitMs <= 0) return;
    if (clock.now() + waitMs > until) throw lateLook(what);
    await clock.sleep(waitMs);
  }

  /** By the service's own operation, which lags behind nothing: what it doesn't have is gone. */
  async function byOperation(id: string, fetch: NonNullable<typeof fetchById>) {
    const request = `id ${id}`;
    if (!isRefused && !isOnlyRequest(request)) {
      await everything(deadline()).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        isRefused = true;
      });
    }
    if (known.byId(id) === undefined) {
      await once(request, async () => {
        const row = await fetch(id);
        return taken({ rows: row ? [row] : [] });
      });
    }
    return known.byId(id);
  }

  async function bySearch(id: string, key: string): Promise<Row | undefined> {
    const until = deadline();
    const look = () => known.byId(id);
    const [first] = ways(key, until);
    await first?.();
    if (look() !== undefined) return look();
    const { endedAt, shortfall } = await everything(until);
    if (look() !== undefined) return look();
    // An object that an incomplete reading lacks may be found by a search of its own, which can't say that it is gone.
    if (shortfall) {
      await search(key, until)();
      if (look() === undefined) throw incompleteSearch(what, shortfall);
      return look();
    }
    await lag(endedAt, until);
    return lookUp([search(key, until), () => everything(until, endedAt + longestLagMs)], look);
  }

  return {
    async all() {
      await everything(deadline());
      return known.all();
    },
    async whole() {
      const { shortfall } = await everything(deadline());
      if (shortfall) throw incompleteSearch(what, shortfall);
      return known.all();
    },
    find(fits, key) {
      const until = deadline();
      const searches = key === undefined ? [] : [search(key, until)];
      return lookUp([() => everything(until), ...searches], () => known.all().find(fits));
    },
    byKey: (key, fits = () => true) =>
      lookUp(ways(key, deadline()), () => known.withKey(key).find(fits)),
    async withKey(key) {
      // Those of an incomplete answer may not be all.
      const found = await lookUp(ways(key, deadline()), ({ shortfall }) => {
        const rows = known.withKey(key);
        return rows.length > 0 && !shortfall ? rows : undefined;
      });
      return found ?? [];
    },
    async byId(id, key) {
      const row = known.byId(id);
      if (row !== undefined || written.has(id)) return row;
      if (fetchById) return byOperation(id, fetchById);
      if (key !== undefined) return bySearch(id, key);
      return lookUp([() => everything(deadline())], () => known.byId(id));
    },
    ask(key, fits = () => true) {
      const isIt = (row: Row) => compared(of.keyOf(row)) === compared(key) && fits(row);
      const own = () => known.withKey(key).filter(({ id }) => written.has(id));
      const until = deadline();
      return lookUp([search(key, until), () => everything(until, clock.now())], ({ rows }) =>
        [...rows, ...own()].find(isIt),
      );
    },
    async lookTwice(look) {
      const until = deadline();
      const askedAt = clock.now();
      const found = await look();
      if (found !== undefined) return found;
      firstMissAt ??= clock.now();
      if (askedAt >= firstMissAt + longestLagMs) return undefined;
      await lag(firstMissAt, until);
      return look();
    },
    put(row) {
      written.add(row.id);
      known.put(row);
    },
    drop(id) {
      written.add(id);
      known.remove(id);
    },
    discard: () => asked.clear(),
  };
}

/** Whether to go on without the search: after anything but a fault that every other request would meet, too. */
function isRefusal(error: unknown): error is EmailMarketingError {
  if (!(error instanceof EmailMarketingError)) return false;
  return !["auth", "rate-limit", "network", "config"].includes(error.code);
}

/** Rows by their ids and keys. */
interface RowIndex<Row> {
  all(): readonly Row[];
  byId(id: string): Row | undefined;
  /** The rows with this key (an address or a name), in whatever spelling. */
  withKey(key: string): readonly Row[];
  /** Adds a row, in place of the one with the same id. */
  put(row: Row): void;
  remove(id: string): void;
}

/** An index without a row; `keyOf` gives equal keys in one spelling. */
function createRowIndex<Row extends { readonly id: string }>(
  keyOf: (row: Row) => string,
  compared: (key: string) => string,
): RowIndex<Row> {
  const ids = new Map<string, Row>();
  const keys = new Map<string, readonly Row[]>();
  const withKey = (key: string) => keys.get(compared(key)) ?? [];

  function remove(id: string): void {
    const row = ids.get(id);
    if (row === undefined) return;
    ids.delete(id);
    const key = compared(keyOf(row));
    keys.set(
      key,
      withKey(key).filter((other) => other !== row),
    );
  }

  return {
    all: () => [...ids.values()],
    byId: (id) => ids.get(id),
    withKey,
    remove,
    put(row) {
      remove(row.id);
      ids.set(row.id, row);
      const key = compared(keyOf(row));
      keys.set(key, [...withKey(key), row]);
    },
  };
}
