import type { Account } from "../account/account";

/** Whether the domain of an address, in any case, is a verified domain of the account. */
export function hasVerifiedDomain(account: Account, address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return account.domains.some(
    (row) => row.status === "verified" && row.domain.toLowerCase() === domain,
  );
}
