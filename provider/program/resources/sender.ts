import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { senderLifecycle } from "../../resources/sender/lifecycle";
import type { SenderProps } from "../../resources/sender/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link Sender}. */
export type SenderArgs = InputsOf<SenderProps>;

/**
 * A from address with its name (`POST /senders`, `POST /senders/search`).
 *
 * ```ts
 * import { Sender } from "pulumi-email-marketing";
 *
 * const news = new Sender("news", { email: "news@acme.example", name: "Acme News" });
 * export const status = news.status;
 * ```
 *
 * The service has no operation to change a sender.
 *
 * ## Import
 * Declare it: an existing sender with the same address (ignoring case) and name is adopted, unless `adopt` is `false`.
 *
 * ## Refresh and destroy
 * A refresh reads the sender. One that is missing leaves the state only if the domains of the account show that it is the right
 * account; otherwise the refresh fails with `account-unproven`. The service has no operation to delete a sender: a destroy removes
 * it from the state only, with a warning.
 */
export class Sender extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The from address, as declared. */
  declare readonly email: Output<string>;
  /** The from name. */
  declare readonly name: Output<string>;
  /** The company's postal address, if declared. */
  declare readonly companyAddress: Output<string | undefined>;
  /** The city, if declared. */
  declare readonly city: Output<string | undefined>;
  /** The state or region, if declared. */
  declare readonly state: Output<string | undefined>;
  /** The postal code, if declared. */
  declare readonly postalCode: Output<string | undefined>;
  /** The country, if declared. */
  declare readonly country: Output<string | undefined>;
  /** The status of the sender in lower case, such as `verified`. */
  declare readonly status: Output<string>;
  /** Whether the sender already existed and was adopted. */
  declare readonly adopted: Output<boolean>;
  /** The id of the account's domain of the address, or of the nearest domain above it, if the account has one. */
  declare readonly domainId: Output<string | undefined>;

  constructor(name: string, args: SenderArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(senderLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
