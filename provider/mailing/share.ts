import { quoted } from "../errors/redact";
import { isSameInput } from "../input/asset";
import { unquoted } from "../input/finding";

/** A mail with the DNS records of a domain, as it is declared. */
interface DeclaredShare {
  readonly recipients: readonly string[];
  readonly triggers?: readonly unknown[];
}

/** The recipients who have had no mail yet, or all when a trigger changes: each request mails everyone in it. */
export function newRecipients(
  { recipients, triggers }: DeclaredShare,
  old: DeclaredShare,
): string[] {
  const isAgain = !isSameInput(old.triggers, triggers);
  const known = isAgain ? [] : old.recipients.map(bare);
  return distinct(recipients).filter((one) => !known.includes(bare(one)));
}

/** Each address once, in the spelling that comes first. */
export function distinct(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [bare(one), one])).values()].toReversed();
}

function bare(address: string): string {
  return address.toLowerCase();
}

/** What a reviewer reads: `emails the DNS records of "acme.example" (domain-1).` */
export function shareNote(domain: string, id: string): string {
  return `emails the DNS records of ${quoted(domain)} (${id}).`;
}

/** The domain in such a sentence. */
export function domainIn(said: string): string | undefined {
  const [, domain] =
    /^(?:[^"]|"(?:[^"\\]|\\.)*")*?DNS records of ("(?:[^"\\]|\\.)*") \(/s.exec(said) ?? [];
  return domain === undefined ? undefined : unquoted(domain);
}
