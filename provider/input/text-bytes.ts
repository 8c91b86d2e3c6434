import { isUtf8 } from "node:buffer";

/** The position of the first byte that is NUL or isn't UTF-8. Undefined if all bytes are valid. */
export function wrongByteIn(bytes: Buffer): string | undefined {
  const at = firstWrong(bytes);
  if (at === -1) return undefined;
  const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
  const value = (bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase();
  return `byte ${at + 1}, on line ${line}, is 0x${value}`;
}

/** A text as it is sent: with LF line endings and without a byte order mark, which isn't content. */
export function asMailed(text: string): string {
  return withLineFeeds(text.startsWith("\ufeff") ? text.slice(1) : text);
}

/** Replaces CRLF with LF, because Git may check out the same file with either line ending. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function firstWrong(bytes: Buffer): number {
  const nul = bytes.indexOf(0);
  if (isUtf8(bytes)) return nul;
  // Decoding replaces an invalid byte with U+FFFD, so the first difference is the invalid byte.
  const read = Buffer.from(bytes.toString());
  const differs = bytes.findIndex((byte, at) => byte !== read[at]);
  const wrong = differs === -1 ? bytes.length - 1 : differs;
  return nul === -1 ? wrong : Math.min(nul, wrong);
}
