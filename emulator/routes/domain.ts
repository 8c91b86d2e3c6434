import type { Account, Domain } from "../account/account";
import { OperationError } from "../operation/error";
import { search, sortedBy } from "../operation/search";

/** POST /domains/search */
export const searchDomains = search<Domain>({
  rows: ({ domains }) => domains,
  texts: ({ domain }) => [domain],
  matches: (row, { status = row.status }) => row.status === status,
  order: sortedBy("created_at", "desc", ["domain"]),
});

/** Refuses a sender's address if its domain isn't a verified domain of the account. */
export function requireVerifiedDomain({ domains }: Account, address = ""): void {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const isOwn = (row: Domain) => row.status === "verified" && row.domain.toLowerCase() === domain;
  if (!domains.some(isOwn)) {
    throw new OperationError("sender_email", "The domain of the sender must be added and verified");
  }
}
