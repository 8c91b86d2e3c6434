import { collection, type MoreFields, type TextSearch, textsIn } from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

export type NewContactProperty = Schemas["PropertyCreate"] & MoreFields;

/** A contact property as the search returns it, without its description. */
export type ContactPropertyRow = Omit<Schemas["Property"], "is_default">;

/** The body of PATCH /contact/property/{id}. The type can't change. */
export type ContactPropertyChange = Schemas["PropertyUpdate"] & MoreFields;

/** POST /contact/property/search: the account's own properties. An extended operation. */
export const properties = collection<ContactPropertyRow, TextSearch>({
  words: ["custom property", "custom properties"],
  operation: "searchContactProperties",
  row(record) {
    const row = textsIn(record, "id", "field_name", "field_value", "field_type");
    return row.id && row.field_name ? row : undefined;
  },
  keyOf: ({ field_name }) => field_name,
  all: () => ({}),
  // Without the service's default properties, which can't be resources.
  body: (search) => ({ type: "custom", ...search }),
  // The contract allows 100 per account.
  isSmall: true,
});
