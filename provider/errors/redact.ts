/** Matches consecutive characters that an email address may contain, so that a whole address is matched. */
const word = /[^\s"'<>(),;:]+/g;
const isAddress = /.(?:@|%40)./s;

export const maxIdLength = 200;

const joiner = String.raw`[\u200c\u200d]`;
const joined = String.raw`\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f`;

/**
 * Matches invisible characters, and characters that change the direction of the text. Leaves out joiners between
 * letters or emoji, and the emoji selector (U+FE0F) after a pictograph.
 */
const invisibleCharacters = new RegExp(
  [
    `(?<!${joined})${joiner}`,
    `${joiner}(?!${joined})`,
    String.raw`(?<!\p{Extended_Pictographic})\ufe0f`,
    String.raw`(?!${joiner}|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  ].join("|"),
  "gu",
);

/** Terminal controls and line breaks. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Sanitizes a text from the account, an email, a service or a file for output in one line. Replaces terminal controls,
 * removes invisible characters, and breaks commands that the runner of a pipeline executes anywhere in a line.
 */
export function sanitize(text: string): string {
  // A fast path for the names in every step: most are printable ASCII without "#", which no pattern below matches.
  if (/^[ -"$-~]*$/.test(text)) return text;
  return (
    text
      // gRPC refuses half of a character, as after a cut within an emoji. In an error, it would end the plugin.
      .toWellFormed()
      .replace(controlCharacters, " ")
      .replace(invisibleCharacters, "")
      // The runners of GitHub and Azure execute ##[...] and ##vso[...] anywhere in a line.
      .replace(/##(?=\w*\[)/g, "# #")
  );
}

/** Sanitizes every line of a message before the message is printed. */
export function sanitizeMessage(sentence: string): string {
  const lines = sentence.split("\n").map(sanitize);
  // The runner of GitHub executes ::...:: at the beginning of a line.
  return lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1: ")).join("\n");
}

/** A name, sanitized and truncated to 100 characters. Counts code points, so that no character is cut in half. */
export function asName(name: string): string {
  return truncate(sanitize(name), 100, "…");
}

/** A sanitized and truncated name in quotes, with quotes inside it escaped. */
export function quoted(name: string): string {
  return JSON.stringify(asName(name));
}

/** An id for a message. An id of a valid length is never truncated, so that it can be copied. */
export function asId(id: string): string {
  return truncate(sanitize(id), maxIdLength, "…");
}

export function quotedId(id: string): string {
  return JSON.stringify(asId(id));
}

/** A sanitized text in quotes, with quotes inside it escaped. */
export function quotation(words: string): string {
  return JSON.stringify(sanitize(words));
}

/** JSON in which characters are escaped that a terminal or a CI runner acts on. A parser gets the original values. */
export function exactJson(value: unknown, indent?: number): string {
  const inHex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const escaped = (one: string) => one.split("").map(inHex).join("");
  return JSON.stringify(value, undefined, indent)
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)
    .replace(invisibleCharacters, escaped)
    .replace(/##(?=\w*\[)/g, "#\\u0023");
}

/** Replaces each secret in a text with a word, the longest secret first, because one secret may contain another. */
export function replaceTexts(
  text: string,
  secrets: readonly string[],
  word: string,
  patternOf: (secret: string) => string | RegExp = (secret) => secret,
): string {
  return secrets
    .filter((secret) => secret !== "")
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(patternOf(secret), () => word), text);
}

/**
 * Prepares a text from the service for a message: replaces keys and email addresses, and truncates to 300 characters.
 * Error messages of the service must pass through this function, because they may quote contact data.
 */
export function redact(text: string, keys: readonly string[]): string {
  return truncate(withoutKeysAndAddresses(text, keys), 300, "...");
}

/** Redacts a finding and truncates it, after a whole sentence if possible. */
export function redactFinding(text: string, keys: readonly string[]): string {
  const clean = withoutKeysAndAddresses(text, keys);
  // The limit is higher than for other texts, because the advice is at the end.
  const shown = truncate(clean, 600, "");
  if (shown === clean) return clean;
  const [sentences] = /^.*[.!?](?= )/s.exec(shown) ?? [];
  return sentences ?? `${shown}...`;
}

function withoutKeysAndAddresses(text: string, keys: readonly string[]): string {
  // Remove invisible characters first, because one in the middle of a key would hide the key.
  return (
    replaceTexts(sanitize(text), keys, "[key]", keyPattern)
      // Two steps, because a single pattern for addresses would take minutes for a long text without spaces.
      .replace(word, (one) => (isAddress.test(one) ? "[address]" : one))
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Matches a key, even in a URL, a web page or JSON, where punctuation may be encoded or escaped. */
function keyPattern(key: string): RegExp {
  const spellings = (one: string) => {
    if (/[a-z\d]/i.test(one)) return one;
    const hex = (one.codePointAt(0) ?? 0).toString(16).padStart(2, "0");
    const code = `(?:${hex}|${hex.toUpperCase()})`;
    return String.raw`(?:\\?\u{${hex}}|\\{1,2}u00${code}|%(?:25)*${code}|&#?\w{1,8};)`;
  };
  return new RegExp([...key].map(spellings).join(""), "gu");
}

/** A date with a time of day, perhaps with its weekday, offset or time zone. */
const time =
  /(?:[A-Z][a-z]{2} )?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?(?:\[[^\]]*\])?/g;

/**
 * Replaces secret texts of at least three characters in a message. If a secret contains an `@`, the text after it is
 * also replaced, because a message may show only the host of a URL with a password. If a secret begins with a time, all
 * times are replaced, because a message may show the time in another time zone.
 */
export function redactSecretTexts(sentence: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [
    secret,
    // A message may contain the secret in these forms: sanitized, truncated, or quoted.
    ...[sanitize(secret), asName(secret)].flatMap((said) => [said, quotation(said).slice(1, -1)]),
    ...secret.split("@").slice(1),
  ]);
  const hidden = parts.filter(({ length }) => length > 2);
  const said = sanitizeMessage(sentence);
  const hasTime = secrets.some((secret) => secret.search(time) === 0);
  return replaceTexts(hasTime ? said.replace(time, "[secret]") : said, hidden, "[secret]");
}

/** The minimum length of a key to look for within a text, because a shorter key could occur there by chance. */
const minKeyLength = 8;

export function holdsKey(text: string, keys: readonly string[]): boolean {
  for (const key of keys) {
    if (text === key || (key.length >= minKeyLength && text.includes(key))) return true;
  }
  return false;
}

function truncate(text: string, most: number, sign: string): string {
  // A code point has at most two UTF-16 units, so this slice holds enough of them.
  const characters = [...text.slice(0, 2 * (most + 1))];
  return characters.length > most ? `${characters.slice(0, most).join("")}${sign}` : text;
}
