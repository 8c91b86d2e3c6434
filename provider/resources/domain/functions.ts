import { domains } from "../../api/collections";
import { id, oneOf, text, visible } from "../../input/validation";
import {
  type DataSource,
  exactlyOne,
  onlyRow,
  onlyWithKey,
  readRows,
} from "../../lifecycle/data-source";
import { camelCased, omitUndefined } from "../../plain/value";

/** The arguments of {@link getDomains}. */
export interface GetDomainsArgs {
  /**
   * Part of the domain's name, without case, at most 255 characters.
   * @defaultValue every domain
   */
  search?: string;
  /**
   * Only domains with this status.
   * @defaultValue any status
   */
  status?: "verified" | "not_verified" | "failed";
  /**
   * What the domains are sorted by.
   * @defaultValue `createdAt`
   */
  sortField?: "createdAt" | "domain";
  /**
   * The direction of the sort; `desc` gives the newest first.
   * @defaultValue `desc`
   */
  sortOrder?: "asc" | "desc";
}

/** The result of {@link getDomain}: a sending domain of the account. */
export interface GetDomainResult {
  /** The domain's id. */
  id: string;
  /** The domain's name. */
  domain: string;
  /** `verified`, `not_verified` (records not all in place, or not checked yet) or `failed` (a record is wrong). */
  status: string;
  /** Open tracking of mail sent by API or SMTP from this domain; it has no effect on campaigns. */
  openTracking: boolean;
  /** When the domain was added, ISO 8601 in UTC, as the service sends it. */
  createdAt: string;
}

/** The result of {@link getDomains}. */
export interface GetDomainsResult {
  /** The matches of all pages, empty when nothing matches. */
  domains: GetDomainResult[];
}

/** The arguments of {@link getDomain}: one of the two. */
export interface GetDomainArgs {
  /** The domain's whole name, without case, in Unicode or in punycode. */
  domain?: string;
  /** The domain's id. */
  id?: string;
}

export const domainsSource: DataSource<GetDomainsArgs, GetDomainsResult> = {
  name: "getDomains",
  inputs: {
    search: { check: text({ max: 255 }) },
    status: { check: oneOf("verified", "not_verified", "failed") },
    sortField: { check: oneOf("createdAt", "domain") },
    sortOrder: { check: oneOf("asc", "desc") },
  },
  async look(account, { search, status, sortField, sortOrder }) {
    const wanted = omitUndefined({
      search,
      status,
      sort_field: sortField && sortFields[sortField],
      sort_order: sortOrder,
    });
    return { domains: (await readRows(account, domains, wanted)).map(camelCased) };
  },
};

/** Finds one domain. All domains that the search returns are cached for other look-ups in the account. */
export const domainSource: DataSource<GetDomainArgs, GetDomainResult> = {
  name: "getDomain",
  inputs: { domain: { check: visible(text({ min: 1, max: 255 })) }, id: { check: id } },
  rules: exactlyOne("domain", "id"),
  async look(account, wanted) {
    const { domain: key, id = "" } = wanted;
    if (key !== undefined) {
      return camelCased(await onlyWithKey(account.domains, domains, { key, wanted }));
    }
    const row = await account.domains.byId(id);
    return camelCased(onlyRow(row ? [row] : [], domains, wanted));
  },
};

const sortFields = { createdAt: "created_at", domain: "domain" } as const;
