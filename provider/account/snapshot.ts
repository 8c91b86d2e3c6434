import type { FetchPage } from "../client/pages";
import { EmailMarketingError } from "../errors/error";
import { createAnswers } from "./answers";
import { createOwnWrites } from "./own-writes";
import { createRowIndex, type Rows } from "./row-index";
import { createReading, type Look, type Reading } from "./snapshot-reading";

/** What a snapshot needs to know of its kind. */
export interface SnapshotOptions<Row> {
  /** The rows that match a partial text, read to the end. */
  readonly search: (text: string) => Promise<readonly Row[]>;
  /** A page of all rows, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly fetchPage: FetchPage<Row>;
  /** What a row is searched by: an address, or a name. */
  readonly addressOf: (row: Row) => string;
  /** Reads one by its id, where the service has an operation for it; it does without a search that is refused. */
  readonly fetchById?: (id: string) => Promise<Row | undefined>;
  /** True where an account holds so few that all are read at once: no search for one is worth its request. */
  readonly holdsFew?: boolean;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Snapshot<Row> {
  /** All rows. */
  all(): Promise<readonly Row[]>;
  /** The first of all rows that fits. */
  find(fits: (row: Row) => boolean): Promise<Row | undefined>;
  /** The row with this address (without case) that fits, if any. */
  byAddress(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this address (without case). */
  withAddress(address: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone. Without its address, everything is read to find it,
   * unless the service reads one by its id.
   */
  byId(id: string, address?: string): Promise<Row | undefined>;
  /** Asks the service anew for one address (without case), whatever is known. */
  ask(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
  /** Forgets everything that was read, after a write whose outcome is not known. */
  discard(): void;
}

/** A request for one object alone. */
interface Question<Row> {
  readonly key: string;
  readonly ask: () => Promise<Rows<Row>>;
  /** True where the answer alone says that the object is gone: a search may lag behind, a read by id does not. */
  readonly isFinal: boolean;
}

interface Sought<Row, Found> {
  readonly look: Look<Row, Found>;
  readonly alone?: Question<Row>;
  /** What undefined will be taken for. */
  readonly miss: "absent" | "gone";
  /** True where a row of any page may belong to it. */
  readonly isInAll?: boolean;
}

/** So many pages are always worth reading; of more, a tenth as many rows must be wanted. */
const fewPages = 20;

/**
 * One request for the object alone serves the first who asks; whoever comes next makes it worth reading everything,
 * once, for all, unless only a few are wanted of very many.
 */
export function createSnapshot<Row extends { readonly id: string }>({
  search,
  fetchPage,
  addressOf,
  fetchById,
  holdsFew = false,
}: SnapshotOptions<Row>): Snapshot<Row> {
  const own = createOwnWrites(addressOf);
  const answers = createAnswers<Rows<Row>>();
  let wanted = 0;
  let reading: Reading<Row> | undefined;
  let refusal: EmailMarketingError | undefined;

  const searchFor = (address: string): Question<Row> => ({
    key: `address ${address.toLowerCase()}`,
    ask: async () => createRowIndex(addressOf, await search(address)),
    isFinal: false,
  });
  const questionById = (id: string, address?: string): Question<Row> | undefined => {
    if (!fetchById) return address === undefined ? undefined : searchFor(address);
    const ask = async () => {
      const row = await fetchById(id);
      return createRowIndex(addressOf, row ? [row] : []);
    };
    return { key: `id ${id}`, ask, isFinal: true };
  };

  /** A reading that failed is reported to those who waited for it, and begun anew by the next. */
  async function inReading<Value>(
    step: (reading: Reading<Row>) => Promise<Value>,
  ): Promise<Value | undefined> {
    if (refusal) return undefined;
    reading ??= createReading({ fetchPage, addressOf, ownIds: own.ids });
    const begun = reading;
    try {
      return await step(begun);
    } catch (error) {
      if (reading === begun) reading = undefined;
      if (!fetchById || !isRefusal(error)) throw error;
      refusal = error;
      return undefined;
    }
  }

  async function isWorthReadingAll(): Promise<boolean> {
    if (holdsFew) return true;
    if (wanted === 1 && reading === undefined) return false;
    const count = await inReading((begun) => begun.pageCount());
    return count !== undefined && (count <= fewPages || wanted * 10 >= count);
  }

  /** Asks once for all who want the same; undefined, and nothing asked, where reading everything serves better. */
  async function askAlone({ key, ask }: Question<Row>): Promise<Rows<Row> | undefined> {
    const rows = await answers.once(key, async () => {
      wanted += 1;
      return (await isWorthReadingAll()) ? undefined : ask();
    });
    return rows && own.over(rows);
  }

  /**
   * Looks into the reading. The rule for what it lacks: a complete reading, or a later request for the object alone, says
   * that it is absent; that it is gone takes both.
   */
  async function seek<Found>({ look, alone, miss, isInAll }: Sought<Row, Found>) {
    const lookOver = (rows: Rows<Row>) => look(own.over(rows));
    const seen = await inReading((begun) =>
      isInAll || holdsFew ? begun.toEnd(lookOver) : begun.until(lookOver),
    );
    if (seen?.found !== undefined) return seen.found;
    if (!alone) {
      if (refusal) throw refusal;
      return undefined;
    }
    if (miss === "absent" && seen?.isComplete) return undefined;
    const rows = await (alone.isFinal ? answers.once(alone.key, alone.ask) : alone.ask());
    return rows && lookOver(rows);
  }

  const find = (fits: (row: Row) => boolean) =>
    seek({ look: (rows) => rows.all().find(fits), miss: "absent", isInAll: true });

  return {
    async all() {
      const rows = await seek({ look: (read) => read.all(), miss: "absent", isInAll: true });
      return rows ?? [];
    },
    find,
    async byAddress(address, fits = () => true) {
      const look: Look<Row, Row> = (rows) => rows.withAddress(address).find(fits);
      const alone = searchFor(address);
      const rows = await askAlone(alone);
      return rows ? look(rows) : seek({ look, alone, miss: "absent" });
    },
    async withAddress(address) {
      const look: Look<Row, readonly Row[]> = (rows) => {
        const found = rows.withAddress(address);
        return found.length > 0 ? found : undefined;
      };
      const alone = searchFor(address);
      const rows = await askAlone(alone);
      const found = rows ? look(rows) : seek({ look, alone, miss: "absent", isInAll: true });
      return (await found) ?? [];
    },
    async byId(id, address) {
      const look: Look<Row, Row> = (rows) => rows.byId(id);
      const alone = questionById(id, address);
      if (!alone) return seek({ look, miss: "gone" });
      const rows = await askAlone(alone);
      const found = rows && look(rows);
      if (found || (rows && alone.isFinal)) return found;
      return seek({ look, alone, miss: "gone" });
    },
    async ask(address, fits = () => true) {
      const rows = own.over(await searchFor(address).ask());
      return rows.withAddress(address).find(fits);
    },
    put: own.put,
    drop: own.drop,
    discard() {
      answers.forget();
      reading = undefined;
    },
  };
}

/** Whether the service does not offer the search, rather than failing to answer it for now. */
function isRefusal(error: unknown): error is EmailMarketingError {
  if (!(error instanceof EmailMarketingError)) return false;
  return !["auth", "rate-limit", "network", "config"].includes(error.code);
}
