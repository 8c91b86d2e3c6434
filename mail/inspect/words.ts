/** The words of a text as a set, because in code one text is easier to read than a list of strings. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
