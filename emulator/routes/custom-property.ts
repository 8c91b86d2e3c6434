import type { Account, Property } from "../account/account";
import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery } from "../operation/page";
import { created, invalid, missing, ok, type Reply } from "../operation/reply";

const mostProperties = 100;

interface Search extends PageQuery {
  readonly search?: string;
  readonly type?: "default" | "custom";
}

/** POST /contact/property: at most 100, with names that are unique in any case. */
export const createContactProperty: Operation = {
  reads: false,
  errors: { invalid: "error-object" },
  handle({ body }, store) {
    const given = body as Pick<Property, "name" | "type"> & Partial<Property>;
    if (store.account.properties.length >= mostProperties) {
      return invalid("name", `At most ${mostProperties} custom properties can be created`);
    }
    if (isTaken(store.account, given.name)) return nameTaken();
    const { id } = store.insert("properties", (newId) => ({
      id: newId,
      name: given.name,
      description: given.description ?? "",
      type: given.type,
      used_in_form: false,
    }));
    return created({ id });
  },
};

/** POST /contact/property/search, an extended operation. */
export const searchContactProperties: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search = "", type, ...query } = body as Search;
    const isFound = containing(search);
    const rows = [...standard, ...account.properties.map(shown)].filter(
      (row) =>
        isFound(row.field_name) && (type === undefined || row.is_default === (type === "default")),
    );
    return ok({ data: onPage(rows, query, paging), count: rows.length });
  },
};

/**
 * PATCH /contact/property/{id}, an extended operation. The machine key stays that of the first name:
 * contacts store their values under it.
 */
export const updateContactProperty: Operation = {
  reads: false,
  errors: { invalid: "error-object" },
  handle({ id, body }, store) {
    const change = body as Partial<Pick<Property, "name" | "description">>;
    const property = store.find("properties", id);
    if (property === undefined) return missing();
    if (change.name !== undefined && isTaken(store.account, change.name, id)) return nameTaken();
    store.update("properties", id, { ...change, key: keyOf(property) });
    return ok({ message: "Property updated successfully" });
  },
};

/** DELETE /contact/property/{id}, an extended operation: also removes every stored value. */
export const deleteContactProperty: Operation = {
  reads: false,
  errors: { invalid: "error-object" },
  handle({ id }, store) {
    const property = store.find("properties", id);
    if (property === undefined) return missing();
    if (property.used_in_form) return invalid("id", "A web form uses the property");
    const key = keyOf(property);
    store.change((account) => ({
      ...account,
      properties: account.properties.filter((row) => row.id !== id),
      contacts: account.contacts.map((contact) => {
        const { [key]: _, ...rest } = contact.custom_fields;
        return { ...contact, custom_fields: rest };
      }),
    }));
    return ok({ message: "Property deleted successfully" });
  },
};

function isTaken(account: Account, name: string, exceptId?: string): boolean {
  return account.properties.some(
    (row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase(),
  );
}

function nameTaken(): Reply {
  return invalid("name", "A custom property with this name exists already");
}

function keyOf({ key, name }: Pick<Property, "key" | "name">): string {
  return key ?? name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
}

/** A property as the search returns it: the create takes the type `text`, the search returns `Text`. */
function shown(property: Property) {
  const { id, name, type } = property;
  return {
    id,
    field_name: name,
    field_value: keyOf(property),
    field_type: type.charAt(0).toUpperCase() + type.slice(1),
    is_default: false,
  };
}

const standard = [
  "Email",
  "First name",
  "Last name",
  "Phone",
  "Company name",
  "City",
  "Country",
].map((name) => ({
  id: `default-${keyOf({ name })}`,
  field_name: name,
  field_value: keyOf({ name }),
  field_type: "Text",
  is_default: true,
}));
