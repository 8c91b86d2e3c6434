export type Properties = Readonly<Record<string, unknown>>;

/** A deep copy without `undefined`, which the engine's protocol can't represent. In arrays, it becomes `null`. */
export function withoutUndefined<Value>(value: Value): Value {
  return withoutMembers(value, undefined) as Value;
}

/** A deep copy in which objects have no `null` members, because such a member means the same as an absent one. */
export function withoutNull<Value>(value: Value): Value {
  return withoutMembers(value, null) as Value;
}

/** True for objects and arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** True for objects that aren't arrays. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

/** A copy of an object or an array with each member converted. */
export function mapMembers(
  value: object,
  convert: (member: unknown, name: string) => unknown,
): object {
  if (Array.isArray(value)) return value.map((member, at) => convert(member, String(at)));
  const members = Object.entries(value).map(([name, member]) => [name, convert(member, name)]);
  return Object.fromEntries(members);
}

type WithoutUndefined<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Removes undefined members, because exactOptionalPropertyTypes doesn't allow them for optional members. */
export function omitUndefined<const Values extends object>(
  values: Values,
): WithoutUndefined<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as WithoutUndefined<Values>;
}

function withoutMembers(value: unknown, dropped: null | undefined): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutMembers(member ?? null, dropped));
  // Keep promises, so that checks can report them. A copy of a promise would be an empty object.
  if (!isObject(value) || typeof value.then === "function") return value;
  const kept = Object.entries(value).flatMap(([name, member]) =>
    member === dropped ? [] : [[name, withoutMembers(member, dropped)] as const],
  );
  return Object.fromEntries(kept);
}

type Camel<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Renames the service's fields to this package's style: `created_at` becomes `createdAt`. */
export function camelCased<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Row as Camel<Name>]: Row[Name] };
}

/** The engine's placeholder in previews for a value that is unknown until apply. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

export function containsUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (!isObject(value)) return false;
  return Object.values(value).some(containsUnknown);
}

/** The key that marks special values, such as assets and secrets, in Pulumi's protocol and in the state. */
export const mark = "4dabf18193072939515e22adb298388d";

export const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Groups values by key, in the order of first occurrence. */
export function groupBy<Value>(
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

/** All known strings in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return value === unknownValue ? [] : [value];
  if (!isObject(value)) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The value as an object; undefined for any other value, such as null, which Go writes for a nil map. */
export function objectIn(value: unknown): Properties | undefined {
  return isRecord(value) ? value : undefined;
}

export function stringIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Parses JSON. Undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
