import type { CommonProps } from "../../input/field";

/** Fields of a sender to send beside the inputs, under the names that the service uses. */
export interface SenderExtraFields {
  /** Fields to send with the create (`POST /senders`). They can't be changed after creation. */
  create?: Record<string, unknown>;
}

/** The inputs of a sender. */
export interface SenderProps extends CommonProps {
  /**
   * The from address, 5 to 100 characters. Its domain must be in the account and verified.
   * Changing this replaces the sender; the old one stays in the account.
   */
  email: string;
  /**
   * The from name, 1 to 100 printable ASCII characters, without `<`, `>`, `@` and `"`: `Mueller` in place of `Müller`.
   * Changing this replaces the sender; the old one stays in the account.
   */
  name: string;
  /**
   * The company's postal address, 3 to 500 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  companyAddress?: string;
  /**
   * The city, 3 to 100 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  city?: string;
  /**
   * The state or region, 3 to 100 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  state?: string;
  /**
   * The postal code, 4 to 15 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  postalCode?: string;
  /**
   * The country: a name or an ISO code. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  country?: string;
  /**
   * Whether to adopt an existing sender with this address (compared without case) and name. If `false`, an existing
   * sender is an error with the code `conflict`. A change updates the state only.
   * @defaultValue `true`
   */
  adopt?: boolean;
  /**
   * Fields to send beside the inputs. For an input that the service calls by another name than this package, leave the
   * input out and set the field. Not sent to a sender that is adopted, and can't be changed after creation.
   */
  extraFields?: SenderExtraFields;
}

/** The outputs of a sender, as its class describes them. */
export interface SenderOutputs {
  status: string;
  adopted: boolean;
  /** If the sender is missing, a refresh uses this to check that it reads the right account. */
  domainId?: string | undefined;
}
