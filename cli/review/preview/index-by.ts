/**
 * Returns a function that finds the members of an array by their keys. Computes the keys once for each array, because a
 * large preview needs such a search for each of its resources.
 */
export function indexBy<Item extends object>(keysOf: (item: Item) => readonly string[]) {
  const indexes = new WeakMap<readonly Item[], ReadonlyMap<string, readonly Item[]>>();
  /** The members with one of the keys, in the order of the array. */
  return (all: readonly Item[], keys: readonly string[]): readonly Item[] => {
    const index = indexes.get(all) ?? createIndex(all, keysOf);
    indexes.set(all, index);
    const found = keys.map((key) => index.get(key) ?? []).filter(({ length }) => length > 0);
    const [only = [], another] = found;
    if (another === undefined) return only;
    const members = new Set(found.flat());
    const order = orderOf(all);
    return [...members].toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  };
}

function createIndex<Item extends object>(
  all: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of all) {
    for (const key of new Set(keysOf(item))) {
      const known = index.get(key);
      if (known) known.push(item);
      else index.set(key, [item]);
    }
  }
  return index;
}

const orders = new WeakMap<readonly object[], ReadonlyMap<object, number>>();

function orderOf(all: readonly object[]): ReadonlyMap<object, number> {
  const order = orders.get(all) ?? new Map(all.map((one, at) => [one, at]));
  orders.set(all, order);
  return order;
}
