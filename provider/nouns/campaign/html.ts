import { brokenAddresses, brokenInCss } from "./address";
import type { MailParser } from "./parser";
import { holdsBranch, isToken, tokensAsWords } from "./token";

/** What a look into an HTML body finds; lines count from 1. */
export interface HtmlFaults {
  readonly imagesWithoutAlt: readonly number[];
  /** Addresses that are neither https, mail, phone, anchor nor a token that the service fills in. */
  readonly linksNotHttps: readonly number[];
  /** Elements that are never closed, though HTML wants them to be. */
  readonly unclosed: readonly { readonly tag: string; readonly line: number }[];
}

interface OpenElement {
  readonly tag: string;
  readonly line: number;
  /** Where its start tag ends. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Elements whose end tag HTML lets one leave out. */
const closesItself = new Set(
  "html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp".split(
    " ",
  ),
);

/** The condition of a comment whose content is for some readers; one with `!` is for all others. */
const condition = /^\s*\[if\s([^\]!]*)\]>/i;

/** Comments in comments that are looked into; a mail may nest any number. */
const deepestComment = 3;

/** Looks into an HTML body. */
export async function lookIntoHtml(html: string): Promise<HtmlFaults> {
  // Loaded only for a campaign that is new or changed.
  const { MailParser: LoadedParser } = await import("./parser.js");
  const source = tokensAsWords(html);
  return {
    ...lookAtElements(LoadedParser, source, lineCounter(html)),
    linksNotHttps: brokenLinks(LoadedParser, source).map(lineCounter(html)),
  };
}

function lookAtElements(
  LoadedParser: typeof MailParser,
  html: string,
  lineAt: (position: number) => number,
): Omit<HtmlFaults, "linksNotHttps"> {
  const imagesWithoutAlt: number[] = [];
  const unclosed: { tag: string; line: number }[] = [];
  const open: OpenElement[] = [];
  const texts: string[] = [];
  const parser: MailParser = new LoadedParser({
    onopentag(tag, attributes) {
      const { startIndex, endIndex: end } = parser;
      const line = lineAt(startIndex);
      // Outlook's own elements, such as <o:p/>, follow XML, where a slash closes.
      const isClosed = tag.includes(":") && html.slice(startIndex, end).trimEnd().endsWith("/");
      open.push({ tag, line, end, isClosed });
      if (tag !== "img" || attributes.alt !== undefined) return;
      // A token among the attributes may become an alt text.
      if (!Object.keys(attributes).some(isToken)) imagesWithoutAlt.push(line);
    },
    ontext(text) {
      texts.push(text);
    },
    onclosetag(tag, isImplied) {
      const opened = open.pop();
      if (!isImplied || !opened || opened.isClosed || closesItself.has(tag)) return;
      // An element that ends with its own start tag is a void one, or self-closed in <svg> or <math>.
      if (opened.end !== parser.endIndex) unclosed.push({ tag, line: opened.line });
    },
  });
  parser.end(html);
  // Of alternatives a reader gets one, so two start tags with one end tag between them may be right.
  if (holdsBranch(texts.join(""))) return { imagesWithoutAlt, unclosed: [] };
  return { imagesWithoutAlt, unclosed: unclosed.sort((one, other) => one.line - other.line) };
}

/** Whether Outlook shows the content of a comment. */
function isForOutlook(comment: string): boolean {
  return /\bmso\b/i.test(condition.exec(comment)?.[1] ?? "");
}

/** Positions of broken addresses, in their order. */
function brokenLinks(LoadedParser: typeof MailParser, html: string, depth = 0): number[] {
  const found: number[] = [];
  let style: { readonly start: number; css: string } | undefined;
  const parser: MailParser = new LoadedParser({
    onopentag(tag, attributes) {
      const { startIndex } = parser;
      for (const _ of brokenAddresses(tag, attributes)) found.push(startIndex);
      if (tag === "style") style = { start: parser.endIndex + 1, css: "" };
    },
    ontext(text) {
      if (style) style.css += text;
    },
    onclosetag(tag) {
      if (tag !== "style" || !style) return;
      const { start, css } = style;
      for (const at of brokenInCss(css)) found.push(start + at);
      style = undefined;
    },
    oncomment(text) {
      if (depth === deepestComment || !isForOutlook(text)) return;
      const start = parser.startIndex + "<!--".length;
      for (const at of brokenLinks(LoadedParser, text, depth + 1)) found.push(start + at);
    },
  });
  parser.end(html);
  return found;
}

/** Lines by positions that only go forward. */
function lineCounter(text: string): (position: number) => number {
  let at = 0;
  let line = 1;
  return (position) => {
    for (; at < position; at += 1) {
      if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) line += 1;
    }
    return line;
  };
}
