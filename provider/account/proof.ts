import type { DomainRow } from "../api/domain";
import { EmailMarketingError } from "../errors/error";
import { comparedDomain, domainOf } from "../runtime/domain";
import type { Settings } from "../settings/settings";
import type { Cache } from "./cache";

/** All domains of an account, or why they are not known. */
export type DomainReading =
  | { readonly domains: readonly DomainRow[] }
  | { readonly failure: unknown };

interface Asked {
  /** Reads them once a process. */
  readonly readDomains: () => Promise<DomainReading>;
}

/** What a state knows of the account that its object lives in. */
export interface AccountEvidence {
  /** An address of the object; the account holds its domain, or one above it. */
  readonly email?: string;
  /** The id of that domain, where the state remembers it. */
  readonly domainId?: string | undefined;
}

/**
 * What the domains of an account say of an object that it lacks. A key of another account is valid at the same address, so
 * that something is missing there shows nothing by itself: `proven` alone means that this is the object's account.
 * - `no-evidence`: there is nothing to look for.
 * - `unread`: the domains could not be read completely.
 * - `no-account-domain`: the account lacks the domain of the setting `accountDomain`.
 * - `no-domain`, `other-id`: it lacks the domain of the address, or has it under another id.
 */
export type Proof =
  | "proven"
  | "no-evidence"
  | "unread"
  | "no-account-domain"
  | "no-domain"
  | "other-id";

/** Asks the domains of an account, read once a process, whether an object that it lacks would be in it. */
export async function proofOf(
  { settings, readDomains }: Asked & { readonly settings: Settings },
  { email, domainId }: AccountEvidence,
): Promise<Proof> {
  const accountDomain = settings.value("accountDomain");
  if (email === undefined && accountDomain === undefined) return "no-evidence";
  const reading = await readDomains();
  if ("failure" in reading) return "unread";
  const { domains } = reading;
  const hasAccountDomain =
    accountDomain !== undefined &&
    domains.some(({ domain }) => comparedDomain(domain) === comparedDomain(accountDomain));
  if (accountDomain !== undefined && !hasAccountDomain) return "no-account-domain";
  const fitting = email === undefined ? [] : domainsAbove(domains, email);
  if (fitting.length === 0) return hasAccountDomain ? "proven" : "no-domain";
  return domainId === undefined || fitting.some(({ id }) => id === domainId)
    ? "proven"
    : "other-id";
}

/** The id of the domain of an address, else of the nearest one above it; undefined where none is known. */
export async function domainIdOf(asked: Asked, email: string): Promise<string | undefined> {
  return (await nearestDomain(asked, email))?.id;
}

/** The domain of an address, else the nearest one above it; undefined where none is known. */
export async function nearestDomain(
  { readDomains }: Asked,
  email: string,
): Promise<DomainRow | undefined> {
  const reading = await readDomains();
  if ("failure" in reading) return undefined;
  const length = ({ domain }: DomainRow) => comparedDomain(domain).length;
  return domainsAbove(reading.domains, email).toSorted((one, two) => length(two) - length(one))[0];
}

/** The domains that an address belongs to: its own and those above it. */
function domainsAbove(domains: readonly DomainRow[], email: string): DomainRow[] {
  const own = comparedDomain(domainOf(email));
  return domains.filter(({ domain }) => `.${own}`.endsWith(`.${comparedDomain(domain)}`));
}

/** Fails where the account lacks the domain that `accountDomain` names; one search answers all who ask. */
export async function requireDomain(
  settings: Settings,
  { domains }: { readonly domains: Pick<Cache<DomainRow>, "byKey"> },
): Promise<void> {
  const domain = settings.value("accountDomain");
  if (domain === undefined || (await domains.byKey(domain))) return;
  const [place, key] = (["accountDomain", "apiKey"] as const).map(
    (name) => settings.origin(name)?.place ?? name,
  );
  throw new EmailMarketingError(
    "conflict",
    `${place}: the account doesn't have the sending domain ${domain}, so nothing is written to it. Check which account the ` +
      `API key belongs to (${key}).`,
  );
}
