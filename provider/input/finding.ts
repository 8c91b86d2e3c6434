import type { ErrorCode } from "../errors/error";
import { exactJson, sanitizeMessage } from "../errors/redact";

/**
 * The severity of a finding. Warnings and infos are only shown. An error fails the preview or the update, but an error
 * of a preflight check does so only if `preflight` is "error".
 */
export type Level = "error" | "warning" | "info";

/** All findings that `ignoreChecks` can name, with their meaning. */
export const findingNames = {
  "account-moved": "the campaign or schedule would be created again in another account",
  "account-unproven":
    "the sender is missing, and nothing shows that the key belongs to its account",
  "audience-again": "another mail goes to the same list within the hours of audienceGapHours",
  "campaign-audience": "when a campaign is sent, and to how many contacts",
  "campaign-closed": "the campaign is being sent, was sent or was stopped, so it can't be changed",
  "campaign-drifted":
    "somebody has changed the lists, the date or the status of the campaign in the service",
  "campaign-duplicate": "two resources adopt the same campaign",
  "campaign-exists": "the account has the same campaign already, which is mailed or was",
  "campaign-sender-unknown": "neither the account nor the program has the campaign's sender",
  "campaign-sender-unverified": "the campaign's sender is not verified",
  "campaign-not-draft": "the service mails a new campaign that has no date",
  "campaign-overwritten": "an adoption replaces what the campaign contains",
  "campaign-unknown": "the service's list has no campaign with this id",
  "campaign-read": "what a preview has read of a campaign",
  "campaign-replaced":
    "a campaign that is scheduled is replaced, so its readers could be mailed twice",
  "character-lost":
    "a text that is mailed has U+FFFD or a control character in place of a character",
  "check-unknown": "ignoreChecks has an entry that is not the name of a finding",
  "domain-unknown": "the account has no domain with this id",
  "element-unclosed": "an element in the HTML is never closed",
  "extra-fields-unguarded": "extra fields of a campaign could get around a setting that guards",
  "html-blank": "the HTML shows nothing, or tags in place of a text",
  "html-too-large": "the HTML is over 102 kB, where some mailbox providers clip it",
  "image-attached": "an image is an attachment, which a campaign can't have",
  "image-without-alt": "an image in the HTML has no alt text",
  "link-empty": "a link leads nowhere, or an image has no address",
  "link-not-https": "a link or image in the HTML does not use https",
  "link-unreachable": "an address leads to a host that readers can't reach",
  "list-conflict": "the list exists, or existingId does not name it",
  "list-duplicate": "two resources are the same list",
  "list-empty": "a contact list has no contacts",
  "list-twice": "the account has two lists of the same name",
  "list-unknown": "the account has no list with this id",
  "merge-tag-unknown": "a merge tag is none of the service's",
  "output-in-text":
    "a text has the words for an output, a promise or an object in place of a value",
  "plain-text-is-html": "the plain text is an HTML page",
  "plain-text-missing": "the campaign has HTML but no plain text",
  "preheader-is-subject": "the preheader repeats the subject",
  "property-cap": "the account would exceed 100 custom properties",
  "property-conflict": "the custom property exists, and can't be adopted as declared",
  "property-duplicate": "two resources are custom properties of the same name",
  "property-exists": "the custom property exists and will be adopted",
  "property-in-use":
    "mails that aren't sent yet name a property that is deleted with its values, or renamed",
  "property-twice": "the account has two custom properties of the same name",
  "recipients-limit":
    "a campaign goes to more contacts than maxRecipients allows, and to fewer by its rules.limit",
  "recipients-unknown":
    "maxRecipients is set, and how many contacts a campaign goes to can't be known",
  "reply-to-unknown": "replyTo is not a reply-to address of the account",
  "reply-to-unverified": "replyTo is not verified",
  "schedule-duplicate": "two resources schedule the same campaign",
  "schedule-past": "the new date is in the past by more than 24 hours",
  "schedule-pause": "the date changes, which requires a paused campaign",
  "schedule-time-repeated": "the clocks are put back, so the date happens twice",
  "schedule-time-skipped": "the clocks are put forward past the date, so it does not exist",
  "schedule-undeclared":
    "the campaign is scheduled in the service, but the program has no CampaignSchedule for it",
  "sender-conflict": "the sender exists, and adopt is false",
  "sender-domain-failed": "the verification of the sender's domain failed",
  "sender-domain-unknown": "the account does not have the sender's domain",
  "sender-domain-unverified": "the sender's domain is not verified",
  "sender-duplicate": "two resources are senders with the same address and name",
  "sender-exists": "the sender exists and will be adopted",
  "sender-twice": "the account has two senders with the same address and name",
  "share-domain": "the domain whose DNS records are emailed",
  "share-duplicate": "two resources send the same records to the same address",
  "source-in-text": "a text is MJML that was not compiled, or has conflict markers of git",
  "text-encoded": "a text or an address has codes in place of characters",
  "undefined-in-text":
    "a text has a word such as undefined, [object Map] or Lorem ipsum in place of a value",
  "unsubscribe-broken": "%%unsubscribe%% is written so that it becomes no link",
  "unsubscribe-missing": "the campaign has no unsubscribe link",
  "webhook-duplicate": "two resources switch the same webhook",
  "webhook-unknown": "the account has no webhook with this id",
} as const satisfies Record<string, string>;

export type FindingName = keyof typeof findingNames;

/** A problem with a resource or its inputs, or a note for reviewers. */
export interface Finding {
  /** The path of the input, such as `rules.limit` or `listIds[0]`; empty for the resource as a whole. */
  readonly path: string;
  /**
   * The input's path in the tag at the end of the message, if known. A key or index that the program chose becomes `*`,
   * as in `listIds.*`.
   */
  readonly input?: string | undefined;
  /**
   * The problem and the advice, worded to follow the path. Quotes an input's value only if the value can't be a key or
   * contact data.
   */
  readonly problem: string;
  /** An error by default. */
  readonly level?: Level;
  /** The name for `ignoreChecks`. Without one, the finding can't be suppressed. */
  readonly name?: FindingName;
  /** Numbers in the tag, for the comment on a pull request. Never secret. */
  readonly numbers?: TagNumbers;
  /** JSON at the end of the tag, for the comment on a pull request. Never secret. */
  readonly data?: TagData;
  /** True if `ignoreChecks` can't suppress this, because the update fails anyway. */
  readonly cannotBeIgnored?: true;
}

/** A number for each id in the tag of a finding, such as the number of contacts of each list. */
export type TagNumbers = readonly (readonly [id: string, number: number])[];

/** Facts for programs that read the tag, so that they needn't parse the sentence. */
export type TagData = Readonly<Record<string, unknown>>;

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

/**
 * The sentence of a finding with its tag, such as `... in "Customers" (list-1). [campaign-audience listIds list-1=2]`.
 * The tag of an error without a name is `[validation]`.
 */
export function withTag(finding: Finding): string {
  const { name = isError(finding) ? "validation" : undefined, input, numbers = [], data } = finding;
  const sentence = sanitizeMessage(sentenceOf(finding));
  if (name === undefined) return sentence;
  const entries = numbers.map(([id, number]) => `${idInTag(id)}=${number}`);
  const facts = data === undefined ? [] : jsonInTag(data);
  return `${sentence} [${[name, input ?? [], ...entries, facts].flat().join(" ")}]`;
}

/** JSON with "[" escaped in strings, so that no string looks like the start of a tag. */
function jsonInTag(data: TagData): string {
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

/** Formats an id for a tag. An id with other characters than letters, digits, `-`, `_` and `/` is quoted as JSON. */
export function idInTag(id: string): string {
  return /^[\w/-]+$/.test(id) ? id : exactJson(id);
}

export interface Tagged {
  readonly said: string;
  readonly name?: FindingName;
  readonly input?: string;
  readonly numbers?: TagNumbers;
  readonly data?: TagData;
}

/** The placeholder of a redacted secret. It may have replaced a part of the tag. */
const secret = String.raw`\[secret\]`;
const idPattern = String.raw`"(?:[^"\\]|\\.)*"|(?:[\w/-]|${secret})+`;
const entry = new RegExp(` (${idPattern})=((?:\\d|${secret})+)`, "g");
const inputPattern = String.raw`(?:[\w.*]|${secret})+`;
const tag = new RegExp(
  `^\\[([a-z-]+)(?: (${inputPattern}))?((?:${entry.source})*)(?: (\\{.*\\}))?\\]$`,
  "s",
);

/**
 * Reads the tag at the end of a sentence. Begins at the end and requires balanced quotes, because names and ids in the
 * sentence may look like tags.
 */
export function parseTag(sentence: string): Tagged {
  const { at, name = "", input, entries = "", data } = tagAtEnd(sentence, isFindingName) ?? {};
  if (at === undefined || !isFindingName(name)) return { said: sentence };
  const said = sentence.slice(0, at).trimEnd();
  return {
    said,
    name,
    ...(input !== undefined && { input }),
    ...parseTagNumbers(entries),
    ...(data && { data }),
  };
}

function tagAtEnd(sentence: string, isName: (name: string) => boolean) {
  for (let at = sentence.length; at > 0 && sentence.endsWith("]"); ) {
    at = sentence.lastIndexOf("[", at - 1);
    const found = tag.exec(sentence.slice(Math.max(at, 0)))?.slice(1) ?? [];
    const [name = "", input, entries = "", json] = [found[0], found[1], found[2], found.at(-1)];
    const data = json === undefined ? undefined : parseTagData(json);
    if (at >= 0 && isName(name) && (json === undefined || data !== undefined)) {
      return { at, name, input, entries, data };
    }
  }
  return undefined;
}

/** Parses the JSON in a tag. Undefined if the text only begins and ends like JSON. */
function parseTagData(json: string): TagData | undefined {
  try {
    return JSON.parse(json) as TagData;
  } catch {
    return undefined;
  }
}

function isFindingName(name: string): name is FindingName {
  return Object.hasOwn(findingNames, name);
}

function parseTagNumbers(entries: string): Pick<Tagged, "numbers"> {
  const numbers = [...entries.matchAll(entry)].map(
    ([, id = "", number]) => [id.startsWith('"') ? unquote(id) : id, Number(number)] as const,
  );
  return numbers.length === 0 ? {} : { numbers: numbers.filter(([, number]) => number >= 0) };
}

/** Unquotes a JSON string. The text may be invalid JSON, because a secret in the text may have been replaced. */
export function unquote(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}

export function isError({ level = "error" }: Finding): boolean {
  return level === "error";
}

interface Ignoring {
  readonly ignoreChecks?: unknown;
}

/** True if `ignoreChecks` names the finding. */
export function isIgnored(name: FindingName, { ignoreChecks }: Ignoring): boolean {
  return Array.isArray(ignoreChecks) && ignoreChecks.includes(name);
}

/**
 * Removes the findings that `ignoreChecks` names. A finding that can't be suppressed stays, and its sentence says so.
 */
export function withoutIgnored<Kind extends Finding>(
  findings: readonly Kind[],
  props: Ignoring,
): Kind[] {
  return findings.flatMap((one) => {
    if (one.name === undefined || !isIgnored(one.name, props)) return [one];
    const problem = `${one.problem} ignoreChecks can't suppress this, because the update fails.`;
    return one.cannotBeIgnored ? [{ ...one, problem }] : [];
  });
}
