import { quoted } from "./redact";
/** The name that was most likely meant; undefined when none is near. Case does not count. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: edits(given.toLowerCase(), name.toLowerCase()) }))
    // One typo in a short name, two or three in a long one; more would be another word.
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 4)))
    .sort((one, other) => one.edits - other.edits);
  return best?.name;
}

/** Two letters that changed places are one typo, though two edits. */
function edits(one: string, other: string): number {
  // Loaded for a misspelt name only: the provider process loads nothing that it may not need.
  const { distance } = require("fastest-levenshtein") as typeof import("fastest-levenshtein");
  const count = distance(one, other);
  return count === 2 && sorted(one) === sorted(other) ? 1 : count;
}

function sorted(word: string): string {
  return [...word].sort().join("");
}

/** What was named and does not exist: `what` is the word for one of `names`. */
interface UnknownName {
  readonly what: string;
  readonly given: string;
  readonly names: readonly string[];
}

/** The sentence about a name that does not exist, with the nearest one that does, or with all of them. */
export function unknownName({ what, given, names }: UnknownName): string {
  const near = nearest(given, names);
  const next =
    near === undefined ? `valid ${what}s are ${names.join(", ")}` : `did you mean ${quoted(near)}?`;
  return `unknown ${what} ${quoted(given)}; ${next}`;
}
