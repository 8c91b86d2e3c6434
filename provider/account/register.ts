/** What a register needs to know of its rows. */
export interface RegisterOptions<Row> {
  /** All rows, or those that match a partial text, read to the end. */
  readonly search: (text?: string) => Promise<readonly Row[]>;
  /** What a row is searched by. */
  readonly addressOf: (row: Row) => string;
}

/** All objects of a kind of which an account holds few, as all resources of a process see them. */
export interface Register<Row> {
  /** All rows. */
  all(): Promise<readonly Row[]>;
  /** The first row that fits. */
  find(fits: (row: Row) => boolean): Promise<Row | undefined>;
  /** The row with this id; undefined only when it is surely gone. */
  byId(id: string, address: string): Promise<Row | undefined>;
  /** Asks the service anew for one address (without case), whatever is known. */
  ask(address: string): Promise<Row | undefined>;
  /** Takes in what our own write has made or changed. */
  put(row: Row): void;
  /** Takes out what our own write has removed: a search that lags behind must not bring it back. */
  drop(id: string): void;
}

/** Everything is read once, when the first asks; there is too little of it for searches to be worth their requests. */
export function createRegister<Row extends { readonly id: string }>({
  search,
  addressOf,
}: RegisterOptions<Row>): Register<Row> {
  let reading: Promise<readonly Row[]> | undefined;
  /** What our own writes have made of a row; undefined where they removed it. */
  const own = new Map<string, Row | undefined>();

  const asOfNow = (rows: readonly Row[]): Row[] => {
    const mine = [...own.values()].filter((row) => row !== undefined);
    return [...rows.filter(({ id }) => !own.has(id)), ...mine];
  };
  const all = async () => {
    reading ??= search().catch((error: unknown) => {
      // Told to those who waited; the next one reads anew.
      reading = undefined;
      throw error;
    });
    return asOfNow(await reading);
  };
  const asked = async (address: string) => asOfNow(await search(address));

  return {
    all,
    find: async (fits) => (await all()).find(fits),
    async byId(id, address) {
      const isIt = (row: Row) => row.id === id;
      const known = (await all()).find(isIt);
      // Gone is what the whole account lacks, and a later search for it alone.
      return known ?? (await asked(address)).find(isIt);
    },
    ask: async (address) =>
      (await asked(address)).find((row) => addressOf(row).toLowerCase() === address.toLowerCase()),
    put: (row) => void own.set(row.id, row),
    drop: (id) => void own.set(id, undefined),
  };
}
