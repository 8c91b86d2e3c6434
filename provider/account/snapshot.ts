import type { FetchPage } from "../client/pages";
import { createReader } from "../client/reader";
import { lateLook } from "../errors/request-error";
import { createLookUps, longestLagMs, type SingleRequest } from "./look-up";
import { createOwnWrites } from "./own-writes";
import { createRowIndex } from "./row-index";
import type { Look, ReadingOptions } from "./whole-reading";

/** What a snapshot needs to know of its kind. */
export interface SnapshotOptions<Row> extends Omit<ReadingOptions<Row>, "ownIds"> {
  /** A page of the rows that match a partial text. */
  readonly searchPages: (text: string) => FetchPage<Row>;
  /** Reads one by its id, where the service has an operation for it; it does without a search that is refused. */
  readonly fetchById?: (id: string) => Promise<Row | undefined>;
  /** When everything that begins now for one object must have ended, by the clock. */
  readonly deadline: () => number;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Snapshot<Row> {
  /** All rows. */
  all(): Promise<readonly Row[]>;
  /** The first of all rows that fits; its key is searched for where a complete reading is not to be had. */
  find(fits: (row: Row) => boolean, key?: string): Promise<Row | undefined>;
  /** The row with this key (without case) that fits, if any. */
  byKey(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this key (without case). */
  withKey(key: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone, for which a search that lags behind is given 5 seconds.
   * Without its key, everything is read to find it, once, unless the service reads one by its id.
   */
  byId(id: string, key?: string): Promise<Row | undefined>;
  /** Asks the service anew for one key (without case), whatever is known. */
  ask(key: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** What `look` finds; looks once more where it misses, unless that is late enough for a search that lags behind. */
  lookTwice(look: () => Promise<Row | undefined>): Promise<Row | undefined>;
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
  /** Forgets everything that was read, after a write whose outcome is not known. */
  discard(): void;
}

/** What is known of one kind: what was read, what this process wrote, and how one is looked up. */
export function createSnapshot<Row extends { readonly id: string }>(
  options: SnapshotOptions<Row>,
): Snapshot<Row> {
  const { of, searchPages, fetchById, deadline, clock } = options;
  const own = createOwnWrites(of.keyOf);
  const { lookUp, lookUpAnew, seek, forget } = createLookUps<Row>({
    ...options,
    ownIds: own.ids,
    readsById: fetchById !== undefined,
  });
  let firstMissAt: number | undefined;

  /** A look at the rows as our own writes have left them. */
  function over<Found>(look: Look<Row, Found>): Look<Row, Found> {
    return (rows, isEnd) => look(own.over(rows), isEnd);
  }

  function oneAt(key: string, fits: (row: Row) => boolean = () => true): Look<Row, Row> {
    return over((rows) => rows.withKey(key).find(fits));
  }

  function searchFor(key: string): SingleRequest<Row> {
    return {
      key: `key ${key.toLowerCase()}`,
      async ask(until, look = () => undefined) {
        const rows = createRowIndex(of.keyOf);
        const options = { until, endsShort: true, onRow: rows.put };
        const reader = createReader(searchPages(key), options);
        const end = await reader.read(() => look(rows, false) !== undefined);
        return { rows, shortfall: end?.shortfall };
      },
      isFinal: false,
    };
  }

  function requestById(id: string, key?: string): SingleRequest<Row> | undefined {
    if (!fetchById) return key === undefined ? undefined : searchFor(key);
    const ask = async () => {
      const row = await fetchById(id);
      return { rows: createRowIndex(of.keyOf, row ? [row] : []) };
    };
    return { key: `id ${id}`, ask, isFinal: true };
  }

  return {
    async all() {
      const look = over((rows, isEnd) => (isEnd ? rows.all() : undefined));
      return (await seek({ look, miss: "absent", until: deadline() })) ?? [];
    },
    find(fits, key) {
      const look = over((rows, isEnd) => (isEnd ? rows.all().find(fits) : undefined));
      const alone = key === undefined ? undefined : searchFor(key);
      return seek({ look, alone, miss: "absent", until: deadline() });
    },
    byKey(key, fits) {
      const look = oneAt(key, fits);
      return lookUp({ look, alone: searchFor(key), miss: "absent", until: deadline() });
    },
    async withKey(key) {
      const look = over((rows, isEnd) => {
        const found = rows.withKey(key);
        return isEnd && found.length > 0 ? found : undefined;
      });
      const alone = searchFor(key);
      const sought = { look, alone, miss: "absent", until: deadline() } as const;
      return (await lookUp(sought)) ?? [];
    },
    byId(id, key) {
      const look = over((rows) => rows.byId(id));
      const alone = requestById(id, key);
      return lookUp({ look, alone, miss: "gone", until: deadline() });
    },
    ask(key, fits) {
      const look = oneAt(key, fits);
      const alone = searchFor(key);
      return lookUpAnew({ look, alone, miss: "absent", until: deadline() });
    },
    async lookTwice(look) {
      const until = deadline();
      const askedAt = clock.now();
      const found = await look();
      if (found !== undefined) return found;
      firstMissAt ??= clock.now();
      const dueAt = firstMissAt + longestLagMs;
      if (askedAt >= dueAt) return undefined;
      if (dueAt > until) throw lateLook(of.words[1]);
      await clock.sleep(dueAt - clock.now());
      return look();
    },
    put: own.put,
    drop: own.drop,
    discard: forget,
  };
}
