import type { Inspection } from "./inspection";
import type { OtherAddress } from "./reference";
import { tokensOf } from "./token";
import { plainLetters } from "./unsubscribe-word";

/** The words that tell one text from another: short ones are in all. */
const longWord = /\p{L}{5,}/gu;
const fewestWords = 5;
const fewestSentences = 3;

const address = /(?:https?:\/\/|mailto:|www\.)\S+/gi;
const endOfSentence = /[.!?](?=\s|$)|\n\s*\n/;

/**
 * How many sentences a plain text has of which its HTML has none; undefined where the HTML has some, or other text, or may
 * show it in another way. A short plain text only points to the HTML.
 */
export function lostSentences(
  plainText: string,
  html: string,
  seen: Inspection,
): number | undefined {
  const sentences = plainText
    .replace(address, " ")
    .split(endOfSentence)
    .map(wordsOf)
    .filter(({ size }) => size >= fewestWords);
  if (sentences.length < fewestSentences || seen.end) return undefined;
  // An image may show the text, whatever its alternative text says, and a template may put it in.
  if (seen.images.length > 0 || seen.others.some(isDrawn)) return undefined;
  if (tokensOf(html).foreign !== undefined) return undefined;
  const shown = wordsOf(seen.text());
  const isShown = (words: ReadonlySet<string>) =>
    [...words].filter((word) => shown.has(word)).length * 2 >= words.size;
  if (shown.size * 4 >= wordsOf(plainText).size || sentences.some(isShown)) return undefined;
  return sentences.length;
}

/** Style sheets load fonts, and backgrounds behind a text. */
function isDrawn({ element, isLoaded }: OtherAddress): boolean {
  return isLoaded && element !== "style" && element !== "link";
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(plainLetters(text).match(longWord));
}
