/** What an address is written without: a word is an address as a whole, or none. */
const word = /[^\s"'<>(),;:]+/g;
const isAddress = /.(?:@|%40)./s;
const longest = 300;

/** A text with a word in place of each secret: the longest first, since one may begin with another. */
export function withoutSecrets(text: string, secrets: readonly string[], word: string): string {
  return secrets
    .filter((secret) => secret !== "")
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, () => word), text);
}

/**
 * The only way in which words of the service come into a message: keys and mail addresses are taken out,
 * white space is folded, and what is longer than 300 characters is cut.
 */
export function redact(text: string, keys: readonly string[]): string {
  // A quoted address would hold the key in its encoded form.
  const spellings = keys.flatMap((key) => [key, encodeURIComponent(key)]);
  const clean = withoutSecrets(text, spellings, "[key]")
    // In two steps: one pattern of words around an at sign would take minutes for a text without spaces.
    .replace(word, (one) => (isAddress.test(one) ? "[address]" : one))
    // Control characters could change what a terminal shows.
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  // By code points, so that no character is cut in half; one has at most two units of a string.
  const characters = [...clean.slice(0, 2 * (longest + 1))];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}...` : clean;
}
