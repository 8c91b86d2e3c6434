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

/** Whether a value has members: an object or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether it has named ones. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

/** Values by name of which some may be absent, with a type that says so. */
type Present<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<
    Values[Name],
    undefined
  >;
};

/** Values without those that are undefined, which a type with optional members does not allow. */
export function present<const Values extends object>(values: Values): Present<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Present<Values>;
}

function deep(value: unknown, drop: (member: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => deep(member ?? null, drop));
  // A promise has no members to copy, and is told as one.
  if (!isObject(value) || typeof value.then === "function") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !drop(member))
      .map(([name, member]) => [name, deep(member, drop)]),
  );
}

type Camel<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What the service sends, under the names of this package: `created_at` is `createdAt`. */
export function camelCased<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Row as Camel<Name>]: Row[Name] };
}

/** What the engine sends in a preview in place of a value that is known only after apply. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

export function containsUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (!isObject(value)) return false;
  return Object.values(value).some(containsUnknown);
}

/** The key that marks what is not a plain value, on the engine's wire and in the state. */
export const mark = "4dabf18193072939515e22adb298388d";

export const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Values that have a key in common, together, in the order of the first ones. */
export function grouped<Value>(
  values: readonly Value[],
  keyOf: (value: Value, at: number) => string,
): [Value, ...Value[]][] {
  const groups = new Map<string, [Value, ...Value[]]>();
  for (const [at, value] of values.entries()) {
    const key = keyOf(value, at);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

/** The texts in a value, at any depth, as far as they are known. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === unknownValue ? [] : [value];
  if (!isObject(value)) return [];
  return Object.values(value).flatMap(textsIn);
}
