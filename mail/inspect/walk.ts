import { MailParser } from "./parser";
import { asWritten, tokensAsWords } from "./token";

/** An element whose start tag was read. */
export interface Opened {
  readonly tag: string;
  /** Tokens in these are words. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether its start tag closes it: Outlook's own elements, such as <o:p/>, follow XML. */
  readonly isClosed: boolean;
  readonly start: number;
  /** Where the start tag ends. */
  readonly end: number;
}

/** An element that ended. */
export interface Closed {
  readonly tag: string;
  /** Whether it has no end tag. */
  readonly isImplied: boolean;
  /** Where what ended it ends. */
  readonly end: number;
}

/** The content of a style element. */
export interface Style {
  /** Tokens in it are words. */
  readonly css: string;
  readonly start: number;
  /** Whether the element has no end tag. */
  readonly isImplied: boolean;
}

/** Who is told what a walk meets, with positions that only go forward. */
export interface Watcher {
  open(element: Opened): void;
  /** A part of the text of an element that a reader sees, or doesn't see. */
  text(text: string, isSeen: boolean): void;
  close(element: Closed): void;
  style(style: Style): void;
  /** An element in a comment whose content Outlook shows; `style` is told of its styles as well. */
  openForOutlook(element: Opened): void;
}

/** What a reader doesn't see of an email. */
const unseen = new Set(["style", "script", "title", "template"]);

/** The condition of a comment whose content is for some readers; one with `!` is for all others. */
const condition = /^\s*\[if\s([^\]!]*)\]>/i;

/** Comments in comments that are looked into; a mail may nest any number. */
const deepestComment = 3;

/** Reads the HTML of a mail once. */
export function walk(html: string, watcher: Watcher): void {
  const words = tokensAsWords(html);
  const text: Watcher["text"] = (part, isSeen) => watcher.text(asWritten(part), isSeen);
  read({ words, start: 0, depth: 0 }, words === html ? watcher : { ...watcher, text });
}

/** A part of a mail, and where it begins. */
interface Source {
  readonly words: string;
  readonly start: number;
  /** How many comments stand around it. */
  readonly depth: number;
}

function read({ words, start, depth }: Source, watcher: Watcher): void {
  let hidden = 0;
  let style: { readonly start: number; css: string } | undefined;
  const parser: MailParser = new MailParser({
    onopentag(tag, attributes) {
      const { startIndex, endIndex: end } = parser;
      const isClosed = tag.includes(":") && words.slice(startIndex, end).trimEnd().endsWith("/");
      watcher.open({ tag, attributes, isClosed, start: start + startIndex, end });
      if (unseen.has(tag)) hidden += 1;
      if (tag === "style") style = { start: start + end + 1, css: "" };
    },
    ontext(text) {
      if (style) style.css += text;
      watcher.text(text, hidden === 0);
    },
    onclosetag(tag, isImplied) {
      if (tag === "style" && style) {
        watcher.style({ css: style.css, start: style.start, isImplied });
        style = undefined;
      }
      if (unseen.has(tag)) hidden -= 1;
      watcher.close({ tag, isImplied, end: parser.endIndex });
    },
    oncomment(text) {
      if (depth === deepestComment || !isForOutlook(text)) return;
      const from = start + parser.startIndex + "<!--".length;
      const inside = { ...watcher, open: watcher.openForOutlook, text: ignore, close: ignore };
      read({ words: text, start: from, depth: depth + 1 }, inside);
    },
  });
  parser.end(words);
}

function ignore(): void {}

/** Whether Outlook shows the content of a comment. */
function isForOutlook(comment: string): boolean {
  return /\bmso\b/i.test(condition.exec(comment)?.[1] ?? "");
}
