import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import type { InputsOf } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import {
  domainSource,
  domainsSource,
  type GetDomainArgs,
  type GetDomainResult,
  type GetDomainsArgs,
  type GetDomainsResult,
} from "./functions";

/**
 * The sending domains of the account (POST /domains/search), for instance to see which are not verified yet.
 * Reads every page; sends nothing else.
 *
 * ```ts
 * import { getDomains } from "pulumi-email-marketing";
 *
 * export const toDo = getDomains({ status: "not_verified" }).then(({ domains }) =>
 *   domains.map(({ domain }) => domain),
 * );
 * ```
 */
export function getDomains(
  args: GetDomainsArgs = {},
  opts?: InvokeOptions,
): Promise<GetDomainsResult> {
  return lookUp(domainsSource, args, opts);
}

/**
 * {@link getDomains} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getDomainsOutput } from "pulumi-email-marketing";
 *
 * export const newest = getDomainsOutput({ sortField: "createdAt", sortOrder: "desc" }).domains[0].domain;
 * ```
 */
export function getDomainsOutput(
  args: InputsOf<GetDomainsArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetDomainsResult> {
  return lookUpOutput(domainsSource, args, opts);
}

/**
 * One sending domain, by its whole name or id (POST /domains/search); an error when none has it.
 *
 * ```ts
 * import { getDomain } from "pulumi-email-marketing";
 *
 * export const status = getDomain({ domain: "acme.example" }).then((domain) => domain.status);
 * ```
 */
export function getDomain(args: GetDomainArgs, opts?: InvokeOptions): Promise<GetDomainResult> {
  return lookUp(domainSource, args, opts);
}

/**
 * {@link getDomain} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDomainOutput, Sender } from "pulumi-email-marketing";
 *
 * const { domain } = getDomainOutput({ domain: "acme.example" });
 * new Sender("news", { email: pulumi.interpolate`news@${domain}`, name: "Acme News" });
 * ```
 */
export function getDomainOutput(
  args: InputsOf<GetDomainArgs>,
  opts?: InvokeOutputOptions,
): Output<GetDomainResult> {
  return lookUpOutput(domainSource, args, opts);
}
