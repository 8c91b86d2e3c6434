import { objectSchema } from "./field";
import { kinds } from "./kind";
import { profileFields } from "./profile";

/** The JSON Schema of a seed, derived from the kinds. */
export const seedSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    account: objectSchema(profileFields),
    sequence: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, { fields, allowsOtherFields }]) => [
        kind,
        { type: "array", items: objectSchema(fields, allowsOtherFields) },
      ]),
    ),
  },
};
