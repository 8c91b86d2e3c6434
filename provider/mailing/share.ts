import { isSameInput } from "../input/asset";

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
