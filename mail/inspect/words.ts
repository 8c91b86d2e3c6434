/** The words of a text, which is shorter to read than a list. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
