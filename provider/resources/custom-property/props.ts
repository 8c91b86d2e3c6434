import type { CommonProps } from "../../input/common-props";

/** The inputs of a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The name of the property, 3 to 30 characters, unique in the account. An account can have at most 100 properties.
   * Changing this replaces the property; the old one stays in the account, because the specified interface has no
   * delete operation. With `emailmarketing:operations` set to `extended`, a change renames the property instead. (The
   * contract documents the lower limit, the vendor's help pages the upper one.)
   */
  name: string;
  /**
   * The type of its values. It can't be changed after creation. With `emailmarketing:operations` set to `extended`,
   * and after `onDestroy: "delete"` has been applied, a change deletes the property WITH ALL STORED VALUES and
   * creates another.
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
   * another resource in the same update adopts it. `delete` requires `emailmarketing:operations` set to `extended`. A
   * change updates the state only.
   * @defaultValue `leave`
   */
  onDestroy?: "leave" | "delete";
}
