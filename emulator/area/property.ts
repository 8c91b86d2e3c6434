import type { Property } from "../account";
import type { Operation } from "../operation";
import { created, invalid } from "../reply";

const mostProperties = 100;

/** POST /contact/property */
export const createContactProperty: Operation = {
  reads: false,
  errors: { invalid: "B", missing: "B" },
  handle({ body }, store) {
    const given = body as Pick<Property, "name" | "type"> & Partial<Property>;
    const { properties } = store.account;
    if (properties.length >= mostProperties) {
      return invalid("name", `At most ${mostProperties} custom properties can be created`);
    }
    if (properties.some(({ name }) => name.toLowerCase() === given.name.toLowerCase())) {
      return invalid("name", "A custom property with this name exists already");
    }
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
