/** The words of a text as a set. A text is easier to read than a list. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
