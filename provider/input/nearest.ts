import { quoted } from "../errors/redact";

/** The most similar name, ignoring case; undefined if none is similar. */
export function nearest<Name extends string>(given: string, names: readonly Name[]) {
  const similar = names.filter((name) => isTypo(given, name));
  return mostSimilarFirst(given, similar)[0];
}

/** The words ` (did you mean "a" or "b"?)`, at most three names, most similar first; empty if no name is similar. */
export function didYouMean(given: string, names: readonly string[]): string {
  const meant = [...new Set(names)].filter(
    (name) => name !== given && (isTypo(given, name) || isWordPrefix(given, name)),
  );
  if (meant.length === 0) return "";
  const first = mostSimilarFirst(given, meant).slice(0, 3);
  return ` (did you mean ${first.map(quoted).join(" or ")}?)`;
}

function mostSimilarFirst<Name extends string>(given: string, names: readonly Name[]): Name[] {
  return names.toSorted((one, other) => editsBetween(given, one) - editsBetween(given, other));
}

/** True if each part between `.`, `/` and `@` differs only by typos. Whole domains look alike: many share an ending. */
function isTypo(given: string, name: string): boolean {
  const [ofGiven, ofName] = [given.split(/[./@]/), name.split(/[./@]/)];
  if (ofGiven.length !== ofName.length) return false;
  // Allows one typo per four characters of a part, and at least one. With more differences, the part is another word.
  return ofName.every(
    (part, index) =>
      editsBetween(ofGiven[index] ?? "", part) <= Math.max(1, Math.floor(part.length / 4)),
  );
}

/** True if at least three characters are given and begin a word of the name, as "berl" does in "Europe/Berlin". */
function isWordPrefix(given: string, name: string): boolean {
  const part = normalizedWords(given);
  return part.length > 2 && ` ${normalizedWords(name)}`.includes(` ${part}`);
}

function normalizedWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Counts edits between two names, ignoring case. Two edits that only change the order of letters count as one. */
export function editsBetween(given: string, name: string): number {
  // Loaded on demand, to keep the start of the provider process fast.
  const { distance } = require("fastest-levenshtein") as typeof import("fastest-levenshtein");
  const [one, other] = [given.toLowerCase(), name.toLowerCase()];
  const count = distance(one, other);
  return count === 2 && sortedLetters(one) === sortedLetters(other) ? 1 : count;
}

function sortedLetters(word: string): string {
  return [...word].sort().join("");
}

/** A message about an unknown name, with the most similar name or all valid names. `what` is a noun such as "input". */
export function unknownName(what: string, given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  const next =
    near === undefined ? `valid ${what}s are ${names.join(", ")}` : `did you mean ${quoted(near)}?`;
  return `unknown ${what} ${quoted(given)}; ${next}`;
}
