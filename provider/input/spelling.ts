/**
 * Whether the service holds what is declared, be it in another spelling: a service may trim a text, fold its white space,
 * and write it with HTML entities or with other forms of the same letters.
 */
export function isSameSpelling(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}

/** The same of texts whose case says nothing. */
export function isAlike(one: string, other: string): boolean {
  return folded(one).toLowerCase() === folded(other).toLowerCase();
}

function folded(text: string): string {
  return decoded(text).normalize("NFC").replace(/\s+/g, " ").trim();
}

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  // Loaded only for a text with entities.
  const { withoutEntities } = require("#mail/inspect") as typeof import("#mail/inspect");
  return withoutEntities(text);
}
