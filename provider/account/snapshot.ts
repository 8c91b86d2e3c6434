import type { FetchPage } from "../client/pages";
import { createReading, type Reading } from "./snapshot-reading";
import { createSearches } from "./snapshot-search";

/** What a snapshot needs to know of its rows. */
export interface SnapshotOptions<Row> {
  /** The rows that match a partial text, read to the end. */
  readonly search: (text: string) => Promise<readonly Row[]>;
  /** A page of all rows, the oldest first: what is added meanwhile then comes at the end and moves nothing. */
  readonly fetchPage: FetchPage<Row>;
  /** What a row is searched by. */
  readonly addressOf: (row: Row) => string;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Snapshot<Row> {
  /** The row with this address (without case) that fits, if any. */
  byAddress(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** All rows with this address (without case). */
  withAddress(address: string): Promise<readonly Row[]>;
  /**
   * The row with this id; undefined only when it is surely gone. Without its address, everything is read to find it.
   */
  byId(id: string, address?: string): Promise<Row | undefined>;
  /** Asks the service anew for one address, whatever is known. */
  ask(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** Takes in what our own write has made. */
  put(row: Row): void;
  /** Forgets everything, after a write whose outcome is not known. */
  discard(): void;
}

/** So many pages are always worth reading; of more, a tenth as many rows must be wanted. */
const fewPages = 20;

/**
 * One search by the object's own address serves the first who asks; whoever comes next makes it worth reading
 * everything, once, for all, unless only a few are wanted of very many.
 */
export function createSnapshot<Row extends { readonly id: string }>({
  search,
  fetchPage,
  addressOf,
}: SnapshotOptions<Row>): Snapshot<Row> {
  const own = new Map<string, Row>();
  const searches = createSearches({ search, addressOf, own });
  let wanted = 0;
  let reading: Reading<Row> | undefined;

  const open = () => {
    reading ??= createReading({ fetchPage, addressOf, own });
    return reading;
  };
  /** A reading that failed is told to those who waited for it, and begun anew by the next. */
  async function from<Value>(step: (reading: Reading<Row>) => Promise<Value>): Promise<Value> {
    const begun = open();
    try {
      return await step(begun);
    } catch (error) {
      if (reading === begun) reading = undefined;
      throw error;
    }
  }
  const ask = async (address: string, fits: (row: Row) => boolean = () => true) =>
    (await searches.anew(address)).find(fits);
  /** Whether a search by its own address serves this one better than reading everything. */
  async function isBetterAsked(): Promise<boolean> {
    wanted += 1;
    if (wanted === 1 && reading === undefined) return true;
    const count = await from((begun) => begun.pageCount());
    return count > fewPages && wanted * 10 < count;
  }
  /** Everything with this address, and whether nothing can have been missed. */
  const read = (address: string) =>
    from(async (begun) => {
      const isSure = await begun.isComplete();
      return { rows: begun.byAddress(address) ?? [], isSure };
    });

  return {
    ask,
    async byAddress(address, fits = () => true) {
      const rows = await searches.once(address, isBetterAsked);
      if (rows) return rows.find(fits);
      const known = await from((begun) =>
        begun.promised(() => begun.byAddress(address)?.find(fits)),
      );
      if (known) return known;
      const { rows: all, isSure } = await read(address);
      const found = all.find(fits);
      return found || isSure ? found : ask(address, fits);
    },
    async withAddress(address) {
      const rows = await searches.once(address, isBetterAsked);
      if (rows) return rows;
      const { rows: all, isSure } = await read(address);
      return all.length > 0 || isSure ? all : searches.anew(address);
    },
    async byId(id, address) {
      const isIt = (row: Row) => row.id === id;
      const isAsked = address !== undefined && (await isBetterAsked());
      const row = isAsked ? await ask(address, isIt) : undefined;
      if (row) return row;
      const known = await from((begun) => begun.promised(() => begun.byId(id)));
      if (known) return known;
      const found = await from(async (begun) => {
        await begun.isComplete();
        return begun.byId(id);
      });
      // Gone is what the whole account lacks, and a later search for it alone.
      return found ?? (address === undefined ? undefined : ask(address, isIt));
    },
    put(row) {
      own.set(row.id, row);
      reading?.add(row);
    },
    discard() {
      searches.forget();
      reading = undefined;
    },
  };
}
