/** What a snapshot needs to know of its rows. */
export interface SnapshotOptions<Row> {
  /** All rows, or those that match a partial text, read to the end. */
  readonly search: (text?: string) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => string;
  /** What a row is searched by. */
  readonly addressOf: (row: Row) => string;
}

/** The objects of one kind in one account, as all resources of a process see them. */
export interface Snapshot<Row> {
  /** The row with this address (without case) that fits, if any. */
  byAddress(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** The row with this id; undefined only when it is surely gone. */
  byId(id: string, address: string): Promise<Row | undefined>;
  /** Asks the service anew for one address, whatever is known. */
  ask(address: string, fits?: (row: Row) => boolean): Promise<Row | undefined>;
  /** Takes in what our own write has made. */
  put(row: Row): void;
  /** Forgets everything, after a write whose outcome is not known. */
  discard(): void;
}

/**
 * One search by the object's own address serves the first who asks; whoever comes next makes it worth
 * reading everything, once, for all.
 */
export function createSnapshot<Row>({
  search,
  idOf,
  addressOf,
}: SnapshotOptions<Row>): Snapshot<Row> {
  let askedBefore = false;
  let everything: Promise<Index<Row>> | undefined;
  const own = new Map<string, Row>();

  const load = () => {
    everything ??= search().then(
      (rows) => indexed([...rows, ...own.values()], idOf, addressOf),
      (error: unknown) => {
        everything = undefined;
        throw error;
      },
    );
    return everything;
  };
  const ask = async (address: string, fits: (row: Row) => boolean = () => true) =>
    (await search(address)).find((row) => alike(addressOf(row), address) && fits(row));
  const first = () => {
    const isFirst = !askedBefore && everything === undefined;
    askedBefore = true;
    return isFirst;
  };

  return {
    ask,
    async byAddress(address, fits = () => true) {
      if (first()) return ask(address, fits);
      return (await load()).byAddress.get(address.toLowerCase())?.find(fits);
    },
    async byId(id, address) {
      const isIt = (row: Row) => idOf(row) === id;
      const row = first() ? await ask(address, isIt) : undefined;
      return row ?? (await load()).byId.get(id) ?? ask(address, isIt);
    },
    put(row) {
      own.set(idOf(row), row);
      void everything?.then((index) => add(index, row, idOf, addressOf), ignoreFailedLoad);
    },
    discard() {
      everything = undefined;
    },
  };
}

/** A load that failed is told to those who waited for it; a row put meanwhile goes into the next one. */
function ignoreFailedLoad(): void {}

interface Index<Row> {
  readonly byId: Map<string, Row>;
  readonly byAddress: Map<string, Row[]>;
}

function indexed<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  addressOf: (row: Row) => string,
): Index<Row> {
  const index: Index<Row> = { byId: new Map(), byAddress: new Map() };
  for (const row of rows) add(index, row, idOf, addressOf);
  return index;
}

function add<Row>(
  { byId, byAddress }: Index<Row>,
  row: Row,
  idOf: (row: Row) => string,
  addressOf: (row: Row) => string,
): void {
  if (byId.has(idOf(row))) return;
  byId.set(idOf(row), row);
  const key = addressOf(row).toLowerCase();
  byAddress.set(key, [...(byAddress.get(key) ?? []), row]);
}

function alike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
