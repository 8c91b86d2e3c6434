import { lookUp, lookUpOutput } from "../../program/look-up";
import { domainSource, domainsSource } from "./functions";

export type { GetDomainArgs, GetDomainResult, GetDomainsArgs, GetDomainsResult } from "./functions";

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
