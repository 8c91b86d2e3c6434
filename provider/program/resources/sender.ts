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
 * A refresh reads the sender. The service has no operation to delete it: a destroy removes it from the state only,
 * with a warning.
 */
export class Sender extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The from address, as declared. */
  declare readonly email: Output<string>;
  /** The from name. */
  declare readonly name: Output<string>;
  /** The company's postal address, when declared. */
  declare readonly companyAddress: Output<string | undefined>;
  /** City, when declared. */
  declare readonly city: Output<string | undefined>;
  /** State or region, when declared. */
  declare readonly state: Output<string | undefined>;
  /** Postal code, when declared. */
  declare readonly postalCode: Output<string | undefined>;
  /** Country, when declared. */
  declare readonly country: Output<string | undefined>;
  /** The sender's status in lower case, such as `verified`. */
  declare readonly status: Output<string>;
  /** Whether the sender existed before and was taken over. */
  declare readonly adopted: Output<boolean>;

  constructor(name: string, args: SenderArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(senderLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
