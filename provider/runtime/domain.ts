import { domainToASCII } from "node:url";

/**
 * A domain in the one form in which domains are compared, the URL standard's: punycode, in lower case. A name in Unicode, in
 * either normal form, and one with a final dot become the same.
 */
export function comparedDomain(domain: string): string {
  const ascii = domainToASCII(domain) || domain.toLowerCase();
  return ascii.replace(/\.$/, "");
}

/** An address in the form in which addresses are compared: without case, and with its domain in that form. */
export function comparedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1).toLowerCase()}${comparedDomain(address.slice(at + 1))}`;
}

/** The domain of an address, as it is written. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Whether the host is this machine. */
export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return (
    hostname === "localhost" ||
    // Reserved for this machine by RFC 6761.
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
