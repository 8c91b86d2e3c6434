import { lineCounter } from "./line";
import { MailParser } from "./parser";
import { asWritten, tokensAsWords } from "./token";

/** An element whose start tag was read. */
export interface Opened {
  readonly tag: string;
  /** Tokens in these are words. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether its start tag closes it: Outlook's own elements, such as <o:p/>, follow XML. */
  readonly isClosed: boolean;
  /** Where the start tag ends. */
  readonly end: number;
  readonly line: number;
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
  /** Whether it has no end tag. */
  readonly isImplied: boolean;
  /** The lines of positions in it that only go forward. */
  lineAt(position: number): number;
}

/** Who is told what a walk meets. */
export interface Watcher {
  open?(element: Opened): void;
  /** A part of the text of an element that a reader sees, or doesn't see. */
  text?(text: string, isSeen: boolean): void;
  close?(element: Closed): void;
  style?(style: Style): void;
  /** An element in a comment whose content Outlook shows; `style` is told of its styles as well. */
  openForOutlook?(element: Opened): void;
}

/** A watcher, and what it has found after the walk. */
export interface Watch<Found> {
  readonly watcher: Watcher;
  found(): Found;
}

/** What a reader doesn't see of an email. */
const unseen = new Set(["style", "script", "title", "template"]);

/** The condition of a comment whose content is for some readers; one with `!` is for all others. */
const condition = /^\s*\[if\s([^\]!]*)\]>/i;

/** Comments in comments that are looked into; a mail may nest any number. */
const deepestComment = 3;

/** Reads the HTML of a mail once, for all that watch. */
export function walk(html: string, watchers: readonly Watcher[]): void {
  const words = tokensAsWords(html);
  const written = words === html ? (text: string) => text : asWritten;
  read(
    { words, start: 0, depth: 0, lineAt: lineCounter(html) },
    {
      open(element) {
        for (const watcher of watchers) watcher.open?.(element);
      },
      text(text, isSeen) {
        const own = written(text);
        for (const watcher of watchers) watcher.text?.(own, isSeen);
      },
      close(element) {
        for (const watcher of watchers) watcher.close?.(element);
      },
      style(style) {
        for (const watcher of watchers) watcher.style?.(style);
      },
      openForOutlook(element) {
        for (const watcher of watchers) watcher.openForOutlook?.(element);
      },
    },
  );
}

/** A part of a mail, and where it begins. */
interface Source {
  readonly words: string;
  readonly start: number;
  /** How many comments stand around it. */
  readonly depth: number;
  /** The lines of positions in the whole mail. */
  lineAt(position: number): number;
}

function read({ words, start, depth, lineAt }: Source, told: Required<Watcher>): void {
  let hidden = 0;
  let style: { readonly start: number; css: string } | undefined;
  const parser: MailParser = new MailParser({
    onopentag(tag, attributes) {
      const { startIndex, endIndex: end } = parser;
      const isClosed = tag.includes(":") && words.slice(startIndex, end).trimEnd().endsWith("/");
      told.open({ tag, attributes, isClosed, end, line: lineAt(start + startIndex) });
      if (unseen.has(tag)) hidden += 1;
      if (tag === "style") style = { start: start + end + 1, css: "" };
    },
    ontext(text) {
      if (style) style.css += text;
      told.text(text, hidden === 0);
    },
    onclosetag(tag, isImplied) {
      if (tag === "style" && style) {
        const { start: from, css } = style;
        told.style({ css, start: from, isImplied, lineAt: (at) => lineAt(from + at) });
        style = undefined;
      }
      if (unseen.has(tag)) hidden -= 1;
      told.close({ tag, isImplied, end: parser.endIndex });
    },
    oncomment(text) {
      if (depth === deepestComment || !isForOutlook(text)) return;
      const from = start + parser.startIndex + "<!--".length;
      const inside = { ...told, open: told.openForOutlook, text: ignore, close: ignore };
      read({ words: text, start: from, depth: depth + 1, lineAt }, inside);
    },
  });
  parser.end(words);
}

function ignore(): void {}

/** Whether Outlook shows the content of a comment. */
function isForOutlook(comment: string): boolean {
  return /\bmso\b/i.test(condition.exec(comment)?.[1] ?? "");
}
