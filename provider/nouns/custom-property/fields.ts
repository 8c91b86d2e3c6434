import type { NewContactProperty } from "../../api/custom-property";
import { flag, id, oneOf, text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { type Fields, toWire } from "../../input/field";
import { createdAndUpdatedFields } from "../../lifecycle/extra-fields";
import type { CustomPropertyProps } from "./props";

/** The inputs of a custom property. */
export const customPropertyFields: Fields<CustomPropertyProps> = {
  name: { required: true, check: text({ min: 3, max: 30 }), wire: "name" },
  type: { required: true, check: oneOf("text", "number", "date", "textarea"), wire: "type" },
  description: { check: text({ min: 3, max: 500 }), wire: "description" },
  existingId: { check: id },
  adopt: { check: flag },
  onDestroy: { check: oneOf("leave", "delete") },
  extraFields: createdAndUpdatedFields,
  ...commonFields,
};

/** What the create sends. */
export function newProperty(props: CustomPropertyProps): NewContactProperty {
  const inputs = toWire(customPropertyFields, props) as NewContactProperty;
  return { ...props.extraFields?.create, ...inputs };
}
