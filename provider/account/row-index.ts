/** Rows to look into. */
export interface Rows<Row> {
  all(): readonly Row[];
  byId(id: string): Row | undefined;
  /** The rows with this address, without case. */
  withAddress(address: string): readonly Row[];
}

/** Rows by their ids and addresses. */
export interface RowIndex<Row> extends Rows<Row> {
  ids(): Iterable<string>;
  /** Adds a row, in place of the one with the same id. */
  put(row: Row): void;
  remove(id: string): void;
}

/** An index of these rows. */
export function createRowIndex<Row extends { readonly id: string }>(
  addressOf: (row: Row) => string,
  rows: readonly Row[] = [],
): RowIndex<Row> {
  const ids = new Map<string, Row>();
  const addresses = new Map<string, readonly Row[]>();
  // The service may give back another spelling than was sent; case is no difference to it.
  const keyOf = (row: Row) => addressOf(row).toLowerCase();
  const withAddress = (address: string) => addresses.get(address.toLowerCase()) ?? [];
  const leaveAddress = (id: string) => {
    const row = ids.get(id);
    if (!row) return;
    const others = withAddress(keyOf(row)).filter((other) => other !== row);
    addresses.set(keyOf(row), others);
  };
  const put = (row: Row) => {
    leaveAddress(row.id);
    ids.set(row.id, row);
    addresses.set(keyOf(row), [...withAddress(keyOf(row)), row]);
  };
  for (const row of rows) put(row);
  return {
    all: () => [...ids.values()],
    byId: (id) => ids.get(id),
    withAddress,
    ids: () => ids.keys(),
    put,
    remove(id) {
      leaveAddress(id);
      ids.delete(id);
    },
  };
}
