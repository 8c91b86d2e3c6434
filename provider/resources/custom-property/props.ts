import type { CommonProps } from "../../input/common-props";

/** What the user decides about a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The property's name, 3 to 30 characters, unique in the account; an account holds at most 100 properties.
   * Changing this replaces the property: the old one stays in the account, since the specified interface has no
   * operation to delete it. With the extended operations a change is sent. (The lower limit is the contract's, the
   * upper one the vendor's documentation's.)
   */
  name: string;
  /**
   * The kind of its values. It can't be changed once the property exists; with the extended operations, and once the
   * state holds `onDestroy: "delete"`, a change deletes the property WITH EVERY STORED VALUE and creates another.
   */
  type: "text" | "number" | "date" | "textarea";
  /**
   * What the property is for, 3 to 500 characters. It can't be changed once the property exists; with the extended
   * operations a change is sent, but it can't be taken back, and since no operation gives it back, drift in it can't
   * be seen.
   */
  description?: string;
  /**
   * The id of a property that exists already: it comes under management. Nothing is sent, or, with the extended
   * operations, what differs. Read on create only; changing it later changes the state only.
   */
  existingId?: string;
  /**
   * With the extended operations: whether a property that exists already under this name, or with this machine key, is
   * taken over; default true. With false it is a `conflict`. Changing this changes the state only.
   */
  adopt?: boolean;
  /**
   * What a destroy does: `leave` (the default) leaves the property in the account; `delete`, for which the extended
   * operations are needed, deletes it WITH EVERY STORED VALUE, but never while another resource of the same run takes it
   * over. Changing this changes the state only.
   */
  onDestroy?: "leave" | "delete";
}
