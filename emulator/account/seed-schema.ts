import type { RowKind } from "./account";
import { type Field, objectSchema, optional } from "./field";
import { kinds, profileFields } from "./kind";
import { hasIds } from "./object-id";

/** The JSON Schema of a seed, derived from the kinds. */
export const seedSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    account: objectSchema(profileFields),
    sequence: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
    ...Object.fromEntries(
      (Object.keys(kinds) as RowKind[]).map((kind) => [
        kind,
        { type: "array", items: objectSchema(fieldsIn(kind), kinds[kind].allowsOtherFields) },
      ]),
    ),
  },
};

/** The fields that rows of a kind may have in a seed. */
export function fieldsIn(kind: RowKind): Readonly<Record<string, Field>> {
  const id = optional({ type: "string", minLength: 1 });
  return { ...(hasIds(kind) ? { id } : {}), ...kinds[kind].fields };
}
