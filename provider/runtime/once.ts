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
