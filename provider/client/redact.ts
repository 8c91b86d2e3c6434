const addressPattern = /[^\s"'<>(),;:]+(?:@|%40)[^\s"'<>(),;:]+/gi;
const longest = 300;

/**
 * The only way in which words of the service come into a message: keys and mail addresses are taken out,
 * white space is folded, and what is longer than 300 characters is cut.
 */
export function redact(text: string, keys: readonly string[]): string {
  const spellings = keys
    .filter((key) => key !== "")
    // A quoted address would hold the key in its encoded form.
    .flatMap((key) => [key, encodeURIComponent(key)]);
  const clean = spellings
    .reduce((rest, key) => rest.replaceAll(key, "[key]"), text)
    .replace(addressPattern, "[address]")
    // Control characters could change what a terminal shows.
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  // By code points, so that no character is cut in half.
  const characters = [...clean];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}...` : clean;
}
