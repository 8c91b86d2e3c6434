import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import type { AnyFields } from "../../provider/input/validation";
import { kinds } from "../../provider/resources";
import { everyKind } from "../support/fixtures";

/** The contract's schema of one member of a request body. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemas = Object.assign(
  {},
  ...["extended", "openapi"].map((name) => {
    const file = join(__dirname, "..", "..", "contract", `${name}.yaml`);
    return (parse(readFileSync(file, "utf8")) as { components: { schemas: object } }).components
      .schemas;
  }),
) as Readonly<Record<string, Schema>>;

/** A schema with its `$ref` and `allOf` resolved. */
function whole(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const referred = $ref === undefined ? {} : whole(schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  const parts = allOf.map(whole);
  const properties = Object.assign({}, ...[...parts, own].map((one) => one.properties ?? {}));
  return Object.assign({}, referred, ...parts, own, { properties });
}

/** Texts of this many characters. Without a pattern in the contract, one has characters of two UTF-16 units. */
function letters(count: number, { format, pattern }: Schema): string[] {
  if (format === "email") return [`${"a".repeat(Math.max(count - 4, 0))}@b.c`.slice(-count)];
  return ["a".repeat(count), ...(pattern === undefined ? ["🙂".repeat(count)] : [])];
}

const elements = (count: number, items: Schema = {}) =>
  Array.from({ length: count }, (_, index) =>
    whole(items).format === "email" ? `a${index}@b.example` : `id-${index}`,
  );

/** The values just inside and just outside the limits of a member. */
function edges(schema: Schema): { readonly inside: unknown[]; readonly outside: unknown[] } {
  const { minLength, maxLength, minItems, maxItems, items, enum: words } = schema;
  /** Values that are this far beyond the limits; none for a limit that the contract lacks. */
  const at = (beyond: number) => {
    const counts = (fewest?: number, most?: number) =>
      [(fewest ?? Number.NaN) - beyond, (most ?? Number.NaN) + beyond].filter((one) => one >= 0);
    return [
      ...counts(minLength, maxLength).flatMap((count) => letters(count, schema)),
      ...counts(minItems, maxItems).map((count) => elements(count, items)),
    ];
  };
  const other = words ? ["another word"] : [];
  return { inside: [...at(0), ...(words ?? [])], outside: [...at(1), ...other] };
}

describe("the API contract", () => {
  for (const [kind, { bodies }] of everyKind) {
    const checks: AnyFields = kinds[kind]().fields;
    const sent = Object.entries(kinds[kind]().fields).flatMap(([name, { wire }]) =>
      wire === undefined ? [] : [[name, wire] as const],
    );

    for (const [name, wire] of sent) {
      const [member] = bodies.flatMap(
        (body) => whole(schemas[body] ?? {}).properties?.[wire] ?? [],
      );
      const { inside, outside } = edges(whole(member ?? {}));
      const isTaken = (value: unknown) => checks[name]?.check(value, name).length === 0;

      it(`has ${inside.length + outside.length === 0 ? "a request field" : "the same limits as the provider's check"} for the input "${name}" of a ${kind}`, () => {
        expect(member, `${wire} in the contract`).to.not.equal(undefined);
        expect(inside.filter((value) => !isTaken(value))).to.deep.equal([]);
        expect(outside.filter(isTaken)).to.deep.equal([]);
      });
    }
  }
});
