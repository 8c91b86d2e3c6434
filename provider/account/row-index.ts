/** Rows by their ids and keys. */
export interface RowIndex<Row> {
  all(): readonly Row[];
  byId(id: string): Row | undefined;
  /** The rows with this key (an address or a name), in whatever spelling. */
  withKey(key: string): readonly Row[];
  /** Adds a row, in place of the one with the same id. */
  put(row: Row): void;
  remove(id: string): void;
}

/** An index without a row; `keyOf` gives equal keys in one spelling. */
export function createRowIndex<Row extends { readonly id: string }>(
  keyOf: (row: Row) => string,
  compared: (key: string) => string,
): RowIndex<Row> {
  const ids = new Map<string, Row>();
  const keys = new Map<string, readonly Row[]>();
  const withKey = (key: string) => keys.get(compared(key)) ?? [];

  function remove(id: string): void {
    const row = ids.get(id);
    if (row === undefined) return;
    ids.delete(id);
    const key = compared(keyOf(row));
    keys.set(
      key,
      withKey(key).filter((other) => other !== row),
    );
  }

  return {
    all: () => [...ids.values()],
    byId: (id) => ids.get(id),
    withKey,
    remove,
    put(row) {
      remove(row.id);
      ids.set(row.id, row);
      const key = compared(keyOf(row));
      keys.set(key, [...withKey(key), row]);
    },
  };
}
