import { isUtf8 } from "node:buffer";

/** The place of the first byte that is NUL or isn't valid UTF-8, and a sentence about the probable encoding. */
export function wrongByteIn(bytes: Buffer) {
  const at = firstWrong(bytes);
  if (at === -1) return undefined;
  const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
  const value = (bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase();
  const encoding = encodingOf(bytes);
  return {
    place: `byte ${at + 1}, on line ${line}, is 0x${value}`,
    guess: encoding === undefined ? "" : ` It looks like ${encoding}.`,
  };
}

/** A text as it is sent: without a byte order mark, which isn't content, and with LF line ends. */
export function asMailed(text: string): string {
  return withLineFeeds(text.startsWith("\ufeff") ? text.slice(1) : text);
}

/** Replaces CRLF with LF, because Git may check out the same file with either. */
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

/** Bytes that Windows-1252 doesn't assign. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function encodingOf(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const zeros = bytes.filter((byte) => byte === 0).length;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return "UTF-16";
  if (zeros > 0) return zeros * 3 > bytes.length ? "UTF-16" : undefined;
  // In Western European text, non-ASCII letters mostly stand alone.
  const isHigh = (byte = 0) => byte >= 0x80;
  const high = bytes.filter(isHigh).length;
  const alone = bytes.filter((byte, at) => isHigh(byte) && !isHigh(bytes[at + 1])).length;
  const isWestern = !bytes.some((byte) => unassigned.has(byte)) && alone * 4 > high * 3;
  return isWestern ? "Windows-1252" : undefined;
}
