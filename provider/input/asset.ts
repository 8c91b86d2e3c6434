import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { asset } from "@pulumi/pulumi";
import { EmailMarketingError } from "../errors/error";
import { quoted } from "../errors/redact";
import { asSent, invalidBytePosition, withLineFeeds } from "../plain/text";
import { isObject, mark, unknownValue } from "../plain/value";
import { type Finding, finding } from "./finding";
import { type Check, wrongType } from "./validation";

/** A text in a program: a string, or a Pulumi asset of a file or a string. */
export type Content = string | asset.FileAsset | asset.StringAsset;

// These signatures mark assets and archives in Pulumi's protocol, according to sdk/go/common/resource of pulumi/pulumi.
const assetMark = "c44067f5952c0a294b673a41bacd8c17";
const archiveMark = "0def7320c3a5731c473e5ecbe6d01bc7";

interface AnyAsset {
  /** SHA-256 in hex of the content. A diff gets only this hash from the engine. */
  readonly hash?: string;
  /** The path of the file. A relative path begins in the project's folder. */
  readonly path?: string;
  readonly text?: string;
  readonly uri?: string;
}

/** Checks for a nonempty string or asset. Rejects remote assets, archives, and strings that look like file paths. */
export const content: Check = (value, path) => {
  if (value === unknownValue) return [];
  const nothing = { path, problem: "must not be empty" };
  if (typeof value === "string") {
    if (value === "") return [nothing];
    // One line that ends in an extension such as `.html`, without tags or URLs, is most likely the path of a file.
    const isPath = /^[^<\r\n]{1,255}\.(html?|mjml|txt|hbs|eml)$/i.test(value);
    if (!isPath || /:\/\/|\bwww\./i.test(value)) return [];
    const problem = `is the path of a file, and would be mailed as the text. Use new FileAsset(${quoted(value)})`;
    return [{ path, problem }];
  }
  if (isArchive(value)) {
    return [{ path, problem: "must be a single file (got an archive). Use a FileAsset" }];
  }
  if (!isAsset(value)) {
    return [wrongType(path, "a string, a FileAsset or a StringAsset", value)];
  }
  if (value.uri !== undefined) {
    const problem =
      "must not be a RemoteAsset, because its content can change between preview and update. " +
      "Download the file and use a FileAsset or StringAsset";
    return [{ path, problem }];
  }
  if (value.text === "" || value.hash === sha256("")) return [nothing];
  // Under mocks, the path is a promise at first. The program checks the file once the path is known.
  const { path: file, hash } = value;
  if (typeof file !== "string" || hash !== undefined) return [];
  // Checks the file here, because the engine would report a missing file with a page of stack frames.
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) return stats.size > 0 ? [] : [nothing];
  const what = stats ? "is not a file" : "does not exist";
  return [{ path, problem: `${file} ${what}. Paths are relative to the project folder` }];
};

/** Findings about invalid or lost characters in a text for an email. No findings if the text isn't known. */
export function judgeText(value: unknown, path: string): Finding[] {
  if (value === unknownValue) return [];
  const { path: file, text } = contentParts(value);
  const bytes = typeof text === "string" ? Buffer.from(text) : bytesOf(file);
  if (bytes === undefined) return [];
  const wrong = invalidBytePosition(bytes);
  if (wrong) {
    const problem =
      file === undefined
        ? `must not contain a NUL character (${wrong}). Remove it`
        : `the file ${file} is not text in UTF-8: ${wrong}. Save it as UTF-8`;
    return [{ path, problem }];
  }
  const whole = bytes.toString();
  const lost = lostCharacter.exec(whole);
  if (lost === null) return [];
  const [character] = lost;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const line = whole.slice(0, lost.index).split("\n").length;
  const what =
    character === "\ufffd"
      ? "which stands for one that was lost when the text was converted"
      : "a control character in place of one that was lost when the text was converted (from windows-1252 as if it were ISO-8859-1)";
  const problem = `${path}: it has the character U+${code} (first on line ${line}), ${what}. Restore it from the original.`;
  return [finding("warning", "character-lost", problem, { input: path })];
}

/** The replacement character, and control characters that most likely come from a wrong conversion. */
const lostCharacter = /[\ufffd\u0080-\u009f]/;

/** The text of an asset, if it is known. For an asset of a file, the current text of the file. */
export function knownText({ path: file, text }: AnyAsset): string | undefined {
  return text ?? bytesOf(file)?.toString();
}

function contentParts(value: unknown): { readonly path?: string; readonly text?: unknown } {
  return isAsset(value) ? value : { text: value };
}

/** The bytes of a file. Undefined without a path, or if the file can't be read, which the update then reports. */
function bytesOf(file: string | undefined): Buffer | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

/** True if two inputs, or the texts in them, are equal. Line endings don't count, because contents are sent with LF. */
export function isSameContent(one: unknown, other: unknown): boolean {
  if (typeof one === "string" && typeof other === "string") {
    return withLineFeeds(one) === withLineFeeds(other);
  }
  const [hashes, others] = [hashesOf(one), hashesOf(other)];
  if (hashes.length === 0 || others.length === 0) return isDeepStrictEqual(one, other);
  return hashes.some((hash) => others.includes(hash));
}

/** An asset that has only a hash, as the engine passes assets to a diff or a read. */
export function hashedContent(hash: string): object {
  return { [mark]: assetMark, hash };
}

/** SHA-256 in hex of a content input as it is sent. If its text isn't available, the engine's hash, if there is one. */
export function contentHash(value: unknown): string | undefined {
  const text = availableText(value);
  return text === undefined ? plannedHash(value) : sha256(asSent(text));
}

/** The engine's hash of a content input and, if the text is available, the text's hashes with LF and with CRLF. */
function hashesOf(value: unknown): string[] {
  const text = availableText(value);
  const unix = text === undefined ? [] : [withLineFeeds(text)];
  const hashes = unix.flatMap((one) => [sha256(one), sha256(one.replaceAll("\n", "\r\n"))]);
  return [plannedHash(value) ?? [], hashes].flat();
}

/** The text of a string or of an asset. Undefined if the asset has no hash, or if its file no longer has this hash. */
function availableText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isAsset(value) || value.hash === undefined) return undefined;
  const { path: file, text, hash } = value;
  if (typeof text === "string") return text;
  const bytes = bytesOf(file);
  return bytes && sha256(bytes) === hash ? bytes.toString() : undefined;
}

/** The engine's hash of an asset or an archive. Undefined for other values, and before the engine has computed it. */
function plannedHash(value: unknown): string | undefined {
  return isAsset(value) || isArchive(value) ? value.hash : undefined;
}

/** Reads a content input during apply. Fails if the content has changed since it was planned. */
export async function readContent(value: unknown, path: string): Promise<string> {
  if (typeof value === "string") return asSent(value);
  const { hash, path: file, text = "" } = value as AnyAsset;
  const bytes = file === undefined ? Buffer.from(text) : await readPlanned(file, path);
  // `hash` is that of the declared content, which the checks have read. Content that has changed since isn't sent.
  if (hash === undefined || sha256(bytes) === hash) return asSent(bytes.toString());
  const what = file === undefined ? "the text" : `the file ${file}`;
  const sentence = `${path}: ${what} has changed since the preview. Nothing was sent. Run: pulumi up`;
  throw new EmailMarketingError("validation", sentence);
}

/** The text of a content input as it is sent. Undefined if unknown until apply, unreadable, or not a text. */
export async function contentText(value: unknown): Promise<string | undefined> {
  if (value === unknownValue) return undefined;
  // In the program, the members of an asset are promises.
  const { path, text }: { readonly path?: unknown; readonly text?: unknown } = contentParts(value);
  const [file, given] = await Promise.all([path, text]);
  if (typeof given === "string") return asSent(given);
  if (typeof file !== "string") return undefined;
  return readFile(file, "utf8").then(asSent, () => undefined);
}

function readPlanned(file: string, path: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const { code = "unreadable" } = cause;
    const sentence = `${path}: can't read the file ${file} in ${process.cwd()} (${code}).`;
    throw new EmailMarketingError("validation", sentence, { cause });
  });
}

/** True for an asset, as an object of the SDK or in Pulumi's protocol. */
export function isAsset(value: unknown): value is AnyAsset {
  return isMarked(value, "__pulumiAsset", assetMark);
}

function isArchive(value: unknown): value is AnyAsset {
  return isMarked(value, "__pulumiArchive", archiveMark);
}

function isMarked(value: unknown, inProgram: string, onWire: string): boolean {
  if (!isObject(value)) return false;
  // Compare marks instead of classes, because a project may contain two copies of the SDK.
  return value[inProgram] === true || value[mark] === onWire;
}

export function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** True if two inputs are equal. Compares assets by hash, which is all that a diff gets of them. null equals absent. */
export function isSameInput(one: unknown, other: unknown): boolean {
  const [hash, otherHash] = [plannedHash(one), plannedHash(other)];
  if (hash !== undefined && otherHash !== undefined) return hash === otherHash;
  if (!isObject(one) || !isObject(other)) return (one ?? undefined) === (other ?? undefined);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameInput(one[name], other[name]));
}
