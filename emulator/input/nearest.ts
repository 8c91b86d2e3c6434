import { closest, distance } from "fastest-levenshtein";

/** The end of a message about an unknown name: the most similar valid name, or else all valid names. */
export function suggestion(name: string, valid: readonly string[]): string {
  const nearest = nearestOf(name, valid);
  if (nearest !== undefined) return `; did you mean ${JSON.stringify(nearest)}?`;
  return valid.length === 0 ? "" : `. Valid names: ${valid.join(", ")}`;
}

/** The valid name that is most similar to a misspelt name. Undefined if no name is close enough. */
export function nearestOf(name: string, valid: readonly string[]): string | undefined {
  if (valid.length === 0) return undefined;
  const spellings = new Map(valid.map((other) => [other.toLowerCase(), other]));
  const nearest = closest(name.toLowerCase(), [...spellings.keys()]);
  // Allow edits in a third of the letters. With more edits, a suggestion is more often wrong than right.
  const limit = Math.max(name.length, nearest.length) / 3;
  return distance(name.toLowerCase(), nearest) <= limit ? spellings.get(nearest) : undefined;
}
