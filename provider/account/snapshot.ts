import type { Collection } from "../api/collection";
import { type Clock, monotonicClock } from "../client/clock";
import type { FetchPage } from "../client/pages";
import { allRows, type Shortfall } from "../client/search";
import { EmailMarketingError } from "../errors/error";
import { incompleteNotice, incompleteSearch, lateLook } from "../errors/request-error";
import { createAnswers } from "./answers";
import { createOwnWrites } from "./own-writes";
import { createRowIndex, type Rows } from "./row-index";
import { createReading, type Look, type Reading } from "./snapshot-reading";

/** What a snapshot needs to know of its kind. */
export interface SnapshotOptions<Row> {
  readonly of: Pick<Collection<Row>, "words" | "keyOf" | "holdsFew" | "mayStateNoTotal">;
  /** A page of the rows that match a partial text. */
  readonly searchPages: (text: string) => FetchPage<Row>;
  /** A page of all rows, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly fetchPage: FetchPage<Row>;
  /** Reads one by its id, where the service has an operation for it; it does without a search that is refused. */
  readonly fetchById?: (id: string) => Promise<Row | undefined>;
  /** When everything that begins now for one object must have ended, by the clock. */
  readonly deadline: () => number;
  readonly clock?: Clock;
  /** Tells the user something, once in this process. */
  readonly notice: (sentence: string) => void;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Snapshot<Row> {
  /** All rows. */
  all(): Promise<readonly Row[]>;
  /** The first of all rows that fits; its address is searched for where a complete reading is not to be had. */
  find(fits: (row: Row) => boolean, address?: string): Promise<Row | undefined>;
  /** The row with this address (without case) that fits, if any. */
  byAddress(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this address (without case). */
  withAddress(address: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone, for which a search that lags behind is given 5 seconds.
   * Without its address, everything is read to find it, once, unless the service reads one by its id.
   */
  byId(id: string, address?: string): Promise<Row | undefined>;
  /** Asks the service anew for one address (without case), whatever is known. */
  ask(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** What `look` finds; looks once more where it misses, unless that is late enough for a search that lags behind. */
  lookTwice(look: () => Promise<Row | undefined>): Promise<Row | undefined>;
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
  /** Forgets everything that was read, after a write whose outcome is not known. */
  discard(): void;
}

/** What is asked, and by when it must be answered. */
interface Asking<Row> {
  readonly until: number;
  /** Whether these rows show what is wanted, so that no more are; by default, whether one has the address. */
  readonly isFound?: (rows: Rows<Row>) => boolean;
  /** What the service states for all objects, where a complete reading has shown it. */
  readonly totalOfAll?: number | undefined;
  /** True where a reading of everything clears up whatever the answer leaves open. */
  readonly isFirst?: boolean;
}

/** What a request for one object alone has brought. */
interface Answer<Row> {
  readonly rows: Rows<Row>;
  /** Given where the answer may lack the object although it exists. */
  readonly shortfall?: Shortfall | undefined;
}

/** A request for one object alone. */
interface Question<Row> {
  readonly key: string;
  readonly ask: (asking: Asking<Row>) => Promise<Answer<Row>>;
  /** True where the answer alone says that the object is gone: a search may lag behind, a read by id does not. */
  readonly isFinal: boolean;
}

interface Sought<Row, Found> {
  readonly look: Look<Row, Found>;
  readonly alone?: Question<Row> | undefined;
  /** What undefined will be taken for. */
  readonly miss: "absent" | "gone";
  /** True where a row of any page may belong to it. */
  readonly isInAll?: boolean;
  readonly until: number;
}

/** A reading, and those who wait for a second look at what it lacks. */
interface Begun<Row> {
  readonly reading: Reading<Row>;
  /** From when on a look is late enough to show what the first one came too early for. */
  readonly lateAt: () => number;
  second: SecondLook<Row> | undefined;
}

interface SecondLook<Row> {
  waiting: number;
  readonly isDue: Promise<unknown>;
  begun: Begun<Row> | undefined;
}

/** So many pages are always worth reading; of more, a tenth as many rows must be wanted. */
const fewPages = 20;

/** A search may be so far behind the writes of an earlier process. */
const longestLagMs = 5000;

/** Most objects that a search for one of them matches: those whose address contains the other's. */
const mostMatches = 10;

/** How long after a deadline the call that meets it may take to say why. */
const lastWordMs = 250;

/**
 * One request for the object alone serves the first who asks; whoever comes next makes it worth reading everything,
 * once, for all, unless only a few are wanted of very many.
 */
export function createSnapshot<Row extends { readonly id: string }>({
  of,
  searchPages,
  fetchPage,
  fetchById,
  deadline,
  clock = monotonicClock,
  notice,
}: SnapshotOptions<Row>): Snapshot<Row> {
  const { keyOf: addressOf, holdsFew = false } = of;
  const what = of.words[1];
  const own = createOwnWrites(addressOf);
  const answers = createAnswers<Answer<Row>>();
  let wanted = 0;
  let current: Begun<Row> | undefined;
  let refusal: EmailMarketingError | undefined;
  let firstMissAt: number | undefined;

  const searchFor = (address: string): Question<Row> => ({
    key: `address ${address.toLowerCase()}`,
    async ask({ until, totalOfAll, isFirst, isFound = hasAddress(address) }) {
      const found = await allRows(searchPages(address), {
        until,
        totalOfAll,
        searching: (text) => (text === undefined ? fetchPage : searchPages(text)),
        endsInDoubt: isFirst,
        isEnough: (rows) => isFound(createRowIndex(addressOf, rows)),
      });
      const shown = { rows: found.rows.length, total: found.total ?? 0 };
      const shortfall = found.shortfall ?? (found.isWhole ? undefined : shown);
      return { rows: createRowIndex(addressOf, found.rows), shortfall };
    },
    isFinal: false,
  });
  const hasAddress = (address: string) => (rows: Rows<Row>) => rows.withAddress(address).length > 0;
  const questionById = (id: string, address?: string): Question<Row> | undefined => {
    if (!fetchById) return address === undefined ? undefined : searchFor(address);
    const ask = async () => {
      const row = await fetchById(id);
      return { rows: createRowIndex(addressOf, row ? [row] : []) };
    };
    return { key: `id ${id}`, ask, isFinal: true };
  };

  function begin(until: number, isLate = false): Begun<Row> {
    const onShortfall = (shortfall: Shortfall) => notice(incompleteNotice(what, shortfall));
    const options = { fetchPage, addressOf, ownIds: own.ids, until, clock, onShortfall };
    const reading = createReading({ ...options, mayStateNoTotal: of.mayStateNoTotal });
    const lateAt = () => (isLate ? 0 : (reading.endedAt() ?? clock.now()) + longestLagMs);
    return { reading, lateAt, second: undefined };
  }

  /** A reading that failed is reported to those who waited for it, and begun anew by the next. */
  async function inReading<Value>(
    until: number,
    step: (begun: Begun<Row>) => Promise<Value>,
  ): Promise<Value | undefined> {
    if (refusal) return undefined;
    current ??= begin(until);
    const begun = current;
    try {
      return await by(until, step(begun));
    } catch (error) {
      if (current === begun) current = undefined;
      if (!fetchById || !isRefusal(error)) throw error;
      refusal = error;
      return undefined;
    }
  }

  /**
   * What others wait for, too, and may have begun later: each waits no longer than its own deadline. A call that meets it
   * ends by itself and knows why, so it gets a moment to say so.
   */
  function by<Value>(until: number, awaited: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stop = clock.after(Math.max(0, until - clock.now()) + lastWordMs, () =>
        reject(lateLook(what)),
      );
      awaited.then(resolve, reject).finally(stop);
    });
  }

  async function isWorthReadingAll(until: number): Promise<boolean> {
    if (holdsFew) return true;
    if (wanted === 1 && current === undefined) return false;
    const count = await inReading(until, ({ reading }) => reading.pageCount());
    return count !== undefined && (count <= fewPages || wanted * 10 >= count);
  }

  /** Asks once for all who want the same; undefined, and nothing asked, where reading everything serves better. */
  async function askAlone(
    { key, ask }: Question<Row>,
    until: number,
  ): Promise<Answer<Row> | undefined> {
    const answer = await answers.once(key, async () => {
      wanted += 1;
      return (await isWorthReadingAll(until)) ? undefined : ask({ until, isFirst: true });
    });
    return answer && { ...answer, rows: own.over(answer.rows) };
  }

  /**
   * Looks into the reading. The rule for what it lacks: a complete reading, or a later request for the object alone, says
   * that it is absent; that it is gone takes both, and a second look. What is incomplete decides neither.
   */
  async function seek<Found>(sought: Sought<Row, Found>): Promise<Found | undefined> {
    const { look, alone, miss, isInAll, until } = sought;
    const lookOver = (rows: Rows<Row>) => look(own.over(rows));
    const seen = await inReading(until, async (begun) => {
      const { reading } = begun;
      const isRead = isInAll || holdsFew;
      return { begun, ...(await (isRead ? reading.toEnd(lookOver) : reading.until(lookOver))) };
    });
    if (seen?.found !== undefined) return seen.found;
    if (!alone) {
      if (refusal) throw refusal;
      return requireWhole(seen?.shortfall);
    }
    if (alone.isFinal) {
      const answer = await answers.once(alone.key, () => alone.ask({ until }));
      return answer && lookOver(answer.rows);
    }
    if (miss === "absent" && seen && !seen.shortfall) return undefined;
    const askedAt = clock.now();
    const totalOfAll = seen?.shortfall ? undefined : totalBeyondMatches(seen?.total);
    const isFound = (rows: Rows<Row>) => lookOver(rows) !== undefined;
    const answer = await alone.ask({ until, totalOfAll, isFound });
    const found = lookOver(answer.rows);
    if (found !== undefined) return found;
    requireWhole(answer.shortfall);
    if (miss === "absent" || !seen) return undefined;
    requireWhole(seen.shortfall);
    if (askedAt >= seen.begun.lateAt()) return undefined;
    return lookAgain({ ...sought, alone, totalOfAll }, seen.begun);
  }

  /** Says that a miss stands for the object's absence; an error where rows are missing. */
  function requireWhole(shortfall: Shortfall | undefined): undefined {
    if (shortfall) throw incompleteSearch(what, shortfall);
    return undefined;
  }

  /** Looks a second time, late enough: at the one that is missing by itself, or, where several are, at everything once. */
  async function lookAgain<Found>(
    {
      look,
      alone,
      until,
      totalOfAll,
    }: Sought<Row, Found> & {
      readonly alone: Question<Row>;
      readonly totalOfAll: number | undefined;
    },
    begun: Begun<Row>,
  ): Promise<Found | undefined> {
    const waitMs = begun.lateAt() - clock.now();
    if (clock.now() + waitMs > until) throw lateLook(what);
    begun.second ??= { waiting: 0, isDue: clock.sleep(waitMs), begun: undefined };
    const { second } = begun;
    second.waiting += 1;
    await second.isDue;
    const lookOver = (rows: Rows<Row>) => look(own.over(rows));
    if (second.waiting === 1) {
      const isFound = (rows: Rows<Row>) => lookOver(rows) !== undefined;
      const answer = await alone.ask({ until, totalOfAll, isFound });
      return lookOver(answer.rows) ?? requireWhole(answer.shortfall);
    }
    if (second.begun === undefined) {
      second.begun = begin(until, true);
      current = second.begun;
    }
    const seen = await by(until, second.begun.reading.until(lookOver));
    return seen.found ?? requireWhole(seen.shortfall);
  }

  return {
    async all() {
      const look: Look<Row, readonly Row[]> = (rows) => rows.all();
      return (await seek({ look, miss: "absent", isInAll: true, until: deadline() })) ?? [];
    },
    find(fits, address) {
      const look: Look<Row, Row> = (rows) => rows.all().find(fits);
      const alone = address === undefined ? undefined : searchFor(address);
      return seek({ look, alone, miss: "absent", isInAll: true, until: deadline() });
    },
    async byAddress(address, fits = () => true) {
      const until = deadline();
      const look: Look<Row, Row> = (rows) => rows.withAddress(address).find(fits);
      const alone = searchFor(address);
      const answer = await askAlone(alone, until);
      const found = answer && look(answer.rows);
      if (found || (answer && !answer.shortfall)) return found;
      return seek({ look, alone, miss: "absent", until });
    },
    async withAddress(address) {
      const until = deadline();
      const look: Look<Row, readonly Row[]> = (rows) => {
        const found = rows.withAddress(address);
        return found.length > 0 ? found : undefined;
      };
      const alone = searchFor(address);
      const answer = await askAlone(alone, until);
      const found = answer && look(answer.rows);
      if (found || (answer && !answer.shortfall)) return found ?? [];
      return (await seek({ look, alone, miss: "absent", isInAll: true, until })) ?? [];
    },
    async byId(id, address) {
      const until = deadline();
      const look: Look<Row, Row> = (rows) => rows.byId(id);
      const read = current && look(own.over(current.reading.soFar));
      if (read) return read;
      const alone = questionById(id, address);
      if (!alone) return seek({ look, miss: "absent", until });
      const answer = await askAlone(alone, until);
      const found = answer && look(answer.rows);
      if (found || (answer && alone.isFinal)) return found;
      return seek({ look, alone, miss: "gone", until });
    },
    async ask(address, fits = () => true) {
      const until = deadline();
      const look: Look<Row, Row> = (rows) => rows.withAddress(address).find(fits);
      const alone = searchFor(address);
      const isFound = (rows: Rows<Row>) => look(own.over(rows)) !== undefined;
      const answer = await alone.ask({ until, isFound });
      const found = look(own.over(answer.rows));
      if (found || !answer.shortfall) return found;
      // What was read before may be older than what is asked for.
      current = undefined;
      return seek({ look, alone, miss: "absent", isInAll: true, until });
    },
    async lookTwice(look) {
      const until = deadline();
      const askedAt = clock.now();
      const found = await look();
      if (found !== undefined) return found;
      firstMissAt ??= clock.now();
      const lateAt = firstMissAt + longestLagMs;
      if (askedAt >= lateAt) return undefined;
      if (lateAt > until) throw lateLook(what);
      await clock.sleep(lateAt - clock.now());
      return look();
    },
    put: own.put,
    drop: own.drop,
    discard() {
      answers.forget();
      current = undefined;
    },
  };
}

/** The total of all objects, where no search for one object has as many matches: the two must not be taken for each other. */
function totalBeyondMatches(total = 0): number | undefined {
  return total > mostMatches ? total : undefined;
}

/** Whether the service does not offer the search, rather than failing to answer it for now. */
function isRefusal(error: unknown): error is EmailMarketingError {
  if (!(error instanceof EmailMarketingError)) return false;
  return !["auth", "rate-limit", "network", "config"].includes(error.code);
}
