import type { Account } from "../account";

/** Whether the part after the `@` is a domain of the account that is verified, without case. */
export function hasVerifiedDomain(account: Account, address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return account.domains.some(
    (row) => row.status === "verified" && row.domain.toLowerCase() === domain,
  );
}
