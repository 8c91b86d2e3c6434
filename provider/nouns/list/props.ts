import type { CommonProps } from "../../input/field";

/** Fields of a list to send beside the inputs, under the names that the service uses. */
export interface ListExtraFields {
  /** Fields to send with the create (`POST /list`). They can't be changed after creation. */
  create?: Record<string, unknown>;
}

/** The inputs of a contact list. */
export interface ListProps extends CommonProps {
  /**
   * The name of the list, 3 to 100 characters: letters, digits, `_`, `-`, `.` and spaces. A change renames
   * the list (`PATCH /list/{id}`), which keeps its contacts; another list must not have the name.
   */
  name: string;
  /**
   * The id of an existing list to adopt. Nothing is sent, and the name must be the name of that list. Used on create
   * only; a later change updates the state only.
   */
  existingId?: string;
  /**
   * Fields to send beside the inputs, such as `list_type`. Not sent to a list that is adopted, and can't be changed
   * after creation.
   */
  extraFields?: ListExtraFields;
}
