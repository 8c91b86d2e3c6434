/** What an address is written without: a word is an address as a whole, or none. */
const word = /[^\s"'<>(),;:]+/g;
const isAddress = /.(?:@|%40)./s;
const longest = 300;
const longestFinding = 600;
const longestName = 100;

export const longestId = 200;

const joiner = String.raw`[\u200c\u200d]`;
const joined = String.raw`\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f`;

/**
 * Characters that nobody sees, or that turn the direction of what follows; but a joiner between two letters or emoji is a part of how
 * they are written, and so is what makes a sign an emoji.
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

/** What changes a terminal, or begins a line. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Words that are not ours, from the account, a mail, a service or a file, in one line that only says something: it moves no cursor, hides
 * nothing, and is no command to the runner of a pipeline.
 */
export function inert(text: string): string {
  return (
    text
      .replace(control, " ")
      .replace(unseen, "")
      // GitHub and Azure read ##[...] and ##vso[...] anywhere in a line.
      .replace(/##(?=\w*\[)/g, "# #")
  );
}

/** A sentence, or several lines of them, as it leaves us, whatever has come into it. */
export function spoken(sentence: string): string {
  const lines = sentence.split("\n").map(inert);
  // GitHub reads ::...:: where a line begins.
  return lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1: ")).join("\n");
}

/** A name that is not ours: at most 100 characters, by code points, so that none is cut in half. */
export function asName(name: string): string {
  return cut(inert(name), longestName, "…");
}

/** A name that is not ours in quotes, which it can't close. */
export function quoted(name: string): string {
  return JSON.stringify(asName(name));
}

/** An id, which is whole, so that it can be copied. */
export function asId(id: string): string {
  return cut(inert(id), longestId, "…");
}

export function quotedId(id: string): string {
  return JSON.stringify(asId(id));
}

/** What somebody else has said, in quotes that it can't close. */
export function quotation(words: string): string {
  return JSON.stringify(inert(words));
}

/** JSON of the exact text for a program, in which what a terminal or a runner would act on is written as an escape. */
export function exactJson(value: unknown, indent?: number): string {
  const inHex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const escaped = (one: string) => one.split("").map(inHex).join("");
  return JSON.stringify(value, undefined, indent)
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)
    .replace(unseen, escaped)
    .replace(/##(?=\w*\[)/g, "#\\u0023");
}

/** A text with a word in place of each secret: the longest first, since one may begin with another. */
export function withoutSecrets(text: string, secrets: readonly string[], word: string): string {
  return secrets
    .filter((secret) => secret !== "")
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, () => word), text);
}

/** The only way in which words of the service come into a message: without keys and addresses, in at most 300 characters. */
export function redact(text: string, keys: readonly string[]): string {
  return cut(withoutPrivate(text, keys), longest, "...");
}

/** The same of a finding, whose advice stands at its end: whole sentences, of at most 600 characters. */
export function redactFinding(text: string, keys: readonly string[]): string {
  const clean = withoutPrivate(text, keys);
  const shown = cut(clean, longestFinding, "");
  if (shown === clean) return clean;
  const [sentences] = /^.*[.!?](?= )/s.exec(shown) ?? [];
  return sentences ?? cut(clean, longestFinding, "...");
}

function withoutPrivate(text: string, keys: readonly string[]): string {
  // A quoted address would hold the key in its encoded form.
  const spellings = keys.flatMap((key) => [key, encodeURIComponent(key)]);
  // What is taken out of a key's middle must not be what hid it.
  return (
    withoutSecrets(inert(text), spellings, "[key]")
      // In two steps: one pattern of words around an at sign would take minutes for a text without spaces.
      .replace(word, (one) => (isAddress.test(one) ? "[address]" : one))
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** A sentence as it leaves us, which never shows one of these secret texts, or the host of a secret address. */
export function concealed(sentence: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [
    secret,
    // As sentences have it: what acts is taken out, and what is long is cut.
    ...[inert(secret), asName(secret)].flatMap((said) => [said, quotation(said).slice(1, -1)]),
    ...secret.split("@").slice(1),
  ]);
  const hidden = parts.filter(({ length }) => length > 2);
  return withoutSecrets(spoken(sentence), hidden, "[secret]");
}

/** So few characters may stand in a text by chance. */
const shortestKeyInText = 8;

export function holdsKey(text: string, keys: readonly string[]): boolean {
  return keys.some(
    (key) => text === key || (key.length >= shortestKeyInText && text.includes(key)),
  );
}

function cut(text: string, most: number, sign: string): string {
  // A character has at most two units of a string.
  const characters = [...text.slice(0, 2 * (most + 1))];
  return characters.length > most ? `${characters.slice(0, most).join("")}${sign}` : text;
}
