import type { Limit } from "p-limit";

/** Computes a value when it is first asked for, and gives the same one from then on. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** The same for each key. */
export function oncePer<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new Map<Key, () => Value>();
  return (key) => {
    const value = computed.get(key) ?? once(() => compute(key));
    computed.set(key, value);
    return value();
  };
}

/** Runs steps with the same key, so many at a time; the others wait, in the order of asking. */
export type Turns = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

export function createTurns(most: number): Turns {
  const turns = new Map<string, Limit>();
  return (key, step) => {
    // Loaded with the first step: most processes have none.
    const turn = turns.get(key) ?? (require("p-limit") as (most: number) => Limit)(most);
    turns.set(key, turn);
    return turn(step);
  };
}
