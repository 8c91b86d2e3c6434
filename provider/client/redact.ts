const addressPattern = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;
const longest = 300;

/**
 * The only way in which words of the service come into a message: keys and mail addresses are taken out,
 * white space is folded, and what is longer than 300 characters is cut.
 */
export function redact(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const key of keys) clean = clean.split(key).join("[key]");
  clean = clean
    .replace(addressPattern, "[address]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return clean.length > longest ? `${clean.slice(0, longest)}...` : clean;
}
