/** Inputs or state by name, as plain values; unknown ones are the unknown value. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * A deep copy without `undefined`, which becomes `null` where it has a place in an array. The engine's wire has no word
 * for it: one left in what a create gives back fails the step after the object was made.
 */
export function withoutUndefined<Value>(value: Value): Value {
  return deep(value, (member) => member === undefined) as Value;
}

/** A deep copy without `null`, which means the same as absent in a program. */
export function withoutNull<Value>(value: Value): Value {
  return deep(value, (member) => member === null) as Value;
}

function deep(value: unknown, drop: (member: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => deep(member ?? null, drop));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !drop(member))
      .map(([name, member]) => [name, deep(member, drop)]),
  );
}
