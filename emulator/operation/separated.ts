/** The parts of a text that are separated by commas, as contacts have their lists and tags. */
export function separated(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
