import { finding, type NamedFinding } from "../input/finding";
import type { Holdings } from "./holdings";

/** What keeps the service from sending for an address: its domain is not in the account, or not verified. */
export async function checkDomain(
  { domains }: Pick<Holdings, "domains">,
  address: string,
): Promise<NamedFinding[]> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const row = await domains.byAddress(domain);
  const error = (name: string, problem: string) => [finding("error", name, problem)];
  if (!row) {
    return error(
      "sender-domain-missing",
      `the account has no domain ${domain}, so the service will refuse the address. Add it on the service's own pages and publish its DNS records first.`,
    );
  }
  const status = row.status.toLowerCase();
  if (status === "verified") return [];
  if (status === "failed") {
    return error(
      "sender-domain-failed",
      `the domain ${domain} has failed: at least one of its DNS records is wrong, so the service will refuse the address. Correct the record (the domain's page names it) and have the domain checked again.`,
    );
  }
  return error(
    "sender-domain-unverified",
    `the domain ${domain} is ${status}, so the service will refuse the address. Publish its DNS records (a DomainDnsShare mails them to who can) and have it checked.`,
  );
}
