import { html, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { attributeName, type ParsedMail, parseWords } from "./parser";
import { asWritten } from "./token";

/** An element whose start tag was read. */
export interface Opened {
  readonly tag: string;
  /** Tokens in these are words. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Where its start tag begins. */
  readonly start: number;
  /** Stands for the start tag: a browser makes several elements of one where elements are crossed. */
  readonly source: object;
  /** Whether no one sees it or what it holds. */
  readonly isHidden: boolean;
}

/** The visitor of a walk, called in the order of the tree. */
export interface Watcher {
  open(element: Opened): void;
  /** A text that a mail shows; a reader doesn't see what is hidden. */
  text(text: string, isHidden: boolean): void;
  close(tag: string): void;
  /** The content of a style element; tokens in it are words. */
  style(css: string, start: number): void;
  /** An element in a comment whose content Outlook shows; `style` also gets its styles. */
  openForOutlook(element: Opened): void;
}

/** What is no part of the text of an email. */
const unread = new Set(["style", "script", "title", "template", "iframe", "noembed", "noframes"]);

/** The condition of a comment whose content is for some readers; one with `!` is for all others. */
const condition = /^\[if\s([^\]!]*)\]>/i;

/** Comments in comments that are looked into; a mail may nest any number. */
const deepestComment = 3;

const hiding = /(?:^|;)\s*display\s*:\s*none\b/i;

export function walk(mail: ParsedMail, watcher: Watcher): void {
  const text: Watcher["text"] = (part, isHidden) => watcher.text(asWritten(part), isHidden);
  const place = { watcher: { ...watcher, text }, words: mail.words, start: 0, depth: 0 };
  visit(mail.document, { ...place, isHidden: false });
}

interface Place {
  readonly watcher: Watcher;
  /** What is walked through, and where it begins in the mail. */
  readonly words: string;
  readonly start: number;
  /** How many comments stand around it. */
  readonly depth: number;
  readonly isHidden: boolean;
}

function visit(parent: Tree.ParentNode, place: Place): void {
  for (const node of parent.childNodes) {
    if ("value" in node) place.watcher.text(node.value, place.isHidden);
    else if ("data" in node) visitComment(node, place);
    else if ("tagName" in node) visitElement(node, place);
  }
}

function visitElement(element: Tree.Element, place: Place): void {
  const { watcher, words } = place;
  const { tagName: tag, attrs: source, sourceCodeLocation: at } = element;
  const attributes = attributesOf(source);
  const isHidden = place.isHidden || "hidden" in attributes || hiding.test(attributes.style ?? "");
  watcher.open({ tag, attributes, start: place.start + (at?.startOffset ?? 0), source, isHidden });
  if (tag === "style" && at?.startTag) {
    const start = at.startTag.endOffset;
    watcher.style(words.slice(start, at.endTag?.startOffset), place.start + start);
  }
  // In a drawing, these hold elements as any other.
  if (element.namespaceURI !== html.NS.HTML || !unread.has(tag))
    visit(element, { ...place, isHidden });
  watcher.close(tag);
}

function attributesOf(attributes: Tree.Element["attrs"]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const one of attributes) found[attributeName(one)] ??= one.value;
  return found;
}

/** What stands in a comment for Outlook may be parts of elements, so its start tags are what counts. */
function visitComment({ data, sourceCodeLocation: at }: Tree.CommentNode, place: Place): void {
  if (place.depth === deepestComment || !/\bmso\b/i.test(condition.exec(data)?.[1] ?? "") || !at)
    return;
  const words = place.words.slice(at.startOffset + "<!--".length, at.endOffset);
  const start = place.start + at.startOffset + "<!--".length;
  const inside = parseWords(words);
  for (const { tagName: tag, attrs, location } of inside.startTags) {
    const attributes = attributesOf(attrs);
    const opened = { tag, attributes, start: start + (location?.startOffset ?? 0) };
    place.watcher.openForOutlook({ ...opened, source: attrs, isHidden: true });
  }
  const watcher = { ...place.watcher, open: ignore, text: ignore, close: ignore };
  visit(inside.document, { watcher, words, start, depth: place.depth + 1, isHidden: true });
}

function ignore(): void {}
