import type { CommonProps } from "../../input/common-props";

/** What the user decides about a contact list. */
export interface ListProps extends CommonProps {
  /**
   * The list's name, 3 to 100 characters: letters, digits, `_`, `-`, `.` and space (limits known from one public client).
   * Changing this replaces the list: the old one stays in the account with its contacts.
   */
  name: string;
  /**
   * The id of a list that exists already: it comes under management and nothing is sent. Read on create only; changing
   * it later changes the state only.
   */
  existingId?: string;
}
