import { createRowIndex, type Rows } from "./row-index";

/** What the writes of this process have made, changed and removed: a search may show it late. */
export interface OwnWrites<Row> {
  put(row: Row): void;
  drop(id: string): void;
  /** The ids of all that was written. */
  ids(): Iterable<string>;
  /** These rows as the writes have left them. */
  over(read: Rows<Row>): Rows<Row>;
}

/** Nothing is written yet. */
export function createOwnWrites<Row extends { readonly id: string }>(
  keyOf: (row: Row) => string,
): OwnWrites<Row> {
  const made = createRowIndex(keyOf);
  const dropped = new Set<string>();
  const isUntouched = ({ id }: Row) => made.byId(id) === undefined && !dropped.has(id);
  return {
    put: made.put,
    drop(id) {
      made.remove(id);
      dropped.add(id);
    },
    *ids() {
      yield* made.ids();
      yield* dropped;
    },
    over: (read) => ({
      all: () => [...read.all().filter(isUntouched), ...made.all()],
      byId: (id) => made.byId(id) ?? (dropped.has(id) ? undefined : read.byId(id)),
      withKey: (key) => [...read.withKey(key).filter(isUntouched), ...made.withKey(key)],
    }),
  };
}
