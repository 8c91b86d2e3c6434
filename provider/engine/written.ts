import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { EmailMarketingError } from "../errors/error";
import { isRecord, type Properties } from "../input/plain";

/** The text of a file; undefined where its bytes are no text. PowerShell writes UTF-16 with a byte order mark. */
export function textIn(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}

/** Why the bytes of a file are not read. */
export const noText = "is neither UTF-8 nor UTF-16 with a byte order mark";

/** A text that should be JSON, and what an error says of it. */
export interface Written {
  readonly text: string;
  readonly source: string;
  /** Where it comes from, as a sentence. */
  readonly origin: string;
}

/** Reads JSON that is used as a whole or not at all: `read` gives undefined for what is not as it has to be. */
export function readWritten<Value>(
  { text, source, origin }: Written,
  read: (value: unknown) => Value | undefined,
): Value {
  const fault = (problem: string) =>
    new EmailMarketingError("config", `${source} ${problem}. ${origin}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw fault("is not JSON");
  }
  const value = read(parsed);
  if (value === undefined) throw fault("can't be used");
  return value;
}

export async function readWrittenFile<Value>(
  file: string,
  { source, origin }: Omit<Written, "text">,
  read: (value: unknown) => Value | undefined,
): Promise<Value> {
  const fault = (problem: string, cause?: unknown) =>
    new EmailMarketingError("config", `${source} ${problem}. ${origin}`, { cause });
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw fault("can't be read", cause);
  });
  const text = textIn(bytes);
  if (text === undefined) throw fault(noText);
  return readWritten({ text, source, origin }, read);
}

/** An object of JSON; Go writes null for what is empty. */
export function objectIn(value: unknown): Properties | undefined {
  return isRecord(value) ? value : undefined;
}

export function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function stringIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
