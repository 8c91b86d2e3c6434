import type { ErrorCode } from "../errors/error";
import { exactJson, sanitizeMessage } from "../errors/redact";
import { omitUndefined, type Properties, parseJson } from "../plain/value";

/** The severity. An error fails the preview or the update; in a preflight check, only if `preflight` is "error". */
export type Level = "error" | "warning" | "info";

/** All findings that `ignoreChecks` can name. docs/reference/findings.md says what they mean. */
export const findingNames = [
  "account-moved",
  "account-unproven",
  "audience-again",
  "campaign-audience",
  "campaign-closed",
  "campaign-drifted",
  "campaign-duplicate",
  "campaign-exists",
  "campaign-sender-unknown",
  "campaign-sender-unverified",
  "campaign-not-draft",
  "campaign-overwritten",
  "campaign-unknown",
  "campaign-read",
  "campaign-replaced",
  "character-lost",
  "check-unknown",
  "domain-unknown",
  "element-unclosed",
  "extra-fields-unguarded",
  "html-blank",
  "html-too-large",
  "image-attached",
  "image-without-alt",
  "link-empty",
  "link-not-https",
  "link-unreachable",
  "list-conflict",
  "list-duplicate",
  "list-empty",
  "list-twice",
  "list-unknown",
  "merge-tag-unknown",
  "output-in-text",
  "plain-text-is-html",
  "plain-text-missing",
  "preheader-is-subject",
  "property-cap",
  "property-conflict",
  "property-duplicate",
  "property-exists",
  "property-in-use",
  "property-twice",
  "recipients-limit",
  "recipients-unknown",
  "reply-to-unknown",
  "reply-to-unverified",
  "schedule-duplicate",
  "schedule-past",
  "schedule-pause",
  "schedule-time-repeated",
  "schedule-time-skipped",
  "schedule-undeclared",
  "sender-conflict",
  "sender-domain-failed",
  "sender-domain-unknown",
  "sender-domain-unverified",
  "sender-duplicate",
  "sender-exists",
  "sender-twice",
  "share-domain",
  "share-duplicate",
  "source-in-text",
  "text-encoded",
  "undefined-in-text",
  "unsubscribe-broken",
  "unsubscribe-missing",
  "webhook-duplicate",
  "webhook-unknown",
] as const;

export type FindingName = (typeof findingNames)[number];

/** A problem with a resource or its inputs, or a note for reviewers. */
export interface Finding {
  /** The path of the input, such as `rules.limit` or `listIds[0]`; empty for the resource as a whole. */
  readonly path: string;
  /** The input's path in the tag (see `withTag`). `*` is for keys or indexes that the program chose: `listIds.*`. */
  readonly input?: string | undefined;
  /** The problem and the advice, worded to follow the path. Must not quote values that may be keys or contact data. */
  readonly problem: string;
  /** An error by default. */
  readonly level?: Level;
  /** The name for `ignoreChecks`. Without one, the finding can't be suppressed. */
  readonly name?: FindingName;
  /** Numbers in the tag, for the comment on a pull request. Never secret. */
  readonly numbers?: TagNumbers;
  /** JSON at the end of the tag, so that the comment on a pull request needn't parse the sentence. Never secret. */
  readonly data?: Properties;
  /** True if `ignoreChecks` can't suppress this, because the update fails anyway. */
  readonly cannotBeIgnored?: true;
}

/** A number for each id in the tag of a finding, such as the number of contacts of each list. */
export type TagNumbers = readonly (readonly [id: string, number: number])[];

export interface NamedFinding extends Finding {
  readonly name: FindingName;
  readonly level: Level;
}

/** Creates a finding without a path. The finding is about the whole resource, or its sentence names the input. */
export function finding(
  level: Level,
  name: FindingName,
  problem: string,
  tagged: Pick<Finding, "input" | "numbers" | "data"> = {},
): NamedFinding {
  return { path: "", level, name, problem, ...tagged };
}

export function sentenceOf({ path, problem }: Finding): string {
  return path === "" ? problem : `${path}: ${problem}`;
}

/** The sentence of a finding with its tag: `... in "Customers" (list-1). [campaign-audience listIds list-1=2]`. */
export function withTag(finding: Finding): string {
  const { name = isError(finding) ? "validation" : undefined, input, numbers = [], data } = finding;
  const sentence = sanitizeMessage(sentenceOf(finding));
  if (name === undefined) return sentence;
  const entries = numbers.map(([id, number]) => `${idInTag(id)}=${number}`);
  const facts = data === undefined ? [] : jsonInTag(data);
  return `${sentence} [${[name, input ?? [], ...entries, facts].flat().join(" ")}]`;
}

/** JSON with "[" escaped in strings, so that no string looks like the start of a tag. */
function jsonInTag(data: Properties): string {
  return exactJson(data).replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll("[", "\\u005b"));
}

const isCode: Readonly<Record<ErrorCode, true>> = {
  config: true,
  validation: true,
  auth: true,
  "not-found": true,
  conflict: true,
  "rate-limit": true,
  server: true,
  network: true,
  timeout: true,
  "unexpected-reply": true,
};

/** Appends the error code to the sentence of an error, unless the sentence already ends with a tag. */
export function withCode(sentence: string, code: ErrorCode): string {
  const isTagged = tagAtEnd(sentence, (name) => isFindingName(name) || Object.hasOwn(isCode, name));
  return isTagged ? sentence : `${sentence} [${code}]`;
}

/** Formats an id for a tag: as it is if it consists of ASCII letters, digits, `-`, `_` and `/`, otherwise as JSON. */
export function idInTag(id: string): string {
  return /^[\w/-]+$/.test(id) ? id : exactJson(id);
}

export interface Tagged extends Pick<Finding, "name" | "input" | "numbers" | "data"> {
  readonly said: string;
}

/** The placeholder of a redacted secret. The patterns of a tag accept it, because a part of the tag may be a secret. */
const secret = String.raw`\[secret\]`;
const idPattern = String.raw`"(?:[^"\\]|\\.)*"|(?:[\w/-]|${secret})+`;
const entry = new RegExp(` (${idPattern})=((?:\\d|${secret})+)`, "g");
const inputPattern = String.raw`(?:[\w.*]|${secret})+`;
const tag = new RegExp(
  `^\\[(?<name>[a-z-]+)(?: (?<input>${inputPattern}))?(?<entries>(?:${entry.source})*)(?: (?<json>\\{.*\\}))?\\]$`,
  "s",
);

/** Reads the tag at a sentence's end. Tries each `[` from the end, because names and ids may look like tags. */
export function parseTag(sentence: string): Tagged {
  const { at, name = "", input, entries = "", data } = tagAtEnd(sentence, isFindingName) ?? {};
  if (at === undefined || !isFindingName(name)) return { said: sentence };
  const said = sentence.slice(0, at).trimEnd();
  return { said, name, ...omitUndefined({ input, numbers: parseTagNumbers(entries), data }) };
}

function tagAtEnd(sentence: string, isName: (name: string) => boolean) {
  for (let at = sentence.length; at > 0 && sentence.endsWith("]"); ) {
    at = sentence.lastIndexOf("[", at - 1);
    // If no "[" is left, `at` is -1, so this reads only the last character, which is no tag.
    const { name = "", input, entries, json } = tag.exec(sentence.slice(at))?.groups ?? {};
    // The pattern checks only the braces around the JSON. If the text isn't valid JSON, this is no tag.
    const data = json === undefined ? undefined : (parseJson(json) as Properties | undefined);
    if (isName(name) && (json === undefined || data !== undefined)) {
      return { at, name, input, entries, data };
    }
  }
  return undefined;
}

export function isFindingName(name: string): name is FindingName {
  return (findingNames as readonly string[]).includes(name);
}

function parseTagNumbers(entries: string): TagNumbers | undefined {
  const numbers = [...entries.matchAll(entry)].map(
    ([, id = "", number]) => [unquote(id), Number(number)] as const,
  );
  return numbers.length === 0 ? undefined : numbers.filter(([, number]) => number >= 0);
}

/** Removes quotes, if there are any. The text may be invalid JSON, because a secret in it may have been replaced. */
export function unquote(written: string): string {
  if (!written.startsWith('"')) return written;
  const text = parseJson(written);
  return text === undefined ? written.slice(1, -1) : String(text);
}

export function isError({ level = "error" }: Finding): boolean {
  return level === "error";
}

interface Ignoring {
  readonly ignoreChecks?: unknown;
}

export function isIgnored(name: FindingName, { ignoreChecks }: Ignoring): boolean {
  return Array.isArray(ignoreChecks) && ignoreChecks.includes(name);
}

/** Removes findings that `ignoreChecks` names. A finding that can't be suppressed stays, and its sentence says so. */
export function withoutIgnored<Kind extends Finding>(findings: readonly Kind[], props: Ignoring) {
  return findings.flatMap((one) => {
    if (one.name === undefined || !isIgnored(one.name, props)) return [one];
    const problem = `${one.problem} ignoreChecks can't suppress this, because the update fails.`;
    return one.cannotBeIgnored ? [{ ...one, problem }] : [];
  });
}
