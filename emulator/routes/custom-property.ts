import type { Property } from "../account/account";
import { OperationError, requireFound } from "../operation/error";
import { requireFreeName } from "../operation/name";
import { writing } from "../operation/operation";
import { search } from "../operation/search";

const maxProperties = 100;

/** POST /contact/property. An account has at most 100 custom properties, and no two names differ only in case. */
export const createContactProperty = writing(({ body }, store) => {
  const given = body as Property;
  if (store.account.properties.length >= maxProperties) {
    throw new OperationError("name", `At most ${maxProperties} custom properties can be created`);
  }
  requireFreeName("A custom property", store.account.properties, given);
  return { id: store.insert("properties", given).id };
});

/** POST /contact/property/search, an extended operation. */
export const searchContactProperties = search({
  rows: ({ properties }) => [...standard, ...properties.map((one) => shown(one))],
  texts: ({ field_name }) => [field_name],
  matches: ({ is_default }, { type }) => type === undefined || is_default === (type === "default"),
});

/** PATCH /contact/property/{id}, an extended operation. A rename keeps the key, under which contacts store values. */
export const updateContactProperty = writing(({ id, body }, store) => {
  const change = body as Partial<Pick<Property, "name" | "description">>;
  const property = requireFound(store.find("properties", id));
  requireFreeName("A custom property", store.account.properties, { ...change, id });
  store.update("properties", id, { ...change, key: keyOf(property) });
  return { message: "Property updated successfully" };
});

/** DELETE /contact/property/{id}, an extended operation: also removes every stored value. */
export const deleteContactProperty = writing(({ id }, store) => {
  const property = requireFound(store.find("properties", id));
  if (property.used_in_form) throw new OperationError("id", "A web form uses the property");
  const key = keyOf(property);
  const contacts = store.account.contacts.map((contact) => {
    const { [key]: _, ...rest } = contact.custom_fields;
    return { ...contact, custom_fields: rest };
  });
  store.change({ properties: store.account.properties.filter((row) => row.id !== id), contacts });
  return { message: "Property deleted successfully" };
});

function keyOf({ key, name }: Pick<Property, "name" | "key">): string {
  return key ?? name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
}

/** A property as the search returns it. The create request has the type `text`, but the search returns `Text`. */
function shown(property: Pick<Property, "id" | "name" | "type" | "key">, is_default = false) {
  const { id, name, type } = property;
  const field_type = type.charAt(0).toUpperCase() + type.slice(1);
  return { id, field_name: name, field_value: keyOf(property), field_type, is_default };
}

const labels = ["Email", "First name", "Last name", "Phone", "Company name", "City", "Country"];
const standard = labels.map((name) =>
  shown({ id: `default-${keyOf({ name })}`, name, type: "text" }, true),
);
