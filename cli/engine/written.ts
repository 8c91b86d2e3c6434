import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { EmailMarketingError } from "../../provider/errors/error";

/**
 * Decodes a text file, or returns undefined if the bytes aren't text. Also decodes UTF-16 with a byte order mark, which
 * PowerShell writes.
 */
export function textIn(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}

export const noText = "is neither UTF-8 nor UTF-16 with a byte order mark";

/** The parts of an error message about unusable text: the name of its source, and advice. */
interface Origin {
  readonly source: string;
  readonly origin: string;
}

/** Parses JSON and converts the value with `read`. Throws if the text isn't JSON, or if `read` returns undefined. */
export function readWritten<Value>(
  { text, ...origin }: Origin & { readonly text: string },
  read: (value: unknown) => Value | undefined,
): Value {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw unread("is not JSON", origin);
  }
  const value = read(parsed);
  if (value === undefined) throw unread("can't be used", origin);
  return value;
}

export async function readWrittenFile<Value>(
  file: string,
  origin: Origin,
  read: (value: unknown) => Value | undefined,
): Promise<Value> {
  return readWritten({ text: await readText(file, origin), ...origin }, read);
}

export async function readText(file: string, origin: Origin): Promise<string> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw unread(`can't be read (${cause.code ?? "unreadable"})`, origin, cause);
  });
  const text = textIn(bytes);
  if (text === undefined) throw unread(noText, origin);
  return text;
}

function unread(problem: string, { source, origin }: Origin, cause?: unknown): EmailMarketingError {
  return new EmailMarketingError("config", `${source} ${problem}. ${origin}`, { cause });
}

export function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
