import type { NewContactProperty } from "../../api/custom-property";
import { flag, id, oneOf, text } from "../../input/check";
import { type ChangeTerms, commonFields, type Fields, toWire } from "../../input/field";
import type { Finding } from "../../input/finding";
import { createdAndUpdatedFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import type { CustomPropertyProps } from "./props";

const waysOut =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. emailmarketing:operations "extended" supports more changes.';

const typeWaysOut =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. To replace the property AND DELETE ITS STORED VALUES, set onDestroy: "delete", run pulumi up, then change the type.';

const descriptionWaysOut =
  "Restore the old value, set another one, or add the input to ignoreChanges.";

/** A type is changed by a delete and a create, once the state has that a delete is wanted. */
function isReplaceable({ isExtended, old }: ChangeTerms): boolean {
  return isExtended && old.onDestroy === "delete";
}

/** The inputs of a custom property. */
export const customPropertyFields: Fields<CustomPropertyProps> = {
  name: {
    required: true,
    check: text({ min: 3, max: 30 }),
    wire: "name",
    // No specified operation renames a property, so another name means another one.
    replaces: ({ isExtended }) => (isExtended ? undefined : true),
  },
  type: {
    required: true,
    check: oneOf("text", "number", "date", "textarea"),
    wire: "type",
    // The name is free for another property only once the old one is deleted.
    replaces: (terms) => (isReplaceable(terms) ? "deleted first" : undefined),
    fixed(terms) {
      if (!terms.isExtended) return waysOut;
      return isReplaceable(terms) ? undefined : typeWaysOut;
    },
  },
  description: {
    check: text({ min: 3, max: 500 }),
    wire: "description",
    fixed: ({ isExtended }) => (isExtended ? undefined : waysOut),
    lasting: ({ isExtended }) => (isExtended ? descriptionWaysOut : undefined),
  },
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

/** Inputs of a property that the specified operations don't support. */
export function judgeProperty(
  { adopt, onDestroy, extraFields }: Partial<CustomPropertyProps>,
  context?: CheckContext<CustomPropertyProps>,
): Finding[] {
  if (context?.settings?.isExtended !== false) return [];
  const needsExtended = (path: string, value: string) => ({
    path,
    problem: `${value} requires emailmarketing:operations "extended". Run: pulumi config set emailmarketing:operations extended`,
  });
  return [
    ...(adopt === true ? [needsExtended("adopt", "true")] : []),
    ...(onDestroy === "delete" ? [needsExtended("onDestroy", '"delete"')] : []),
    ...(extraFields?.update === undefined ? [] : [needsExtended("extraFields.update", "this")]),
  ];
}
