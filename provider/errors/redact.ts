/** A run of characters that an email address may have, so that an address is matched as a whole. */
const word = /[^\s"'<>(),;:]+/g;
const isAddress = /.(?:@|%40)./s;
const longest = 300;
const longestFinding = 600;
const longestName = 100;

export const longestId = 200;

const joiner = String.raw`[\u200c\u200d]`;
const joined = String.raw`\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f`;

/**
 * Invisible characters, and characters that change the direction of the text. Two of them are kept because they are a
 * part of how words and emoji are written: a joiner between letters or emoji, and the selector that makes a sign an
 * emoji.
 */
const unseen = new RegExp(
  [
    `(?<!${joined})${joiner}`,
    `${joiner}(?!${joined})`,
    String.raw`(?<!\p{Extended_Pictographic})\ufe0f`,
    String.raw`(?!${joiner}|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  ].join("|"),
  "gu",
);

/** Terminal controls and line breaks. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes a foreign text (from the account, an email, a service or a file) a single harmless line: no terminal
 * controls, no invisible characters, no commands to the runner of a pipeline.
 */
export function harmless(text: string): string {
  return (
    text
      .replace(control, " ")
      .replace(unseen, "")
      // GitHub and Azure execute ##[...] and ##vso[...] anywhere in a line.
      .replace(/##(?=\w*\[)/g, "# #")
  );
}

/** Makes every line of a message harmless before the message leaves the process. */
export function harmlessMessage(sentence: string): string {
  const lines = sentence.split("\n").map(harmless);
  // GitHub executes ::...:: at the beginning of a line.
  return lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1: ")).join("\n");
}

/** A foreign name, cut to 100 characters. Counts code points, so that no character is cut in half. */
export function asName(name: string): string {
  return cut(harmless(name), longestName, "…");
}

/** A foreign name in quotes, with quotes inside it escaped. */
export function quoted(name: string): string {
  return JSON.stringify(asName(name));
}

/** An id, uncut up to the longest valid length, so that it can be copied. */
export function asId(id: string): string {
  return cut(harmless(id), longestId, "…");
}

export function quotedId(id: string): string {
  return JSON.stringify(asId(id));
}

/** A foreign text in quotes, with quotes inside it escaped. */
export function quotation(words: string): string {
  return JSON.stringify(harmless(words));
}

/** JSON that a program reads back unchanged. Characters that a terminal or a runner would act on are escaped. */
export function exactJson(value: unknown, indent?: number): string {
  const inHex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const escaped = (one: string) => one.split("").map(inHex).join("");
  return JSON.stringify(value, undefined, indent)
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)
    .replace(unseen, escaped)
    .replace(/##(?=\w*\[)/g, "#\\u0023");
}

/** Replaces each secret with a word. The longest comes first, because one secret may begin with another. */
export function replaceTexts(text: string, secrets: readonly string[], word: string): string {
  return secrets
    .filter((secret) => secret !== "")
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, () => word), text);
}

/**
 * Prepares the service's words for a message: keys and addresses removed, at most 300 characters. All of them must
 * pass here.
 */
export function redact(text: string, keys: readonly string[]): string {
  return cut(withoutPrivate(text, keys), longest, "...");
}

/**
 * Redacts a finding. It is cut after a whole sentence, to at most 600 characters, because its advice is at the end.
 */
export function redactFinding(text: string, keys: readonly string[]): string {
  const clean = withoutPrivate(text, keys);
  const shown = cut(clean, longestFinding, "");
  if (shown === clean) return clean;
  const [sentences] = /^.*[.!?](?= )/s.exec(shown) ?? [];
  return sentences ?? cut(clean, longestFinding, "...");
}

function withoutPrivate(text: string, keys: readonly string[]): string {
  // A quoted URL may contain the key in its percent-encoded form.
  const spellings = keys.flatMap((key) => [key, encodeURIComponent(key)]);
  // Remove invisible characters first, because one in the middle of a key would hide the key.
  return (
    replaceTexts(harmless(text), spellings, "[key]")
      // Two steps, because a single pattern of words around an at sign would take minutes for a text without spaces.
      .replace(word, (one) => (isAddress.test(one) ? "[address]" : one))
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Replaces secret texts, and the hosts of secret addresses, in a message that leaves the process. */
export function redactTexts(sentence: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [
    secret,
    // A message may contain the secret in these forms: made harmless, cut, or quoted.
    ...[harmless(secret), asName(secret)].flatMap((said) => [said, quotation(said).slice(1, -1)]),
    ...secret.split("@").slice(1),
  ]);
  const hidden = parts.filter(({ length }) => length > 2);
  return replaceTexts(harmlessMessage(sentence), hidden, "[secret]");
}

/** A shorter key could occur in a text by chance. */
const shortestKeyInText = 8;

export function holdsKey(text: string, keys: readonly string[]): boolean {
  return keys.some(
    (key) => text === key || (key.length >= shortestKeyInText && text.includes(key)),
  );
}

function cut(text: string, most: number, sign: string): string {
  // A code point has at most two UTF-16 units.
  const characters = [...text.slice(0, 2 * (most + 1))];
  return characters.length > most ? `${characters.slice(0, most).join("")}${sign}` : text;
}
