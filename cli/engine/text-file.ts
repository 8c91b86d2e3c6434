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

export const notTextProblem = "is neither UTF-8 nor UTF-16 with a byte order mark";

/** The parts of an error message about unusable text: the name of its source, and advice. */
interface TextSource {
  readonly source: string;
  readonly advice: string;
}

export const tooDeepProblem = "is nested too deeply";

/** True if a value has more levels than recursive functions can safely read. */
export function isTooDeep(value: unknown, levels = 500): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}

/**
 * Parses JSON and converts the value with `read`. Throws if the text isn't JSON or is nested too deeply, or if `read`
 * returns undefined.
 */
export function readJson<Value>(
  { text, ...textSource }: TextSource & { readonly text: string },
  read: (value: unknown) => Value | undefined,
): Value {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw unusableText("is not JSON", textSource);
  }
  if (isTooDeep(parsed)) throw unusableText(tooDeepProblem, textSource);
  const value = read(parsed);
  if (value === undefined) throw unusableText("can't be used", textSource);
  return value;
}

export async function readJsonFile<Value>(
  file: string,
  textSource: TextSource,
  read: (value: unknown) => Value | undefined,
): Promise<Value> {
  return readJson({ text: await readText(file, textSource), ...textSource }, read);
}

export async function readText(file: string, textSource: TextSource): Promise<string> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw unusableText(`can't be read (${cause.code ?? "unreadable"})`, textSource, cause);
  });
  const text = textIn(bytes);
  if (text === undefined) throw unusableText(notTextProblem, textSource);
  return text;
}

function unusableText(
  problem: string,
  { source, advice }: TextSource,
  cause?: unknown,
): EmailMarketingError {
  return new EmailMarketingError("config", `${source} ${problem}. ${advice}`, { cause });
}

export function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
