/** A JSON Schema, with the type of the values that it accepts. */
export interface Schema<Value> {
  readonly enum?: readonly Value[];
  readonly [keyword: string]: unknown;
}

/** One field of an object: the values that it accepts, and its value if a seed leaves it out. */
export interface Field<Value = unknown> {
  readonly schema: Schema<Value>;
  readonly isRequired?: boolean;
  /** The default, or a function that computes it from the account. */
  readonly default?: Value | ((context: never) => Value);
  /** The default in words, for the documentation. */
  readonly words?: string | undefined;
  /** The service assigns ids of this prefix and a number, such as `sender-1`. */
  readonly idPrefix?: string;
}

/** A field that an object may lack. */
export interface OptionalField<Value = unknown> extends Field<Value> {
  readonly isOptional: true;
}

export type Fields = Readonly<Record<string, Field>>;

export type ObjectOf<Table extends Fields> = {
  readonly [Name in keyof Table as Table[Name] extends OptionalField ? never : Name]: ValueOf<
    Table[Name]
  >;
} & {
  readonly [Name in keyof Table as Table[Name] extends OptionalField ? Name : never]?: ValueOf<
    Table[Name]
  >;
};

type ValueOf<Column> = Column extends Field<infer Value> ? Value : never;

export const text: Schema<string> = { type: "string" };
export const nonEmpty: Schema<string> = { type: "string", minLength: 1 };
export const flag: Schema<boolean> = { type: "boolean" };
export const count: Schema<number> = { type: "integer", minimum: 0 };
export const amount: Schema<number> = { type: "number", minimum: 0 };
/** ISO 8601, UTC. */
export const instant: Schema<string> = { type: "string", format: "date-time" };
export const day: Schema<string> = { type: "string", format: "date" };
export const anyObject: Schema<Readonly<Record<string, unknown>>> = { type: "object" };

export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  return { enum: words };
}

export function listOf<Element>(items: Schema<Element>): Schema<readonly Element[]> {
  return { type: "array", items };
}

export function required<Value>(schema: Schema<Value>): Field<Value> {
  return { schema, isRequired: true };
}

/** A field that is absent unless a seed sets it. `words` describe the value that the service then returns. */
export function optional<Value>(schema: Schema<Value>, words?: string): OptionalField<Value> {
  return { schema, isOptional: true, words };
}

/** A field with a default, which may be computed from the account. `words` describe a computed one. */
export function withDefault<Value, Context = never>(
  schema: Schema<Value>,
  value: NoInfer<Value> | ((context: Context) => NoInfer<Value>),
  words?: string,
): Field<Value> {
  return { schema, default: value, words };
}

export function objectSchema(fields: Fields, allowsOther = false): object {
  const entries = Object.entries(fields);
  return {
    type: "object",
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    additionalProperties: allowsOther,
  };
}

export function defaultsOf(fields: Fields, context: object): object {
  const given = Object.entries(fields).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(
    given.map(([name, { default: value }]) => [
      name,
      typeof value === "function" ? value(context) : value,
    ]),
  );
}
