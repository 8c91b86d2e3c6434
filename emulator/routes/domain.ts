import type { Account, Domain } from "../account/account";
import { search, sortedBy } from "../operation/search";

/** POST /domains/search */
export const searchDomains = search<Domain>({
  rows: ({ domains }) => domains,
  texts: ({ domain }) => [domain],
  matches: (row, { status = row.status }) => row.status === status,
  order: sortedBy("created_at", "desc", { domain: "domain" }),
});

/** Whether the domain of an address, in any case, is a verified domain of the account. */
export function hasVerifiedDomain(account: Account, address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return account.domains.some(
    (row) => row.status === "verified" && row.domain.toLowerCase() === domain,
  );
}
