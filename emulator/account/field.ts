/** The JSON Schema of a field. Validation ignores `default`, `words` and `idPrefix`. */
export interface Field<Value = unknown> {
  readonly enum?: readonly Value[];
  /** The value of a missing field, or a function that computes the value from the account. */
  readonly default?: Value | ((context: never) => Value);
  /** A description of a missing field's value, for the documentation. */
  readonly words?: string | undefined;
  /** The prefix of ids that the service assigns: `sender` in `sender-1`. */
  readonly idPrefix?: string;
  readonly [keyword: string]: unknown;
}

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

export const text: Field<string> = { type: "string" };
export const nonEmpty: Field<string> = { type: "string", minLength: 1 };
export const flag: Field<boolean> = { type: "boolean" };
export const count: Field<number> = { type: "integer", minimum: 0 };
export const amount: Field<number> = { type: "number", minimum: 0 };
/** ISO 8601, UTC. */
export const instant: Field<string> = { type: "string", format: "date-time" };
export const day: Field<string> = { type: "string", format: "date" };
export const anyObject: Field<Readonly<Record<string, unknown>>> = { type: "object" };

export function oneOf<const Word extends string>(...words: readonly Word[]): Field<Word> {
  return { enum: words };
}

export function listOf<Element>(items: Field<Element>): Field<readonly Element[]> {
  return { type: "array", items };
}

/** Makes a field optional, without a default. `words` describe what the service returns if the field is missing. */
export function optional<Value>(field: Field<Value>, words?: string): OptionalField<Value> {
  return { ...field, isOptional: true, words };
}

/** A field with a default value, which may be computed from the account. `words` describe a computed default. */
export function withDefault<Value, Context = never>(
  field: Field<Value>,
  value: NoInfer<Value> | ((context: Context) => NoInfer<Value>),
  words?: string,
): Field<Value> {
  return { ...field, default: value, words };
}

export function isRequired(field: Field): boolean {
  return !["default", "isOptional", "idPrefix"].some((member) => member in field);
}

export function objectSchema(fields: Fields, allowsOther = false): object {
  const required = Object.entries(fields).filter(([, field]) => isRequired(field));
  return {
    type: "object",
    required: required.map(([name]) => name),
    properties: fields,
    additionalProperties: allowsOther,
  };
}

export function defaultsOf(fields: Fields, context: object): object {
  const given = Object.entries(fields).filter(([, field]) => "default" in field);
  return Object.fromEntries(
    given.map(([name, { default: value }]) => [
      name,
      typeof value === "function" ? value(context) : value,
    ]),
  );
}
