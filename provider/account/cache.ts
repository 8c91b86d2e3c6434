import { setImmediate as nextTurn } from "node:timers/promises";
import { type Collection, createRows } from "../api/collection";
import { type FetchPage, readAll } from "../client/pages";
import type { Clock } from "../client/rate-limiter";
import { EmailMarketingError, unlessOwnError } from "../errors/error";
import { incompleteNotice, incompleteSearch, type Shortfall } from "../errors/request-error";

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
  readonly warnOnce: (sentence: string) => void;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Cache<Row> {
  /** All rows; where some may be missing, the user is told. */
  all(): Promise<readonly Row[]>;
  /** All rows; where some may be missing, it is an error. */
  complete(): Promise<readonly Row[]>;
  /** The first of all rows that fits; its key is searched for where a complete reading is not to be had. */
  find(fits: (row: Row) => boolean, key?: string): Promise<Row | undefined>;
  /** The row with this key, in whatever spelling, that fits, if any. */
  byKey(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this key; where some may be missing, it is an error. */
  withKey(key: string): Promise<readonly Row[]>;
  /** The rows with this key that others have read, once what they ask for has come: it costs no request, and some may be missing. */
  knownWithKey(key: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone. Where the service reads one by its id, that decides. Elsewhere
   * a complete reading lacks it, and a search for its key 5 seconds later; without its key, the reading alone decides.
   */
  byId(id: string, key?: string): Promise<Row | undefined>;
  /** Asks the service anew for one key, whatever is known. */
  ask(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  put(row: Row): void;
  drop(id: string): void;
  /** Forgets what was asked, after a write whose outcome is not known. */
  discard(): void;
}

interface Answer<Row> {
  /** As read, but for those that this process has written. */
  readonly rows: readonly Row[];
  /** Given where rows may be missing, so that what is not here may exist all the same. */
  readonly shortfall?: Shortfall;
  readonly endedAt: number;
}

type Ask<Row> = () => Promise<Answer<Row>>;

/** A search may be so far behind the writes of an earlier process. */
const longestLagMs = 5000;

/** Nothing is read before somebody asks. One request serves the first object that is looked up, one reading all others. */
export function createCache<Row extends { readonly id: string }>({
  of,
  fetchPage,
  searchPages,
  fetchById,
  deadline,
  clock,
  warnOnce,
}: CacheOptions<Row>): Cache<Row> {
  const { compared = (key: string) => key.toLowerCase(), textOf = (key: string) => key } = of;
  const what = of.words[1];
  const rows = createRows({ keyOf: of.keyOf, compared });
  const asked = new Map<string, Promise<Answer<Row>>>();
  let beganAt = 0;
  let isSearchRefused = false;
  let waiting: Promise<unknown> | undefined;

  async function read(pages: FetchPage<Row>, until: number): Promise<Answer<Row>> {
    const found = await readAll(pages, { until });
    return { ...found, rows: rows.take(found.rows), endedAt: clock.now() };
  }

  /** Each request is sent once for all who want the same; a failure is reported to those who wait, and the next one asks anew. */
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

  /** A reading that did not begin before a moment: one that did may lack what was made meanwhile. */
  async function everything(until: number, notBefore = 0): Promise<Answer<Row>> {
    if (beganAt < notBefore) asked.delete("all");
    return once("all", async () => {
      beganAt = clock.now();
      const answer = await read(fetchPage, until);
      if (answer.shortfall) warnOnce(incompleteNotice(what, answer.shortfall));
      return answer;
    });
  }

  function search(key: string, until: number): Ask<Row> {
    return () => read(searchPages(textOf(key)), until);
  }

  /** With a second request, reading everything is cheaper. */
  function isOnlyRequest(request: string): boolean {
    return !of.isSmall && (asked.size === 0 || (asked.has(request) && !asked.has("all")));
  }

  /** The ways to learn of one object by its key, the better one first. */
  function ways(key: string, until: number): readonly Ask<Row>[] {
    const request = `key ${compared(key)}`;
    const all = () => everything(until);
    return isOnlyRequest(request)
      ? [() => once(request, search(key, until)), all]
      : [all, search(key, until)];
  }

  /** Asks one after the other until something is found; what an incomplete answer lacks, the next one decides. */
  async function lookUp<Found>(
    asks: readonly Ask<Row>[],
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
    if (clock.now() + waitMs > until) {
      throw new EmailMarketingError(
        "timeout",
        `the search for ${what} did not end within the deadline, so it is not known whether the object exists. Try again ` +
          "later, or raise emailmarketing:deadlineSeconds.",
      );
    }
    await clock.sleep(waitMs);
  }

  /** By the service's own operation, which lags behind nothing: what it doesn't have is gone. */
  async function byOperation(id: string, fetch: NonNullable<typeof fetchById>) {
    const request = `id ${id}`;
    if (!isSearchRefused && !isOnlyRequest(request)) {
      await everything(deadline()).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        isSearchRefused = true;
      });
    }
    if (rows.byId(id) === undefined) {
      await once(request, async () => {
        const row = await fetch(id);
        return { rows: rows.take(row ? [row] : []), endedAt: clock.now() };
      });
    }
    return rows.byId(id);
  }

  async function bySearch(id: string, key: string): Promise<Row | undefined> {
    const until = deadline();
    const look = () => rows.byId(id);
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

  /** One wait for all resources that look for duplicates at the same time. */
  function othersHaveAsked(): Promise<unknown> {
    // Whoever waits for the same moment as this asks first.
    waiting ??= nextTurn()
      .then(() => Promise.allSettled(asked.values()))
      .finally(() => {
        waiting = undefined;
      });
    return waiting;
  }

  return {
    async all() {
      await everything(deadline());
      return rows.all();
    },
    async complete() {
      const { shortfall } = await everything(deadline());
      if (shortfall) throw incompleteSearch(what, shortfall);
      return rows.all();
    },
    find(fits, key) {
      const until = deadline();
      const searches = key === undefined ? [] : [search(key, until)];
      return lookUp([() => everything(until), ...searches], () => rows.all().find(fits));
    },
    byKey: (key, fits = () => true) =>
      lookUp(ways(key, deadline()), () => rows.withKey(key).find(fits)),
    async withKey(key) {
      // Those of an incomplete answer may not be all.
      const found = await lookUp(ways(key, deadline()), ({ shortfall }) => {
        const known = rows.withKey(key);
        return known.length > 0 && !shortfall ? known : undefined;
      });
      return found ?? [];
    },
    async knownWithKey(key) {
      await othersHaveAsked();
      return rows.withKey(key);
    },
    async byId(id, key) {
      const row = rows.byId(id);
      if (row !== undefined || rows.isOwn(id)) return row;
      if (fetchById) return byOperation(id, fetchById);
      if (key !== undefined) return bySearch(id, key);
      return lookUp([() => everything(deadline())], () => rows.byId(id));
    },
    ask(key, fits = () => true) {
      const isIt = (row: Row) => compared(of.keyOf(row)) === compared(key) && fits(row);
      const own = () => rows.withKey(key).filter(({ id }) => rows.isOwn(id));
      const [until, askedAt] = [deadline(), clock.now()];
      return lookUp([search(key, until), () => everything(until, askedAt)], (answer) =>
        [...answer.rows, ...own()].find(isIt),
      );
    },
    put: rows.put,
    drop: rows.drop,
    discard: () => asked.clear(),
  };
}

/** All rows, for a sentence that is better with them: none where they can't be read. */
export async function rowsForAdvice<Row>(
  cache: Pick<Cache<Row>, "complete">,
): Promise<readonly Row[]> {
  return (await cache.complete().catch(unlessOwnError)) ?? [];
}

/** Whether to go on without the search: after anything but a fault that every other request would meet, too. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof EmailMarketingError)) return false;
  return !["auth", "rate-limit", "network", "config"].includes(error.code);
}
