import type { CommonProps } from "../../input/common-props";

/** The inputs of a contact list. */
export interface ListProps extends CommonProps {
  /**
   * The name of the list, 3 to 100 characters: letters, digits, `_`, `-`, `.` and spaces (one public client documents
   * these limits). Changing this replaces the list; the old one stays in the account with its contacts.
   */
  name: string;
  /**
   * The id of an existing list to adopt. Nothing is sent, and the name must be the name of that list. Used on create
   * only; a later change updates the state only.
   */
  existingId?: string;
}
