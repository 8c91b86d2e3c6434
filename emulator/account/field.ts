/** A JSON Schema, with the type of what it lets pass. */
export interface Schema<Value> {
  readonly enum?: readonly Value[];
  readonly [keyword: string]: unknown;
}

/** A field of a row: what values it takes, and what it is when a seed leaves it out. */
export interface Field<Value = unknown> {
  readonly schema: Schema<Value>;
  readonly isRequired?: boolean;
  readonly default?: Value;
  /** Computes the default from what the account is by then. */
  readonly compute?: (context: never) => Value;
  /** What stands in for a value that a seed leaves out, in words. */
  readonly words?: string;
  /** The service assigns ids of this prefix and a number, such as `sender-1`. */
  readonly idPrefix?: string;
}

/** A field that a row may lack. */
export interface OptionalField<Value = unknown> extends Field<Value> {
  readonly isOptional: true;
}

/** Fields by their names. */
export type Fields = Readonly<Record<string, Field>>;

/** An object with these fields. */
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

/** The id that the service assigns to an object. */
export function assigned(idPrefix: string): Field<string> {
  return { schema: { type: "string", minLength: 1 }, idPrefix };
}

/** A field that every seed must set. */
export function required<Value>(schema: Schema<Value>): Field<Value> {
  return { schema, isRequired: true };
}

/** A field that stays absent unless a seed sets it; `words` say what the service shows then. */
export function optional<Value>(schema: Schema<Value>, words?: string): OptionalField<Value> {
  return { schema, isOptional: true, ...(words === undefined ? {} : { words }) };
}

/** A field with a default. */
export function withDefault<Value>(schema: Schema<Value>, value: NoInfer<Value>): Field<Value> {
  return { schema, default: value };
}

/** A field whose default depends on the account. */
export function computed<Value, Context>(
  schema: Schema<Value>,
  words: string,
  compute: (context: Context) => Value,
): Field<Value> {
  return { schema, words, compute };
}

/** The JSON Schema of an object with these fields. */
export function objectSchema(fields: Fields, allowsOther = false): object {
  const entries = Object.entries(fields);
  return {
    type: "object",
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    additionalProperties: allowsOther,
  };
}

/** The defaults of these fields. */
export function defaultsOf(fields: Fields, context: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { default: value, compute }]) => {
      if (compute !== undefined) return [[name, compute(context as never)]];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
