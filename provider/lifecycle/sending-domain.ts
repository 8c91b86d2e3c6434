import type { Caches } from "../account/caches";
import { quoted } from "../errors/redact";
import { domainOf } from "../input/domain";
import { type FindingName, finding, type NamedFinding } from "../input/finding";

/** Why the service will not send from an address: its domain is not in the account, or not verified. */
export async function checkDomain(
  { domains }: Pick<Caches, "domains">,
  address: string,
): Promise<NamedFinding[]> {
  const domain = domainOf(address);
  const row = await domains.byKey(domain);
  const error = (name: FindingName, problem: string) => [finding("error", name, problem)];
  if (!row) {
    return error(
      "sender-domain-unknown",
      `the account has no domain ${domain}, so the service will reject the address. Add the domain in the service's web app and publish its DNS records first.`,
    );
  }
  const { status } = row;
  if (status === "verified") return [];
  if (status === "failed") {
    return error(
      "sender-domain-failed",
      `verification of the domain ${domain} failed because at least one DNS record is wrong, so the service will reject the address. Correct the record (the service's web app shows which), then verify the domain again.`,
    );
  }
  return error(
    "sender-domain-unverified",
    `the domain ${domain} is not verified (status ${quoted(status)}), so the service will reject the address. Publish its DNS records (a DomainDnsShare emails them to the people who can), then verify the domain.`,
  );
}
