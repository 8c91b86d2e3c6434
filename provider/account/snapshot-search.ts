/** What searches search, and what is known before. */
export interface SearchesOptions<Row> {
  /** The rows that match a partial text, read to the end. */
  readonly search: (text: string) => Promise<readonly Row[]>;
  readonly addressOf: (row: Row) => string;
  /** What our own writes have made, by id. */
  readonly own: ReadonlyMap<string, Row>;
}

/** Searches for one address each, without case. */
export interface Searches<Row> {
  /** All rows with this address, whatever was found before. */
  anew(address: string): Promise<readonly Row[]>;
  /**
   * All rows with this address, searched for once for all who want it; undefined, and no search, where `isBetter` says
   * that something else serves better.
   */
  once(address: string, isBetter: () => Promise<boolean>): Promise<readonly Row[] | undefined>;
  forget(): void;
}

/** Nothing is searched for before somebody asks. */
export function createSearches<Row extends { readonly id: string }>({
  search,
  addressOf,
  own,
}: SearchesOptions<Row>): Searches<Row> {
  const asked = new Map<string, Promise<readonly Row[] | undefined>>();
  const at = (address: string) => (row: Row) =>
    addressOf(row).toLowerCase() === address.toLowerCase();
  const anew = async (address: string) => (await search(address)).filter(at(address));
  return {
    anew,
    async once(address, isBetter) {
      const key = address.toLowerCase();
      const known = asked.get(key) ?? isBetter().then((isIt) => (isIt ? anew(address) : undefined));
      asked.set(key, known);
      let rows: readonly Row[] | undefined;
      try {
        rows = await known;
      } finally {
        // A failure is told to those who waited; only what was found is kept for others.
        if (!rows && asked.get(key) === known) asked.delete(key);
      }
      if (!rows) return undefined;
      const found = new Set(rows.map(({ id }) => id));
      return [
        ...rows,
        ...[...own.values()].filter((row) => !found.has(row.id) && at(address)(row)),
      ];
    },
    forget: () => asked.clear(),
  };
}
