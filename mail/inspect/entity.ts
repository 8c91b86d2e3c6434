import { Parser } from "htmlparser2";

/** A text as HTML shows it that has entities and no elements. */
export function withoutEntities(text: string): string {
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => void parts.push(part) });
  // In a textarea, entities are all that has a meaning.
  parser.end(`<textarea>${text}`);
  return parts.join("");
}
