import type { Profile } from "./account";

/** What a default may depend on. */
export interface DefaultContext {
  /** The account's time, ISO 8601 in UTC. */
  readonly now: string;
  readonly profile: Profile;
}

/** A field of a seed: what values it takes, and what it is when a seed leaves it out. */
export interface Field {
  readonly schema: object;
  readonly isRequired?: boolean;
  /** The default, or how to compute it. A field that is optional and has none stays absent. */
  readonly default?: unknown;
}

/** The fields of a row, apart from its id and from those that only its index signature allows. */
export type FieldsOf<Row> = {
  readonly [Name in keyof Row as string extends Name
    ? never
    : number extends Name
      ? never
      : Exclude<Name, "id">]-?: Field;
};

/** A field that every seed must set. */
export function required(schema: object): Field {
  return { schema, isRequired: true };
}

/** A field that stays absent unless a seed sets it. */
export function optional(schema: object): Field {
  return { schema };
}

/** A field with a default. */
export function withDefault(
  schema: object,
  value: string | number | boolean | object | ((context: DefaultContext) => unknown),
): Field {
  return { schema, default: value };
}

/** The JSON Schema of an object with these fields. */
export function objectSchema(fields: Readonly<Record<string, Field>>, allowsOther = false): object {
  const entries = Object.entries(fields);
  return {
    type: "object",
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    additionalProperties: allowsOther,
  };
}

/** The defaults of these fields. */
export function defaultsOf(
  fields: Readonly<Record<string, Field>>,
  context?: DefaultContext,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { default: value }]) => {
      if (value === undefined) return [];
      return [[name, typeof value === "function" ? value(context) : value]];
    }),
  );
}
