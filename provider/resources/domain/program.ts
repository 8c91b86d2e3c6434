import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import {
  type DomainDnsShareProps,
  domainDnsShareLifecycle,
  domainSource,
  domainsSource,
} from "./resource";

export type {
  DomainDnsShareProps,
  GetDomainArgs,
  GetDomainResult,
  GetDomainsArgs,
  GetDomainsResult,
} from "./resource";

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

/**
 * The sending domains of the account (POST /domains/search), for instance to see which are not verified yet.
 * Reads every page; sends nothing else.
 *
 * ```ts
 * import { getDomains, getDomainsOutput } from "pulumi-email-marketing";
 *
 * export const toDo = getDomains({ status: "not_verified" }).then(({ domains }) =>
 *   domains.map(({ domain }) => domain),
 * );
 *
 * export const newest = getDomainsOutput({ sortField: "createdAt", sortOrder: "desc" }).domains[0].domain;
 * ```
 */
export const getDomains = lookUp(domainsSource, {});

/** {@link getDomains} for arguments that are outputs; waits for `dependsOn`. */
export const getDomainsOutput = lookUpOutput(domainsSource, {});

/**
 * One sending domain, by its whole name or id (POST /domains/search); an error when none has it.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDomain, getDomainOutput, Sender } from "pulumi-email-marketing";
 *
 * export const status = getDomain({ domain: "acme.example" }).then((domain) => domain.status);
 *
 * const { domain } = getDomainOutput({ domain: "acme.example" });
 * new Sender("news", { email: pulumi.interpolate`news@${domain}`, name: "Acme News" });
 * ```
 */
export const getDomain = lookUp(domainSource);

/** {@link getDomain} for arguments that are outputs; waits for `dependsOn`. */
export const getDomainOutput = lookUpOutput(domainSource);
