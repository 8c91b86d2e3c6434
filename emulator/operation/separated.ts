/** The parts of a comma-separated text, such as the lists or tags of a contact. */
export function separated(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
