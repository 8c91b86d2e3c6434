import type { Limit } from "p-limit";

/** Memoizes a function without arguments. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Memoizes a function for each key. */
export function oncePer<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new Map<Key, () => Value>();
  return (key) => {
    const value = computed.get(key) ?? once(() => compute(key));
    computed.set(key, value);
    return value();
  };
}

/**
 * Runs a limited number of steps with the same key at a time. Other steps with this key wait, first come, first served.
 */
export type KeyedLocks = <Value>(key: string, step: () => Promise<Value>) => Promise<Value>;

export function createKeyedLocks(most: number): KeyedLocks {
  const semaphores = new Map<string, Limit>();
  return (key, step) => {
    // The module is loaded at the first step, because most processes run no such step.
    const semaphore = semaphores.get(key) ?? (require("p-limit") as (most: number) => Limit)(most);
    semaphores.set(key, semaphore);
    return semaphore(step);
  };
}
