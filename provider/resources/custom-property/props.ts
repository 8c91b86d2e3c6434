import type { NewContactProperty } from "../../api/collections";
import type { Finding } from "../../input/finding";
import {
  type ChangeContext,
  type CommonProps,
  commonFields,
  type Fields,
  flag,
  id,
  oneOf,
  text,
  toWire,
} from "../../input/validation";
import { createdAndUpdatedFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { isUnknown } from "../../plain/value";

/** Fields of a custom property to send beside the inputs, under the names that the service uses. */
export interface CustomPropertyExtraFields {
  /** Fields to send with the create (`POST /contact/property`). They can't be changed after creation. */
  create?: Record<string, unknown>;
  /**
   * Fields to send with an update (`PATCH /contact/property/{id}`): all of them right after the create, and later each
   * field that changes. A field can't be removed once set. Requires `emailmarketing:operations` set to `extended`.
   */
  update?: Record<string, unknown>;
}

/** The inputs of a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The name of the property, 3 to 30 characters, unique in the account. An account can have at most 100 properties.
   * Changing this replaces the property; the old one stays in the account, because the specified API has no
   * delete operation. With `emailmarketing:operations` set to `extended`, a change renames the property instead.
   */
  name: string;
  /**
   * The type of its values. It can't be changed after creation. With `emailmarketing:operations` set to `extended`,
   * and if both the last update and the program have `onDestroy: "delete"`, a change deletes the property WITH ALL
   * STORED VALUES and creates another.
   */
  type: "text" | "number" | "date" | "textarea";
  /**
   * What the property is for, 3 to 500 characters. It can't be changed after creation. With `emailmarketing:operations`
   * set to `extended`, a change updates the property, but the description can't be removed once set; drift can't be
   * detected, because no operation returns it.
   */
  description?: string;
  /**
   * The id of an existing property to adopt. Nothing is sent, or, with `emailmarketing:operations` set to `extended`,
   * the inputs that differ. Used on create only; a later change updates the state only.
   */
  existingId?: string;
  /**
   * Whether to adopt an existing property with this name or machine key. If `false`, an existing property is an error
   * with the code `conflict`. Requires `emailmarketing:operations` set to `extended`. A change updates the state only.
   * @defaultValue `true`
   */
  adopt?: boolean;
  /**
   * What a destroy does: `leave` leaves the property in the account; `delete` deletes it WITH ALL STORED VALUES, unless
   * another resource of the program adopts it in the same update or declares it already. `delete` requires
   * `emailmarketing:operations` set to `extended`. A change updates the state only.
   * @defaultValue `leave`
   */
  onDestroy?: "leave" | "delete";
  /**
   * Fields to send beside the inputs. For an input that the service calls by another name than this package, leave the
   * input out and set the field. Changing `update` updates the property.
   */
  extraFields?: CustomPropertyExtraFields;
}

const changeHint =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. emailmarketing:operations "extended" supports more changes.';

const typeHint =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. To replace the property AND DELETE ITS STORED VALUES, set onDestroy: "delete", run pulumi up, then change the type.';

const descriptionHint =
  "Restore the old value, set another one, or add the input to ignoreChanges.";

/**
 * True if a changed type may delete the property and create a new one. The state and the program must both have
 * `onDestroy: "delete"`, so that one edit alone can't lose the values.
 */
function isReplaceable({ isExtended, old, props: { onDestroy } }: ChangeContext): boolean {
  const isDeclared = onDestroy === "delete" || isUnknown(onDestroy);
  return isExtended && old.onDestroy === "delete" && isDeclared;
}

export const customPropertyFields: Fields<CustomPropertyProps> = {
  name: {
    required: true,
    check: text({ min: 3, max: 30 }),
    wire: "name",
    // With the specified operations, no request renames a property. A new name therefore needs a new property.
    replaces: ({ isExtended }) => (isExtended ? undefined : true),
  },
  type: {
    required: true,
    check: oneOf("text", "number", "date", "textarea"),
    wire: "type",
    // The old property must be deleted first, so that its name becomes free.
    replaces: (context) => (isReplaceable(context) ? "deleted first" : undefined),
    immutable(context) {
      if (!context.isExtended) return changeHint;
      return isReplaceable(context) ? undefined : typeHint;
    },
  },
  description: {
    check: text({ min: 3, max: 500 }),
    wire: "description",
    immutable: ({ isExtended }) => (isExtended ? undefined : changeHint),
    notRemovable: ({ isExtended }) => (isExtended ? descriptionHint : undefined),
  },
  existingId: { check: id },
  adopt: { check: flag },
  onDestroy: { check: oneOf("leave", "delete") },
  extraFields: createdAndUpdatedFields,
  ...commonFields,
};

export function newProperty(props: CustomPropertyProps): NewContactProperty {
  const inputs = toWire(customPropertyFields, props) as NewContactProperty;
  return { ...props.extraFields?.create, ...inputs };
}

/** Findings about inputs that need the extended operations. */
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
