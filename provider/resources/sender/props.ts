import type { CommonProps } from "../../input/common-props";

/** The inputs of a sender. */
export interface SenderProps extends CommonProps {
  /**
   * The from address, 5 to 100 characters. Its domain must be in the account and verified.
   * Changing this replaces the sender; the old one stays in the account.
   */
  email: string;
  /**
   * The from name, 1 to 100 printable ASCII characters, without `<`, `>`, `@` and `"`.
   * Changing this replaces the sender; the old one stays in the account.
   */
  name: string;
  /**
   * The company's postal address, 3 to 500 characters. Default: the one in the account's profile. It can't be changed
   * after creation. (The wire names of the five address fields are an assumption: no public source shows them.)
   */
  companyAddress?: string;
  /** The city, 3 to 100 characters. Default: the one in the account's profile. It can't be changed after creation. */
  city?: string;
  /**
   * The state or region, 3 to 100 characters. Default: the one in the account's profile. It can't be changed after
   * creation.
   */
  state?: string;
  /**
   * The postal code, 4 to 15 characters. Default: the one in the account's profile. It can't be changed after
   * creation.
   */
  postalCode?: string;
  /**
   * The country: a name or an ISO code. Default: the one in the account's profile. It can't be changed after
   * creation.
   */
  country?: string;
  /**
   * Whether to adopt an existing sender with this address (compared without case) and name. Default: `true`. If
   * `false`, an existing sender is an error with the code `conflict`. A change updates the state only.
   */
  adopt?: boolean;
}

/** The outputs of a sender. */
export interface SenderDecided {
  /** The status of the sender in lower case, such as `verified`. */
  status: string;
  /** Whether the sender already existed and was adopted. */
  adopted: boolean;
}
