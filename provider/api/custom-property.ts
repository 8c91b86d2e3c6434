import type { Client } from "../client/call";
import { path } from "../client/path";
import { collection, type TextSearch } from "./collection";
import { createdId, textOf } from "./decode";
import { sendExtended } from "./extended";
import type { MoreFields } from "./more-fields";
import type { components } from "./wire";

type Schemas = components["schemas"];

/** What POST /contact/property takes. */
export type NewContactProperty = Schemas["PropertyCreate"] & MoreFields;

/** A contact property as the search gives it, without its description. */
export type ContactPropertyRow = Omit<Schemas["Property"], "is_default">;

/** What PATCH /contact/property/{id} takes; the type can't change. */
export type ContactPropertyChange = Schemas["PropertyUpdate"] & MoreFields;

/** POST /contact/property; gives the id. */
export async function createContactProperty(
  client: Client,
  property: NewContactProperty,
): Promise<string> {
  const reply = await client.send({
    method: "POST",
    path: path`/contact/property`,
    body: property,
    // What a second property of one name does is not specified, and one can't always be deleted.
    policy: "once",
  });
  return createdId("POST /contact/property", reply);
}

/** POST /contact/property/search: the account's own properties. Beyond the specified operations. */
export const properties = collection<ContactPropertyRow, TextSearch>({
  words: ["custom property", "custom properties"],
  path: path`/contact/property/search`,
  row: propertyRow,
  keyOf: ({ field_name }) => field_name,
  all: () => ({}),
  // The service's default properties are no resources.
  body: (search) => ({ type: "custom", ...search }),
  operations: "extended",
  // The contract allows an account a hundred.
  isSmall: true,
});

/** PATCH /contact/property/{id}; repeatable. Beyond the specified operations. */
export async function updateContactProperty(
  client: Client,
  id: string,
  change: ContactPropertyChange,
): Promise<void> {
  await sendExtended(client, {
    method: "PATCH",
    path: path`/contact/property/${{ id }}`,
    body: change,
    policy: "repeatable",
    mayBeEmpty: true,
  });
}

/** DELETE /contact/property/{id}, with every stored value; repeatable. Beyond the specified operations. */
export async function deleteContactProperty(client: Client, id: string): Promise<void> {
  await sendExtended(client, {
    method: "DELETE",
    path: path`/contact/property/${{ id }}`,
    policy: "repeatable",
    mayBeEmpty: true,
  });
}

function propertyRow(row: Record<string, unknown>): ContactPropertyRow | undefined {
  const id = textOf(row.id);
  const field_name = textOf(row.field_name);
  if (id === "" || field_name === "") return undefined;
  return {
    id,
    field_name,
    field_value: textOf(row.field_value),
    field_type: textOf(row.field_type),
  };
}
