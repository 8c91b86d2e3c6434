import { quoted } from "./redact";

/** The name that was most likely meant; undefined when none is near. Case does not count. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  return namesLike(given, names, isTypo)[0];
}

const mostMeant = 3;

/** A question for the names that may have been meant, nearest first, to follow what does not exist; empty when none is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const others = [...new Set(names)].filter((name) => name !== given);
  const meant = namesLike(given, others, (text, name) => isTypo(text, name) || begins(text, name));
  if (meant.length === 0) return "";
  return ` (did you mean ${meant.slice(0, mostMeant).map(quoted).join(" or ")}?)`;
}

function namesLike(
  given: string,
  names: readonly string[],
  isLike: (given: string, name: string) => boolean,
): string[] {
  return names
    .filter((name) => isLike(given, name))
    .map((name) => ({ name, edits: editsBetween(given, name) }))
    .sort((one, other) => one.edits - other.edits)
    .map(({ name }) => name);
}

/** Whether each part of a name is a typo away: of two domains, what is alike may be the end alone. */
function isTypo(given: string, name: string): boolean {
  const [ofGiven, ofName] = [given.split(/[./@]/), name.split(/[./@]/)];
  if (ofGiven.length !== ofName.length) return false;
  // One typo in a short part, two or three in a long one; more would be another word.
  return ofName.every(
    (part, index) =>
      editsBetween(ofGiven[index] ?? "", part) <= Math.max(1, Math.floor(part.length / 4)),
  );
}

/** Whether a word of a name, or several, begin with what was given, as "Europe/Berlin" has "Berlin"; two letters say nothing. */
function begins(given: string, name: string): boolean {
  const part = words(given);
  return part.length > 2 && ` ${words(name)}`.includes(` ${part}`);
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Two letters that changed places are one typo, though two edits; case does not count. */
export function editsBetween(given: string, name: string): number {
  // Loaded for a misspelt name only: the provider process loads nothing that it may not need.
  const { distance } = require("fastest-levenshtein") as typeof import("fastest-levenshtein");
  const [one, other] = [given.toLowerCase(), name.toLowerCase()];
  const count = distance(one, other);
  return count === 2 && sorted(one) === sorted(other) ? 1 : count;
}

function sorted(word: string): string {
  return [...word].sort().join("");
}

/** The sentence about a name that does not exist, with the nearest one that does, or with all of them; `what` is the word for one. */
export function unknownName(what: string, given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  const next =
    near === undefined ? `valid ${what}s are ${names.join(", ")}` : `did you mean ${quoted(near)}?`;
  return `unknown ${what} ${quoted(given)}; ${next}`;
}
