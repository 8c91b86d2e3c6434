import { isUtf8 } from "node:buffer";

/** Formats a number with its noun: `1 sender`, `1,000 senders`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : several}`;
}

export function formatNumber(number: number): string {
  return number.toLocaleString("en-US");
}

/** At most `most` names, and the number of the remaining names: `news, offers, 3 more`. */
export function namesInWords(names: readonly string[], most: number): string {
  return firstNames(names, most).join(", ");
}

/** At most `most` things, and the number of the remaining ones, for use in a sentence: `news, offers and 3 more`. */
export function enumerate(things: readonly string[], most = things.length): string {
  return new Intl.ListFormat("en-GB").format(firstNames(things, most));
}

function firstNames(names: readonly string[], most: number): string[] {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [count(more, "more", "more")] : [])];
}

/** Ignores outer and repeated white space, HTML entities and Unicode form, because a service may change these. */
export function isSameSpelling(one: string, other: string): boolean {
  return one === other || foldForComparison(one) === foldForComparison(other);
}

/** True if two texts differ at most in case and in what `isSameSpelling` ignores. */
export function isAlike(one: string, other: string): boolean {
  return comparedName(one) === comparedName(other);
}

/** How a collection compares names, and which text it searches for: a part that all spellings share, if possible. */
export const comparedAsName = { compared: comparedName, textOf: searchedName };

export function comparedName(name: string): string {
  return foldForComparison(name).toLowerCase();
}

function searchedName(name: string): string {
  const whole = foldForComparison(name);
  const hasOneSpelling = [whole, name.normalize("NFD")].every((one) => one === name);
  if (hasOneSpelling && !/[&<>"']/.test(name)) return name;
  const words = whole.match(/[A-Za-z0-9]+/g) ?? [];
  return (
    words.reduce((longest, word) => (word.length > longest.length ? word : longest), "") || whole
  );
}

function foldForComparison(text: string): string {
  return decoded(text).normalize("NFC").replace(/\s+/g, " ").trim();
}

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  // Loaded on demand, because few texts have entities.
  const { withoutEntities } = require("#mail/inspect") as typeof import("#mail/inspect");
  return withoutEntities(text);
}

/** The position, in words, of the first byte that is NUL or isn't UTF-8. Undefined if all bytes are valid. */
export function invalidBytePosition(bytes: Buffer): string | undefined {
  const at = firstInvalidByte(bytes);
  if (at === -1) return undefined;
  const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
  const value = (bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase();
  return `byte ${at + 1}, on line ${line}, is 0x${value}`;
}

/** A text as it is sent: with LF line endings and without a byte order mark, which isn't content. */
export function asSent(text: string): string {
  return withLineFeeds(text.startsWith("\ufeff") ? text.slice(1) : text);
}

/** Replaces CRLF with LF, because Git may check out the same file with either line ending. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function firstInvalidByte(bytes: Buffer): number {
  if (isUtf8(bytes)) return bytes.indexOf(0);
  // Decoding replaces an invalid byte with U+FFFD, so the first difference is the invalid byte.
  const read = Buffer.from(bytes.toString());
  const wrong = bytes.findIndex((byte, at) => byte === 0 || byte !== read[at]);
  return wrong === -1 ? bytes.length - 1 : wrong;
}
