import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { type DomainDnsShareProps, domainDnsShareLifecycle } from "./resource";

export type { DomainDnsShareProps } from "./resource";

/** The arguments of {@link DomainDnsShare}. */
export type DomainDnsShareArgs = InputsOf<DomainDnsShareProps>;

/**
 * Emails a domain's DNS records to the people who publish them (`POST /domains/{id}/share`). Its id is the domain's
 * id.
 *
 * ```ts
 * import { DomainDnsShare, getDomainOutput } from "pulumi-email-marketing";
 *
 * const domain = getDomainOutput({ domain: "acme.example" });
 * new DomainDnsShare("records", { domainId: domain.id, recipients: ["dns@acme.example"] });
 * ```
 *
 * If the connection breaks, the email may or may not have been sent, and the next `pulumi up` sends it again.
 *
 * ## Import
 * There is nothing to adopt: creating the resource sends the email.
 *
 * ## Refresh and destroy
 * A refresh reads nothing. A destroy sends nothing: an email can't be recalled.
 */
export class DomainDnsShare extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The id of the domain. */
  declare readonly domainId: Output<string>;
  /** The recipients, as declared. */
  declare readonly recipients: Output<string[]>;
  /** The values whose change sends the email again, if declared. */
  declare readonly triggers: Output<unknown[] | undefined>;
  /** The service's message about the last email. */
  declare readonly message: Output<string>;
  /** The recipients of the last email. */
  declare readonly sentTo: Output<string[]>;

  constructor(name: string, args: DomainDnsShareArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(domainDnsShareLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}
