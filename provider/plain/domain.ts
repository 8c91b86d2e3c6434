import { domainToASCII } from "node:url";

/** An invisible character at either end, or a format character in between, except joiners that some scripts need. */
const invisible =
  /^\p{Default_Ignorable_Code_Point}|\p{Default_Ignorable_Code_Point}$|(?![\u200c\u200d])\p{Cf}/u;

/** The problem with an invisible character in an address or a domain, worded to follow the input's name. */
export function invisibleCharacterProblem(text: string): string | undefined {
  const found = invisible.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const place = [...text.slice(0, found.index)].length + 1;
  return `must not contain the invisible character U+${code} (character ${place}). Type it in place of copying it`;
}

/** The problem with misplaced dots in a domain, worded to follow the domain. */
export function misplacedDotProblem(domain: string): string | undefined {
  if (domain.startsWith(".")) return "begins with a dot";
  if (domain.includes("..")) return "has two dots in a row";
  return domain.endsWith(".") ? "ends with a dot" : undefined;
}

/** A domain for comparisons, in lower case without a final dot. Punycode removes differences in Unicode normal form. */
export function comparedDomain(domain: string): string {
  const ascii = domainToASCII(domain) || domain.toLowerCase();
  return ascii.replace(/\.$/, "");
}

/** An address in the form in which addresses are compared: lower case, with its domain in the compared form. */
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
    // RFC 6761 reserves names under ".localhost" for loopback.
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** Parses a URL, or returns undefined. Avoids `URL.canParse`, which rejects "ü" after many calls in Node.js 20. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
