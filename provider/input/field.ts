import type { Check, InputChecks } from "./check";
import type { Properties } from "./plain";

/** What a change may turn on, beside the input itself. */
export interface ChangeTerms {
  /** Whether the settings let the provider use the extended operations. */
  readonly isExtended: boolean;
  /** The inputs in the state. */
  readonly old: Properties;
}

/** What a change means, always or as the terms have it. */
export type UnderTerms<Meaning> = Meaning | ((terms: ChangeTerms) => Meaning | undefined);

/** One input of a resource: how it is judged, what it is called on the wire, and what a change of it means. */
export interface Field {
  readonly check: Check;
  readonly required?: true;
  /** Its name on the wire, for an input that is sent as it is. */
  readonly wire?: string;
  /** A change replaces the object, which is deleted first where the service would refuse the other one beside it. */
  readonly replaces?: UnderTerms<true | "deleted first">;
  /** No operation changes it: what to do instead. */
  readonly fixed?: UnderTerms<string>;
  /** It can be changed, but not removed once set: what to do instead. */
  readonly lasting?: UnderTerms<string>;
}

/** The table of a resource's inputs, one row for each; the compiler makes sure that none is missing. */
export type Fields<Props, Row extends Field = Field> = {
  readonly [Name in keyof Props]-?: Row & Required<Props, Name>;
};

type Required<Props, Name extends keyof Props> =
  object extends Pick<Props, Name> ? { readonly required?: never } : { readonly required: true };

/** The table of inputs of any kind of resource. */
export type AnyFields = Readonly<Record<string, Field>>;

const known = new WeakMap<AnyFields, InputChecks<Record<string, unknown>>>();

/** The checks of all inputs; made once for each table, since every resource of a program asks. */
export function checksOf(fields: AnyFields): InputChecks<Record<string, unknown>> {
  const made = known.get(fields) ?? {
    required: checksWhere(fields, ({ required }) => required === true),
    optional: checksWhere(fields, ({ required }) => required !== true),
  };
  known.set(fields, made);
  return made;
}

function checksWhere(fields: AnyFields, belongs: (field: Field) => boolean) {
  const rows = Object.entries(fields).filter(([, field]) => belongs(field));
  return Object.fromEntries(rows.map(([name, { check }]) => [name, check]));
}

/** The inputs that are set, under their names on the wire. */
export function toWire(fields: AnyFields, props: object): Record<string, unknown> {
  const set = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    set.flatMap(([name, value]) => {
      const wire = fields[name]?.wire;
      return wire === undefined ? [] : [[wire, value]];
    }),
  );
}
