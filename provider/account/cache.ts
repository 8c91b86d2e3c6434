import { setImmediate as nextTick } from "node:timers/promises";
import type { Collection } from "../api/call";
import { collections } from "../api/collections";
import { type Clock, monotonicClock } from "../client/api-state";
import type { HttpClient } from "../client/call";
import { type FoundRows, readAll } from "../client/pagination";
import {
  EmailMarketingError,
  ignoreOwnError,
  incompleteNotice,
  incompleteSearch,
  isIncompleteSearch,
  isUnconfirmedWrite,
  requireOwnError,
  type Shortfall,
} from "../errors/error";
import { memoize } from "../plain/async";
import { warnOnce } from "./step";

/** The objects of one kind in one account, as far as they were read or written through this cache. */
export type Cache<Row extends { readonly id: string }> = ReturnType<typeof createCache<Row>>;

/** Reads rows from the service. Leaves out rows that this process has written, because a search may show old values. */
type Ask<Row> = () => Promise<FoundRows<Row>>;

/** The assumed maximum lag of a search behind the writes of an earlier process. */
const maxLagMs = 5000;

/** Creates the cache of a collection. See `isOnlyRequest` for when a look-up by key first reads all rows. */
export function createCache<Row extends { readonly id: string }>(
  of: Collection<Row>,
  main: HttpClient,
  { clock, warnOnce }: Pick<CacheContext, "clock" | "warnOnce">,
) {
  const { compared = (key: string) => key.toLowerCase(), textOf = (key: string) => key } = of;
  const what = of.words[1];
  const known = new Map<string, Row>();
  /** For each key, the ids of the rows that have or had this key. A look-up by the key checks only these rows. */
  const ids = new Map<string, Set<string>>();
  /** The ids of objects that this process wrote or deleted. Later searches, which may lag, don't change their rows. */
  const written = new Set<string>();
  const asked = new Map<string, Promise<FoundRows<Row>>>();
  /** When the latest reading of all rows began, and when the latest successful one ended. */
  let beganAt = 0;
  let endedAt = 0;
  let isSearchRefused = false;
  let waiting: Promise<unknown> | undefined;

  function add(row: Row): void {
    known.set(row.id, row);
    const key = compared(of.keyOf(row));
    ids.set(key, (ids.get(key) ?? new Set()).add(row.id));
  }

  /** Adds rows of a response, except rows that this process has written. Returns the added rows. */
  function take(read: readonly Row[]): readonly Row[] {
    const taken: Row[] = [];
    for (const row of read) {
      if (written.has(row.id)) continue;
      add(row);
      taken.push(row);
    }
    return taken;
  }

  function knownWithKey(given: string): Row[] {
    const key = compared(given);
    const rows = [...(ids.get(key) ?? [])].flatMap((id) => known.get(id) ?? []);
    return rows.filter((row) => compared(of.keyOf(row)) === key);
  }

  /** Reads all rows or, with a key, the rows that a search for it finds. */
  async function read(until: number, key?: string): Promise<FoundRows<Row>> {
    const search = key === undefined ? undefined : { search: textOf(key) };
    const found = await readAll(of.pages(main, search), { until });
    return { ...found, rows: take(found.rows) };
  }

  /** Sends a request once for all callers, until `discard`. After a failure, the next caller sends it again. */
  function once(request: string, ask: Ask<Row>): Promise<FoundRows<Row>> {
    const begun = asked.get(request);
    if (begun) return begun;
    const answer = ask();
    asked.set(request, answer);
    // Deletes only this answer, because after `discard` the request may have another one.
    answer.catch(() => {
      if (asked.get(request) === answer) asked.delete(request);
    });
    return answer;
  }

  /** All rows, read at `notBefore` or later. Rows that were read earlier may lack objects that were created since. */
  async function readEverything(until: number, notBefore = 0): Promise<FoundRows<Row>> {
    if (beganAt < notBefore) asked.delete("all");
    return once("all", async () => {
      beganAt = clock.now();
      const answer = await read(until);
      endedAt = clock.now();
      if (answer.shortfall) warnOnce(incompleteNotice(what, answer.shortfall));
      return answer;
    });
  }

  /** True if a look-up first asks for one object. If false, it reads all rows first, as later look-ups use them. */
  function isOnlyRequest(request: string): boolean {
    return !of.isSmall && (asked.size === 0 || (asked.has(request) && !asked.has("all")));
  }

  /** The requests that may find one object by its key, in the order in which to send them. */
  function requestsByCost(key: string, until: number): readonly Ask<Row>[] {
    const request = `key ${compared(key)}`;
    const all = () => readEverything(until);
    const own = () => read(until, key);
    return isOnlyRequest(request) ? [() => once(request, own), all] : [all, own];
  }

  /** Sends the requests in turn until one finds the object or returns a complete answer. Fails if none does. */
  async function lookUp<Found>(
    asks: readonly Ask<Row>[],
    look: (answer: FoundRows<Row>) => Found | undefined,
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

  /** Waits until `time`, when a search shows earlier writes. Fails if `until` comes first. */
  async function waitUntil(time: number, until: number): Promise<void> {
    const waitMs = time - clock.now();
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

  /** Finds an object. Unlike a search, a read by id doesn't lag behind writes, so it shows if an object is gone. */
  async function findByOperation(id: string) {
    const request = `id ${id}`;
    if (!isSearchRefused && !isOnlyRequest(request)) {
      await readEverything(main.deadline()).catch((error: unknown) => {
        // With these errors, the request by id would probably fail, too, so it isn't sent.
        const others = ["auth", "rate-limit", "network", "config"];
        if (others.includes(requireOwnError(error).code)) throw error;
        isSearchRefused = true;
      });
    }
    if (known.get(id) === undefined) {
      await once(request, async () => {
        const row = await of.byId?.(main, id);
        return { rows: take(row ? [row] : []) };
      });
    }
    return known.get(id);
  }

  async function findBySearch(id: string, key: string): Promise<Row | undefined> {
    const until = main.deadline();
    const look = () => known.get(id);
    const [first] = requestsByCost(key, until);
    await first?.();
    if (look() !== undefined) return look();
    const { shortfall } = await readEverything(until);
    if (look() !== undefined) return look();
    // A search for the key may find an object that an incomplete list lacks, but can't prove that the object is gone.
    if (shortfall) {
      await read(until, key);
      if (look() === undefined) throw incompleteSearch(what, shortfall);
      return look();
    }
    const notBefore = endedAt + maxLagMs;
    await waitUntil(notBefore, until);
    return lookUp([() => read(until, key), () => readEverything(until, notBefore)], look);
  }

  return {
    /** All rows. Warns if rows may be missing. */
    async all(): Promise<readonly Row[]> {
      await readEverything(main.deadline());
      return [...known.values()];
    },
    /** All rows. Fails if rows may be missing. */
    async complete(): Promise<readonly Row[]> {
      const { shortfall } = await readEverything(main.deadline());
      if (shortfall) throw incompleteSearch(what, shortfall);
      return [...known.values()];
    },
    /** The first row with this key (see `compared`) that fits. Fails if none is found and rows may be missing. */
    byKey: (key: string, fits: (row: Row) => boolean = () => true): Promise<Row | undefined> =>
      lookUp(requestsByCost(key, main.deadline()), () => knownWithKey(key).find(fits)),
    /** All rows with this key. Fails if rows may be missing. */
    async withKey(key: string): Promise<readonly Row[]> {
      // Goes on after an incomplete answer, because it may lack some of the rows with this key.
      const found = await lookUp(requestsByCost(key, main.deadline()), ({ shortfall }) => {
        const rows = knownWithKey(key);
        return rows.length > 0 && !shortfall ? rows : undefined;
      });
      return found ?? [];
    },
    /** The known rows with this key, after all requests in flight have ended. Sends no request. */
    async knownWithKey(key: string): Promise<readonly Row[]> {
      // All callers share one wait, because each wait goes over all requests in flight. It begins at the next tick, so
      // that other callers that are ready now send their requests first.
      waiting ??= nextTick().then(() => {
        waiting = undefined;
        return Promise.allSettled(asked.values());
      });
      await waiting;
      return knownWithKey(key);
    },
    /** The row with this id; undefined if the object is gone. Pass `key` if the service can't read objects by id. */
    async byId(id: string, key?: string): Promise<Row | undefined> {
      const row = known.get(id);
      if (row !== undefined || written.has(id)) return row;
      if (of.byId) return findByOperation(id);
      if (key !== undefined) return findBySearch(id, key);
      return lookUp([() => readEverything(main.deadline())], () => known.get(id));
    },
    /** Sends a new search for one key, even if the row is known. */
    ask(key: string, fits: (row: Row) => boolean = () => true): Promise<Row | undefined> {
      const isIt = (row: Row) => compared(of.keyOf(row)) === compared(key) && fits(row);
      const own = () => knownWithKey(key).filter(({ id }) => written.has(id));
      const [until, askedAt] = [main.deadline(), clock.now()];
      const asks = [() => read(until, key), () => readEverything(until, askedAt)];
      return lookUp(asks, ({ rows }) => [...rows, ...own()].find(isIt));
    },
    put(row: Row): void {
      written.add(row.id);
      add(row);
    },
    drop(id: string): void {
      written.add(id);
      known.delete(id);
    },
    /** Makes look-ups send their requests again. Called after a write whose outcome is unknown. */
    discard: () => asked.clear(),
  };
}

export type Caches = ReturnType<typeof createCaches>;

export interface CacheContext {
  readonly clock: Clock;
  readonly warnOnce: (sentence: string) => void;
  /** The campaign's name in the state, if known. */
  readonly nameOf: (id: string) => string | undefined;
}

type CacheFactory<Value> = (main: HttpClient, reading: CacheContext) => Value;

/** Creates the caches, which read nothing before their first use. */
export function createCaches(main: HttpClient, given: Partial<CacheContext> = {}) {
  const context = { clock: monotonicClock, warnOnce, nameOf: () => undefined, ...given };
  // Without campaigns, whose cache is created by `perAccount`.
  const each = {
    properties: createCache(collections.properties, main, context),
    domains: createCache(collections.domains, main, context),
    lists: createCache(collections.lists, main, context),
    replyTos: createCache(collections.replyTos, main, context),
    senders: createCache(collections.senders, main, context),
    webhooks: createCache(collections.webhooks, main, context),
  };
  const made = memoize((make: CacheFactory<unknown>) => make(main, context));
  return {
    ...each,
    /** The value that `make` creates, such as a cache. Another call with the same `make` returns the same value. */
    perAccount: <Value>(make: CacheFactory<Value>) => made(make) as Value,
    /** All domains, read once, because no step changes them; undefined after a failed read, which is not repeated. */
    readDomains: memoize(() =>
      each.domains.complete().catch((error: unknown) => {
        const { message } = requireOwnError(error);
        context.warnOnce(`the domains of the account can't be read: ${message}`);
        return undefined;
      }),
    ),
  };
}

/** All rows, for optional advice in an error message; empty if the rows can't be read. */
export async function rowsForAdvice<Row extends { readonly id: string }>(
  cache: Pick<Cache<Row>, "complete">,
) {
  return (await cache.complete().catch(ignoreOwnError)) ?? [];
}

/** A write that must not be repeated blindly, with a look-up that shows whether the write was carried out. */
export interface UnconfirmedWrite<Value> {
  readonly write: () => Promise<Value>;
  readonly lookUp: () => Promise<Value | undefined>;
  /** If true, any failed look-up is inconclusive. By default, only an incomplete search is; other errors are thrown. */
  readonly ignoresFailedLookUps?: boolean;
  /** Makes look-ups read rows again. Called if the outcome of the write is unknown. */
  readonly forget?: () => void;
  /** Whether to repeat the write if no look-up finds the object; true by default. If not, throws the write's error. */
  readonly repeats?: false | (() => Promise<boolean>);
  /** The deadline by the client's clock. Only the first look-up may begin later, so that there is always one. */
  readonly until: number;
  readonly clock?: Clock;
}

/** The times of the look-ups after the failure. There are several, because a search may lag behind a write. */
const lookUpAtMs = [0, 1000, 3000, 7000, 15_000];

/** Sends a write. After a lost response, looks up the object and, if there is none, repeats the write at most once. */
export async function writeIdempotently<Value>(given: UnconfirmedWrite<Value>): Promise<Value> {
  try {
    return await given.write();
  } catch (error) {
    if (!isUnconfirmedWrite(error)) throw error;
    // Rows that were read earlier may lack the written object.
    given.forget?.();
    const found = await findWritten(given, error);
    if (found !== undefined) return found;
    const { repeats = async () => true } = given;
    if (repeats === false || !(await repeats())) throw error;
    return writeIdempotently({ ...given, repeats: false });
  }
}

/** The object of an unconfirmed write; undefined if it surely doesn't exist. If unsure, throws the write's error. */
async function findWritten<Value>(given: UnconfirmedWrite<Value>, error: unknown) {
  const { lookUp, ignoresFailedLookUps = false, until, clock = monotonicClock } = given;
  const failedAt = clock.now();
  let isInconclusive = false;
  for (const at of lookUpAtMs) {
    const due = Math.max(failedAt + at, clock.now());
    // After the deadline, an error about an unconfirmed write is more useful than a late answer.
    if (at > 0 && due > until) throw error;
    if (due > clock.now()) await clock.sleep(due - clock.now());
    try {
      const found = await lookUp();
      if (found !== undefined) return found;
      isInconclusive = false;
    } catch (problem) {
      const isFailure = problem instanceof EmailMarketingError && !isUnconfirmedWrite(problem);
      isInconclusive = isIncompleteSearch(problem) || (ignoresFailedLookUps && isFailure);
      if (!isInconclusive) throw problem;
    }
  }
  // Only a conclusive look-up before the deadline allows a repeat of the write.
  if (isInconclusive || clock.now() > until) throw error;
  return undefined;
}
