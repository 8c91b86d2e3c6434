import type { DomainRow } from "../api/collections";
import { EmailMarketingError } from "../errors/error";
import { quoted, quotedId } from "../errors/redact";
import { finding } from "../input/finding";
import { didYouMean } from "../input/nearest";
import { comparedDomain, domainOf } from "../plain/domain";
import type { Settings } from "../settings/settings";
import { type Cache, rowsForAdvice } from "./cache";

interface Asked {
  /** Reads all domains of the account; undefined if they can't be read completely. */
  readonly readDomains: () => Promise<readonly DomainRow[] | undefined>;
}

interface Searched {
  readonly domains: Pick<Cache<DomainRow>, "byKey" | "complete">;
}

/** Values in a resource's state that identify the account of the object. */
export interface AccountEvidence {
  /** An email address of the object. Its account has the domain of this address or a parent domain. */
  readonly email?: string | undefined;
  /** The id of the domain of `email`, if the state has it. */
  readonly domainId?: string | undefined;
}

/** The reason why an object is missing, as the account's domains show it. The API key may belong to another account. */
export type AccountProof =
  /** This is the right account, so the object is gone. */
  | { readonly is: "gone" }
  /** This is the right account, but the domain of the object's address is not verified. */
  | { readonly is: "unverified"; readonly domain: DomainRow }
  /** There is no domain to check. */
  | { readonly is: "no-evidence" }
  /** The account may be another one: it lacks a domain (`accountDomain` if `isNamed`), or its domains can't be read. */
  | { readonly is: "unproven"; readonly lacks?: string; readonly isNamed?: true };

/** Judges by the account's domains whether a missing object is gone or the API key may be for another account. */
export async function proveAccount(
  { settings, readDomains }: Asked & { readonly settings: Settings },
  { email, domainId }: AccountEvidence,
): Promise<AccountProof> {
  const named = settings.value("accountDomain");
  if (email === undefined && named === undefined) return { is: "no-evidence" };
  const domains = await readDomains();
  if (domains === undefined) return { is: "unproven" };
  const isHeld =
    named !== undefined &&
    domains.some(({ domain }) => comparedDomain(domain) === comparedDomain(named));
  if (named !== undefined && !isHeld) {
    const lacks = `the domain ${named} (${settings.placeInUse("accountDomain")})`;
    return { is: "unproven", lacks, isNamed: true };
  }
  const above = email === undefined ? [] : domainsAbove(domains, email);
  const [nearest] = above;
  const own = `the domain ${domainOf(email ?? "")}`;
  if (nearest === undefined) return isHeld ? { is: "gone" } : { is: "unproven", lacks: own };
  if (domainId !== undefined && above.every(({ id }) => id !== domainId)) {
    const lacks = `${own} with the id ${quotedId(domainId)} (one that is added again has another id)`;
    return { is: "unproven", lacks };
  }
  return nearest.status === "verified" ? { is: "gone" } : { is: "unverified", domain: nearest };
}

/** The id of an email address's domain, or of the nearest parent domain; undefined if none is known. */
export async function domainIdOf({ readDomains }: Asked, email: string) {
  const domains = await readDomains();
  return domains && domainsAbove(domains, email)[0]?.id;
}

/** The account's domains that contain an email address, the most specific first. */
function domainsAbove(domains: readonly DomainRow[], email: string): DomainRow[] {
  const own = comparedDomain(domainOf(email));
  const length = ({ domain }: DomainRow) => comparedDomain(domain).length;
  return domains
    .filter(({ domain }) => `.${own}`.endsWith(`.${comparedDomain(domain)}`))
    .toSorted((one, two) => length(two) - length(one));
}

/** Fails if the account lacks the domain in `accountDomain`. */
export async function requireAccountDomain(settings: Settings, { domains }: Searched) {
  const domain = settings.value("accountDomain");
  if (domain === undefined || (await domains.byKey(domain))) return;
  throw new EmailMarketingError(
    "conflict",
    `${settings.placeInUse("accountDomain")}: the account doesn't have the sending domain ${domain}, so nothing is written to it. ` +
      `Check which account the API key belongs to (${settings.placeInUse("apiKey")}).`,
  );
}

/** The finding if the service will reject an email address because its domain is missing or not verified. */
export async function checkSenderDomain({ domains }: Searched, address: string, input: string) {
  const domain = domainOf(address);
  const row = await domains.byKey(domain);
  if (!row) {
    const known = (await rowsForAdvice(domains)).map((one) => one.domain);
    const meant = didYouMean(domain, known);
    const problem = `the account has no domain ${domain}${meant}, so the service will reject the address. Add the domain in the service's web app and publish its DNS records first.`;
    return [finding("error", "sender-domain-unknown", problem, { input })];
  }
  const { status } = row;
  if (status === "verified") return [];
  if (status === "failed") {
    const problem = `verification of the domain ${domain} failed because at least one DNS record is wrong, so the service will reject the address. Correct the record (the service's web app shows which), then verify the domain again.`;
    return [finding("error", "sender-domain-failed", problem, { input })];
  }
  const problem = `the domain ${domain} is not verified (status ${quoted(status)}), so the service will reject the address. Publish its DNS records (a DomainDnsShare emails them to the people who can), then verify the domain.`;
  return [finding("error", "sender-domain-unverified", problem, { input })];
}
