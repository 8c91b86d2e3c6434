import { defaultTreeAdapter, html, parseFragment } from "parse5";
import { count } from "./count";
import { parseUrl } from "./element-address";
import { foreignTagIn, foreignTagInHtml } from "./foreign-tag";
import { type Inspection, inspectHtml } from "./inspection";
import { missingValueInHtml, missingValueInText } from "./missing-value";
import type { Place } from "./reference";
import { tokenAfterScheme } from "./unsubscribe";

export interface MailTexts {
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly "sender.name"?: string | undefined;
  readonly plainText?: string | undefined;
  readonly permissionReminder?: string | undefined;
  readonly html?: string | undefined;
}

interface MailToCheck {
  readonly texts: MailTexts;
  readonly inspection: Inspection;
}

type Found = readonly [input: keyof MailTexts, what: string];

const wholePage =
  /^[\s\ufeff]*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype html|(?:html|head|body)[\s>]|(?:center|div|table)[\s>][\s\S]*<\/\w+>\s*$)/i;

function wholePageAsText({ texts: { plainText = "" } }: MailToCheck): Found[] {
  return wholePage.test(plainText) ? [["plainText", "a whole HTML page"]] : [];
}

const shownAsWritten = ["subject", "preheader", "sender.name", "plainText"] as const;

function inEach(
  inputs: readonly (keyof MailTexts)[],
  mail: MailToCheck,
  look: (text: string, input: keyof MailTexts) => string | undefined,
): Found[] {
  return inputs.flatMap((input) => {
    const what = look(mail.texts[input] ?? "", input);
    return what === undefined ? [] : [[input, what] as const];
  });
}

/** Finds entities and encoded words in texts that are not HTML. Skips those that the HTML shows to readers, too. */
function encodedText(mail: MailToCheck): Found[] {
  const shown = mail.inspection.text();
  return inEach(shownAsWritten, mail, (text, input) => {
    if (input === "plainText" && wholePage.test(text)) return undefined;
    const code = codesIn(text).find((one) => !shown.includes(one));
    return code && `the code ${code}`;
  });
}

function blankContent({ texts, inspection }: MailToCheck): Found[] {
  if (texts.html === undefined || !inspection.isBlank()) return [];
  const isHidden = /[\p{L}\p{N}]/u.test(inspection.text());
  return [["html", isHidden ? "nothing but what is hidden" : "no text, no image and no merge tag"]];
}

const escapedBlock = /^<[a-z!][^<>]*>.*<\/[a-z\d]+>/i;

/** Reports HTML whose visible text is mostly escaped HTML. */
function escapedHtml({ inspection }: MailToCheck): Found[] {
  const lengthOf = (texts: readonly string[]) => texts.join("").length;
  const prose = inspection.prose();
  const escaped = prose.flatMap((text) => escapedBlock.exec(text) ?? []);
  return lengthOf(escaped) * 2 > lengthOf(prose) ? [["html", "its text as escaped HTML"]] : [];
}

const filler = /^lorem ipsum\.?$|\blorem ipsum (?:dolor|sit)\b/i;
const testSubject =
  /^(?:(?:[^ ]+ )?test (?:e mail|email|mail|message|campaign|newsletter|send)|test|draft)(?: \d+)?$/;
/** Markers of a test in capitals or brackets. In lower case, a normal sentence may begin with the same words. */
const testMarker = /^(?:(?:TEST|DRAFT)(?::|\s[-–|])|[[(](?:test|Test|TEST|draft|Draft|DRAFT)[\])])/;

function isTestSubject(subject: string): boolean {
  const words = subject.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  return testMarker.test(subject.trim()) || testSubject.test(words.join(" "));
}

function placeholder(mail: MailToCheck): Found[] {
  return inEach(["subject", "preheader", "plainText", "html"], mail, (text, input) => {
    if (input === "subject" && isTestSubject(text)) return `"${text}"`;
    const texts = input === "html" ? mail.inspection.prose() : [text.trim()];
    const found = texts.flatMap((one) => filler.exec(one) ?? []);
    return found[0] && `"${found[0]}"`;
  });
}

function missingValue(mail: MailToCheck): Found[] {
  return inEach([...shownAsWritten, "html", "permissionReminder"], mail, (text, input) =>
    input === "html" ? missingValueInHtml(mail.inspection) : missingValueInText(text),
  );
}

const percent = "(?:%|&#0*37;|&#x0*25;|&percnt;)";
const tags = "(?:<[^<>]{0,200}>){0,4}";
const brokenToken = new RegExp(
  `(?!%%unsubscribe%%)${percent}${tags}${percent}${tags}unsubscribe${tags}${percent}${tags}${percent}`,
);

function brokenUnsubscribeLink(mail: MailToCheck): Found[] {
  const { inspection, texts } = mail;
  const link = inspection.links.find(({ address }) => address.search(tokenAfterScheme) === 0);
  const written = texts.html?.match(brokenToken)?.[0];
  const inHtml = link ? `${link.address} (on line ${link.line})` : written;
  return inEach(["plainText", "html"], mail, (text, input) =>
    input === "html" ? inHtml : text.match(tokenAfterScheme)?.[0],
  );
}

/** Matches a label at the beginning of a subject, as in "[Company] news", which is no merge tag. */
const label = /^\[(?:Company|Email)\] (?=\p{L})/u;

function foreignTag(mail: MailToCheck): Found[] {
  const shown = mail.inspection.text();
  return inEach([...shownAsWritten, "permissionReminder", "html"], mail, (text, input) => {
    if (input === "html") return foreignTagInHtml(mail.inspection);
    const found = foreignTagIn(input === "subject" ? text.replace(label, "") : text);
    return found !== undefined && shown.includes(found) ? undefined : found;
  });
}

/** Reports all URLs of one kind together, as "2 addresses with ... (first on line 8)". */
function addressMistakes(
  { inspection }: MailToCheck,
  what: string,
  isMeant: (place: Place & { readonly element?: string }) => boolean,
): Found[] {
  const { links, images, others } = inspection;
  const lines = [...links, ...images, ...others].filter(isMeant).map(({ line }) => line);
  if (lines.length === 0) return [];
  const found = count(lines.length, "address", "addresses");
  return [["html", `${found} ${what} (first on line ${Math.min(...lines)})`]];
}

/** Finds URLs with unreachable hosts. Skips a host that readers see as text, as in an email about a server. */
function hostMistakes(mail: MailToCheck, what: string, unreachable: RegExp): Found[] {
  const shown = mail.inspection.text();
  return addressMistakes(mail, what, ({ address }) => {
    const url = /^\s*https?:/i.test(address) ? parseUrl(address) : undefined;
    if (url === undefined || !unreachable.test(url.hostname.replace(/\.$/, ""))) return false;
    return !shown.includes(/[.:]|^localhost$/.test(url.host) ? url.host : `//${url.host}`);
  });
}

const unreachableHost =
  /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|https?)$/;
/** Hosts that only readers in a private network can reach. */
const privateHost =
  /^(?:10\.\d+\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|192\.168\.\d+\.\d+|169\.254\.\d+\.\d+|\[f[cd][\da-f:]+\]|\[fe[89ab][\da-f]:[\da-f:]*\]|.*\.local|.*\.internal|(?!(?:localhost|https?)$)[\w-]+)$/;

export function withoutEntities(text: string): string {
  // Parse the text as a title, because a title can contain entities but no elements.
  const title = defaultTreeAdapter.createElement("title", html.NS.HTML, []);
  const [shown] = parseFragment(title, text, {}).childNodes;
  return shown && "value" in shown ? shown.value : "";
}

/** Matches an entity that isn't quoted, because a text about HTML may quote entities. */
const entity = /(?<!["'`“‘(])&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z][a-z\d]{1,30});/gi;
const encodedWord = /=\?[\w-]{2,20}\?[bq]\?[^?\s]{1,200}\?=/i;

/** The entities in a text that is not HTML, and an encoded word of an email header. */
function codesIn(text: string): string[] {
  const entities = (text.match(entity) ?? []).filter((one) => withoutEntities(one) !== one);
  return [...entities, ...(encodedWord.exec(text) ?? [])];
}

interface Row {
  readonly name: string;
  /** `info` if the text may be intended. */
  readonly level?: "info";
  /** Finds the first mistake in each text, or all URLs with one kind of mistake. */
  readonly find: (mail: MailToCheck) => readonly Found[];
  /** True if the words for a mistake contain a part of the text. */
  readonly quotesText?: true;
  /** The effect on readers, as a part of the sentence about the mistake. */
  readonly why: string;
  readonly advice: string;
}

/**
 * Mistakes in the content, most of which no one can intend. The rules were tried on more than three thousand emails,
 * and rules with a wrong finding were narrowed or removed.
 */
export const contentMistakes = [
  {
    name: "text-encoded",
    find: encodedText,
    quotesText: true,
    why: "which readers see as it is written, because this text is not HTML",
    advice: "Write the characters themselves",
  },
  {
    name: "text-encoded",
    find: (mail) =>
      // URLs in style sheets can't have this mistake, because CSS has no entities.
      addressMistakes(
        mail,
        "with &amp;amp; or #038; or amp%3B",
        ({ address, element }) =>
          element !== "style" && /^\s*https?:[^{<]*(?:&amp;|#038;|(?:amp|&)%3B)/i.test(address),
      ),
    why: "an ampersand that is encoded twice, so that the website gets other parameters",
    advice: "Write &amp;",
  },
  {
    name: "undefined-in-text",
    find: missingValue,
    quotesText: true,
    why: "which programs write where a value is missing or isn't a text",
    advice: "Check what your program puts there",
  },
  {
    name: "undefined-in-text",
    level: "info",
    find: placeholder,
    quotesText: true,
    why: "which may stand where the real text will be",
    advice: "Replace it before the email is sent",
  },
  {
    name: "plain-text-is-html",
    find: wholePageAsText,
    why: "whose tags readers of plain text see as they are written",
    advice: "Set plainText to the text of the email",
  },
  {
    name: "unsubscribe-broken",
    find: brokenUnsubscribeLink,
    quotesText: true,
    why: "which becomes no way to unsubscribe: the service fills in %%unsubscribe%% where it is written so, with a whole address",
    advice: 'Write %%unsubscribe%% alone, in a link as href="%%unsubscribe%%"',
  },
  {
    name: "merge-tag-unknown",
    find: foreignTag,
    quotesText: true,
    why: "a merge tag in the form of another tool, which the service isn't known to fill in",
    advice: "Replace it, or remove it",
  },
  {
    name: "image-attached",
    find: (mail) =>
      addressMistakes(mail, "of a cid: attachment", ({ address }) => /^\s*cid:/i.test(address)),
    why: "and a campaign has no attachments, so that readers see no image",
    advice: "Use the https address of the image",
  },
  {
    name: "html-blank",
    find: blankContent,
    why: "so that readers see nothing",
    advice: "Check the template that it comes from",
  },
  {
    name: "html-blank",
    find: escapedHtml,
    why: "so that readers see tags",
    advice: "Have the template insert it as HTML",
  },
  {
    name: "link-unreachable",
    find: (mail) => hostMistakes(mail, "on a host that no reader can reach", unreachableHost),
    why: "such as localhost, or https:// twice",
    advice: "Use the public address",
  },
  {
    name: "link-unreachable",
    level: "info",
    find: (mail) => hostMistakes(mail, "on a host of a private network", privateHost),
    why: "which only readers in that network can reach",
    advice: "Use the public address, unless all of them are",
  },
] as const satisfies readonly Row[];

/**
 * Each problem says where the mistake is, what it is, its effect and what to do. `quotation` is its part that contains a
 * part of the text.
 */
export function contentMistakesIn(texts: MailTexts) {
  const looked = { texts, inspection: inspectHtml(texts.html) };
  return contentMistakes.flatMap((row) =>
    row.find(looked).map(([input, what]) => ({
      name: row.name,
      input,
      level: "level" in row ? row.level : ("warning" as const),
      quotation: "quotesText" in row ? what : undefined,
      problem: `${input}: it has ${what}, ${row.why}. ${row.advice}.`,
    })),
  );
}
