import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import { type SenderProps, senderLifecycle, senderSource, sendersSource } from "./resource";

export type {
  GetSenderArgs,
  GetSenderResult,
  GetSendersArgs,
  GetSendersResult,
  SenderExtraFields,
  SenderProps,
} from "./resource";

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
 * Declare it: an existing sender with the same address (ignoring case) and name is adopted, unless `adopt` is `false`;
 * nothing is sent to it.
 *
 * ## Refresh and destroy
 * A refresh reads the sender. One that is missing leaves the state only if the domains of the account show that it is the right
 * account; otherwise the refresh fails with `account-unproven`. While its domain is not verified, it stays, with a warning: the
 * service lists active senders of verified domains only. A destroy leaves the sender in the
 * account, with a warning: the service has no operation to delete it.
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
    const { type, inputs, report } = registration(senderLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}

/**
 * The senders of the account (POST /senders/search). Reads every page.
 *
 * ```ts
 * import { getSenders, getSendersOutput } from "pulumi-email-marketing";
 *
 * export const count = getSenders({ search: "@acme.example" }).then(({ senders }) => senders.length);
 * export const oldest = getSendersOutput({ sortField: "createdAt", sortOrder: "asc" }).senders[0].email;
 * ```
 */
export const getSenders = lookUp(sendersSource, {});

/** {@link getSenders} for arguments that are outputs; waits for `dependsOn`. */
export const getSendersOutput = lookUpOutput(sendersSource, {});

/**
 * One sender, by address and, where several share it, name (POST /senders/search); an error when none fits.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getSender, getSenderOutput } from "pulumi-email-marketing";
 *
 * export const status = getSender({ email: "news@acme.example" }).then((sender) => sender.status);
 *
 * const config = new pulumi.Config();
 * export const id = getSenderOutput({ email: config.require("from"), name: "Acme News" }).id;
 * ```
 */
export const getSender = lookUp(senderSource);

/** {@link getSender} for arguments that are outputs; waits for `dependsOn`. */
export const getSenderOutput = lookUpOutput(senderSource);
