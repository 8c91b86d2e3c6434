/**
 * True if two texts differ at most in spelling. A service may trim a text, collapse its white space, encode it with
 * HTML entities, or use another Unicode normal form.
 */
export function isSameSpelling(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}

/** True if two texts differ at most in spelling and case. */
export function isAlike(one: string, other: string): boolean {
  return comparedName(one) === comparedName(other);
}

/** How a collection compares names. The text to search for is the part of a name that all spellings have in common. */
export const comparedAsName = { compared: comparedName, textOf: searchedName };

/** A name in the form in which names are compared. */
export function comparedName(name: string): string {
  return folded(name).toLowerCase();
}

function searchedName(name: string): string {
  const whole = folded(name);
  const hasOneSpelling = [whole, name.normalize("NFD")].every((one) => one === name);
  if (hasOneSpelling && !/[&<>"']/.test(name)) return name;
  const words = whole.match(/[A-Za-z0-9]+/g) ?? [];
  return (
    words.reduce((longest, word) => (word.length > longest.length ? word : longest), "") || whole
  );
}

function folded(text: string): string {
  return decoded(text).normalize("NFC").replace(/\s+/g, " ").trim();
}

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  // The module is loaded only for a text with entities.
  const { withoutEntities } = require("#mail/inspect") as typeof import("#mail/inspect");
  return withoutEntities(text);
}
