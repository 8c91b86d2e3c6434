import type { CommonProps } from "../../input/common-props";

/** What the user decides about a sender. */
export interface SenderProps extends CommonProps {
  /**
   * The from address, 5 to 100 characters; its domain must be added to the account and verified.
   * Changing this replaces the sender: the old one stays in the account.
   */
  email: string;
  /**
   * The from name, 1 to 100 characters of plain ASCII without `<`, `>`, `@`, `"` and line breaks.
   * Changing this replaces the sender: the old one stays in the account.
   */
  name: string;
  /**
   * The company's postal address, 3 to 500 characters; by default the account profile's. It can't be changed once
   * the sender exists. (The names under which the five address fields are sent are a guess: no public source shows
   * them.)
   */
  companyAddress?: string;
  /** City, 3 to 100 characters; by default the account profile's. It can't be changed once the sender exists. */
  city?: string;
  /** State or region, 3 to 100 characters; by default the account profile's. It can't be changed once the sender exists. */
  state?: string;
  /** Postal code, 4 to 15 characters; by default the account profile's. It can't be changed once the sender exists. */
  postalCode?: string;
  /** A country name or an ISO code; by default the account profile's. It can't be changed once the sender exists. */
  country?: string;
  /**
   * Whether a sender that exists already with this address (without case) and name is taken over; default true.
   * With false it is a `conflict`. Changing this changes the state only.
   */
  adopt?: boolean;
}

/** What the service and the provider decide about a sender. */
export interface SenderDecided {
  /** The sender's status in lower case, such as `verified`. */
  status: string;
  /** Whether the sender existed before and was taken over. */
  adopted: boolean;
}
