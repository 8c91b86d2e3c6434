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

/** Returns words for the first mistake in a text that isn't HTML. `shown` is the visible text of the email's HTML. */
type FindInText = (
  text: string,
  place: { readonly input: keyof MailTexts; readonly shown: string },
) => string | undefined;

const wholePage =
  /^[\s\ufeff]*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype html|(?:html|head|body)[\s>]|(?:center|div|table)[\s>][\s\S]*<\/\w+>\s*$)/i;

const shownAsWritten = ["subject", "preheader", "sender.name", "plainText"] as const;

/** Matches an entity that isn't quoted, because a text about HTML may quote entities. */
const entity = /(?<!["'`“‘(])&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z][a-z\d]{1,30});/gi;
const encodedWord = /=\?[\w-]{2,20}\?[bq]\?[^?\s]{1,200}\?=/i;

/** Finds entities, and encoded words of mail headers (`=?utf-8?q?...?=`). Skips those that the HTML shows, too. */
const encodedText: FindInText = (text, { input, shown }) => {
  if (input === "plainText" && wholePage.test(text)) return undefined;
  const entities = (text.match(entity) ?? []).filter((one) => withoutEntities(one) !== one);
  const codes = [...entities, ...(encodedWord.exec(text) ?? [])];
  const code = codes.find((one) => !shown.includes(one));
  return code && `the code ${code}`;
};

function blankContent(html: Inspection): string | undefined {
  if (!html.isBlank()) return undefined;
  const isHidden = /[\p{L}\p{N}]/u.test(html.text());
  return isHidden ? "nothing but what is hidden" : "no text, no image and no merge tag";
}

const escapedBlock = /^<[a-z!][^<>]*>.*<\/[a-z\d]+>/i;

/** Reports HTML whose visible text is mostly escaped HTML. */
function escapedHtml(html: Inspection): string | undefined {
  const prose = html.prose();
  const escaped = prose.flatMap((text) => escapedBlock.exec(text) ?? []);
  const isMost = escaped.join("").length * 2 > prose.join("").length;
  return isMost ? "its text as escaped HTML" : undefined;
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

const placeholder: FindInText = (text, { input }) =>
  input === "subject" && isTestSubject(text) ? `"${text}"` : fillerIn([text.trim()]);

function fillerIn(texts: readonly string[]): string | undefined {
  const [found] = texts.flatMap((one) => filler.exec(one) ?? []);
  return found && `"${found}"`;
}

const percent = "(?:%|&#0*37;|&#x0*25;|&percnt;)";
const tags = "(?:<[^<>]{0,200}>){0,4}";
const brokenToken = new RegExp(
  `(?!%%unsubscribe%%)${percent}${tags}${percent}${tags}unsubscribe${tags}${percent}${tags}${percent}`,
);

function brokenUnsubscribeLink(html: Inspection, written: string): string | undefined {
  const link = html.links.find(({ address }) => address.search(tokenAfterScheme) === 0);
  return link ? `${link.address} (on line ${link.line})` : written.match(brokenToken)?.[0];
}

/** Matches a label at the beginning of a subject, as in "[Company] news", which is no merge tag. */
const label = /^\[(?:Company|Email)\] (?=\p{L})/u;

const foreignTag: FindInText = (text, { input, shown }) => {
  const found = foreignTagIn(input === "subject" ? text.replace(label, "") : text);
  return found !== undefined && shown.includes(found) ? undefined : found;
};

/** Reports all URLs of one kind together, as "2 addresses with ... (first on line 8)". */
function addressMistakes(
  { links, images, others }: Inspection,
  what: string,
  isMeant: (place: Place & { readonly element?: string }) => boolean,
): string | undefined {
  const lines = [...links, ...images, ...others].filter(isMeant).map(({ line }) => line);
  if (lines.length === 0) return undefined;
  const found = count(lines.length, "address", "addresses");
  return `${found} ${what} (first on line ${Math.min(...lines)})`;
}

/** Finds URLs with unreachable hosts. Skips a host that readers see as text, as in an email about a server. */
function hostMistakes(html: Inspection, what: string, unreachable: RegExp): string | undefined {
  const shown = html.text();
  return addressMistakes(html, what, ({ address }) => {
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

interface Row {
  readonly name:
    | "text-encoded"
    | "undefined-in-text"
    | "plain-text-is-html"
    | "unsubscribe-broken"
    | "merge-tag-unknown"
    | "image-attached"
    | "html-blank"
    | "link-unreachable";
  /** `info` if the text may be intended. */
  readonly level?: "info";
  /** The texts to search. Each gets at most one finding: about its first mistake, or about all URLs with a mistake. */
  readonly inputs: readonly (keyof MailTexts)[];
  readonly inText?: FindInText;
  readonly inHtml?: (html: Inspection, written: string) => string | undefined;
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
export const contentMistakes: readonly Row[] = [
  {
    name: "text-encoded",
    inputs: shownAsWritten,
    inText: encodedText,
    quotesText: true,
    why: "which readers see as it is written, because this text is not HTML",
    advice: "Write the characters themselves",
  },
  {
    name: "text-encoded",
    inputs: ["html"],
    inHtml: (html) =>
      // URLs in style sheets can't have this mistake, because CSS has no entities.
      addressMistakes(
        html,
        "with &amp;amp; or #038; or amp%3B",
        ({ address, element }) =>
          element !== "style" && /^\s*https?:[^{<]*(?:&amp;|#038;|(?:amp|&)%3B)/i.test(address),
      ),
    why: "an ampersand that is encoded twice, so that the website gets other parameters",
    advice: "Write &amp;",
  },
  {
    name: "undefined-in-text",
    inputs: [...shownAsWritten, "html", "permissionReminder"],
    inText: missingValueInText,
    inHtml: missingValueInHtml,
    quotesText: true,
    why: "which programs write where a value is missing or isn't a text",
    advice: "Check what your program puts there",
  },
  {
    name: "undefined-in-text",
    level: "info",
    inputs: ["subject", "preheader", "plainText", "html"],
    inText: placeholder,
    inHtml: (html) => fillerIn(html.prose()),
    quotesText: true,
    why: "which may stand where the real text will be",
    advice: "Replace it before the email is sent",
  },
  {
    name: "plain-text-is-html",
    inputs: ["plainText"],
    inText: (text) => (wholePage.test(text) ? "a whole HTML page" : undefined),
    why: "whose tags readers of plain text see as they are written",
    advice: "Set plainText to the text of the email",
  },
  {
    name: "unsubscribe-broken",
    inputs: ["plainText", "html"],
    inText: (text) => text.match(tokenAfterScheme)?.[0],
    inHtml: brokenUnsubscribeLink,
    quotesText: true,
    why: "which becomes no way to unsubscribe: the service fills in %%unsubscribe%% where it is written so, with a whole address",
    advice: 'Write %%unsubscribe%% alone, in a link as href="%%unsubscribe%%"',
  },
  {
    name: "merge-tag-unknown",
    inputs: [...shownAsWritten, "permissionReminder", "html"],
    inText: foreignTag,
    inHtml: foreignTagInHtml,
    quotesText: true,
    why: "a merge tag in the form of another tool, which the service isn't known to fill in",
    advice: "Replace it, or remove it",
  },
  {
    name: "image-attached",
    inputs: ["html"],
    inHtml: (html) =>
      addressMistakes(html, "of a cid: attachment", ({ address }) => /^\s*cid:/i.test(address)),
    why: "and a campaign has no attachments, so that readers see no image",
    advice: "Use the https address of the image",
  },
  {
    name: "html-blank",
    inputs: ["html"],
    inHtml: blankContent,
    why: "so that readers see nothing",
    advice: "Check the template that it comes from",
  },
  {
    name: "html-blank",
    inputs: ["html"],
    inHtml: escapedHtml,
    why: "so that readers see tags",
    advice: "Have the template insert it as HTML",
  },
  {
    name: "link-unreachable",
    inputs: ["html"],
    inHtml: (html) => hostMistakes(html, "on a host that no reader can reach", unreachableHost),
    why: "such as localhost, or https:// twice",
    advice: "Use the public address",
  },
  {
    name: "link-unreachable",
    level: "info",
    inputs: ["html"],
    inHtml: (html) => hostMistakes(html, "on a host of a private network", privateHost),
    why: "which only readers in that network can reach",
    advice: "Use the public address, unless all of them are",
  },
];

/**
 * Finds content mistakes. Each problem says where the mistake is, what it is, its effect and what to do. `quotation` is
 * the part of the problem that quotes the text.
 */
export function contentMistakesIn(texts: MailTexts) {
  const html = texts.html === undefined ? undefined : inspectHtml(texts.html);
  const shown = html?.text() ?? "";
  return contentMistakes.flatMap((row) =>
    row.inputs.flatMap((input) => {
      const text = texts[input];
      if (text === undefined) return [];
      const what =
        html && input === "html" ? row.inHtml?.(html, text) : row.inText?.(text, { input, shown });
      if (what === undefined) return [];
      return {
        name: row.name,
        input,
        level: row.level ?? ("warning" as const),
        quotation: row.quotesText && what,
        problem: `${input}: it has ${what}, ${row.why}. ${row.advice}.`,
      };
    }),
  );
}
