import { type Client, path } from "../client/call";
import {
  collection,
  create,
  extendedClient,
  type MoreFields,
  set,
  type TextSearch,
  textsIn,
} from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

export type NewContactProperty = Schemas["PropertyCreate"] & MoreFields;

/** A contact property as the search returns it, without its description. */
export type ContactPropertyRow = Omit<Schemas["Property"], "is_default">;

/** The body of PATCH /contact/property/{id}. The type can't change. */
export type ContactPropertyChange = Schemas["PropertyUpdate"] & MoreFields;

export async function createContactProperty(
  client: Client,
  property: NewContactProperty,
): Promise<string> {
  return (await create(client, path`/contact/property`, property)).id;
}

/** POST /contact/property/search: the account's own properties. An extended operation. */
export const properties = collection<ContactPropertyRow, TextSearch>({
  words: ["custom property", "custom properties"],
  path: path`/contact/property/search`,
  row(record) {
    const row = textsIn(record, "id", "field_name", "field_value", "field_type");
    return row.id && row.field_name ? row : undefined;
  },
  keyOf: ({ field_name }) => field_name,
  all: () => ({}),
  // Without the service's default properties, which can't be resources.
  body: (search) => ({ type: "custom", ...search }),
  operations: "extended",
  // The contract allows 100 per account.
  isSmall: true,
});

export function updateContactProperty(
  client: Client,
  id: string,
  change: ContactPropertyChange,
): Promise<void> {
  const at = path`/contact/property/${{ id }}`;
  return set(extendedClient(client), { method: "PATCH", path: at, body: change });
}

/** DELETE /contact/property/{id}, which deletes all stored values, too. An extended operation. */
export function deleteContactProperty(client: Client, id: string): Promise<void> {
  return set(extendedClient(client), { method: "DELETE", path: path`/contact/property/${{ id }}` });
}
