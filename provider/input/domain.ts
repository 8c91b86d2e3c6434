import { domainToASCII } from "node:url";

/** What has no width. U+200C and U+200D join or part letters within a name, as some scripts need it. */
const unseen =
  /^\p{Default_Ignorable_Code_Point}|\p{Default_Ignorable_Code_Point}$|(?![\u200c\u200d])\p{Cf}/u;

/** What a reader of an address or a domain doesn't see, such as what came with a copy of it, in words that follow its place. */
export function invisibleIn(text: string): string | undefined {
  const found = unseen.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const place = [...text.slice(0, found.index)].length + 1;
  return `must not contain the invisible character U+${code} (character ${place}). Type it in place of copying it`;
}

/** Why the dots of a domain part no names, in words that follow it. */
export function emptyNameIn(domain: string): string | undefined {
  if (domain.startsWith(".")) return "begins with a dot";
  if (domain.includes("..")) return "has two dots in a row";
  return domain.endsWith(".") ? "ends with a dot" : undefined;
}

/** A domain in the form in which domains are compared: punycode, in lower case, without a final dot, from either normal form. */
export function comparedDomain(domain: string): string {
  const ascii = domainToASCII(domain) || domain.toLowerCase();
  return ascii.replace(/\.$/, "");
}

/** An address in the form in which addresses are compared: without case, and with its domain in that form. */
export function comparedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1).toLowerCase()}${comparedDomain(address.slice(at + 1))}`;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return (
    hostname === "localhost" ||
    // Reserved for this machine by RFC 6761.
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** An address as a URL; undefined where it is none. Node.js 20's `URL.canParse` refuses letters such as "ü" once it is called often. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
