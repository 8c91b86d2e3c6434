/** Rows to look into. */
export interface Rows<Row> {
  all(): readonly Row[];
  byId(id: string): Row | undefined;
  /** The rows with this key (an address or a name), without case. */
  withKey(key: string): readonly Row[];
}

/** Rows by their ids and keys. */
export interface RowIndex<Row> extends Rows<Row> {
  ids(): Iterable<string>;
  /** Adds a row, in place of the one with the same id. */
  put(row: Row): void;
  remove(id: string): void;
}

/** An index of these rows. */
export function createRowIndex<Row extends { readonly id: string }>(
  keyOf: (row: Row) => string,
  rows: readonly Row[] = [],
): RowIndex<Row> {
  const ids = new Map<string, Row>();
  const keys = new Map<string, readonly Row[]>();
  // The service may give back another spelling than was sent; case is no difference to it.
  const foldedKey = (row: Row) => keyOf(row).toLowerCase();
  const withKey = (key: string) => keys.get(key.toLowerCase()) ?? [];
  const leaveKey = (id: string) => {
    const row = ids.get(id);
    if (!row) return;
    const others = withKey(foldedKey(row)).filter((other) => other !== row);
    keys.set(foldedKey(row), others);
  };
  const put = (row: Row) => {
    leaveKey(row.id);
    ids.set(row.id, row);
    keys.set(foldedKey(row), [...withKey(foldedKey(row)), row]);
  };
  for (const row of rows) put(row);
  return {
    all: () => [...ids.values()],
    byId: (id) => ids.get(id),
    withKey,
    ids: () => ids.keys(),
    put,
    remove(id) {
      leaveKey(id);
      ids.delete(id);
    },
  };
}
