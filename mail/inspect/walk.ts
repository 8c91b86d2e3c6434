import { html, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { attributeName, type ParsedHtml, parseWords } from "./html-parser";
import { asWritten } from "./token";

export interface OpenedElement {
  readonly tag: string;
  /** The attributes. Template tokens in the values are replaced by plain words. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The position of the start tag. */
  readonly start: number;
  /** Identifies the start tag, because browsers may make several elements from one start tag. */
  readonly source: object;
  /** True if the element isn't visible because of its own style or that of an outer element. */
  readonly isHidden: boolean;
}

export interface Visitor {
  open(element: OpenedElement): void;
  /** Called for each text of the email, hidden or not. */
  text(text: string, isHidden: boolean): void;
  close(tag: string): void;
  /** Called for the content of a style element. Template tokens such as {{name}} are replaced by plain words. */
  style(css: string, start: number): void;
  /** Called for an element in a comment for Outlook. `style` is called for styles in the comment. */
  openForOutlook(element: OpenedElement): void;
}

/** Elements whose content is not part of the email's text. */
const ignoredContent = new Set([
  "style",
  "script",
  "title",
  "template",
  "iframe",
  "noembed",
  "noframes",
]);

/**
 * Matches the condition of a comment that only some email clients read, such as `[if mso]>`. A condition with `!`
 * doesn't match, because it excludes clients.
 */
const outlookCondition = /^\[if\s([^\]!]*)\]>/i;

/** The maximum depth of nested comments to parse, because an email may nest any number of comments. */
const maxCommentDepth = 3;

const hiddenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none\b|opacity\s*:\s*(?:0+(?:\.0*)?|\.0+)%?\s*(?:!|;|$))/i;
const visibilityStyle = /(?:^|;)\s*visibility\s*:\s*(?:(visible)|hidden|collapse)\b/i;

export function walk(mail: ParsedHtml, visitor: Visitor): void {
  const place = { visitor, words: mail.words, start: 0, depth: 0 };
  visit(mail.document, { ...place, isHidden: false, isInvisible: false });
}

interface Place {
  readonly visitor: Visitor;
  /** The text to walk through, and the position of this text in the email. */
  readonly words: string;
  readonly start: number;
  /** The number of comments that contain the text, one inside another. */
  readonly depth: number;
  readonly isHidden: boolean;
  /** True in an element with `visibility: hidden`, which an element inside can undo. */
  readonly isInvisible: boolean;
}

function visit(parent: Tree.ParentNode, place: Place): void {
  for (const node of parent.childNodes) {
    if ("value" in node) {
      place.visitor.text(asWritten(node.value), place.isHidden || place.isInvisible);
    } else if ("data" in node) visitComment(node, place);
    else if ("tagName" in node) visitElement(node, place);
  }
}

function visitElement(element: Tree.Element, place: Place): void {
  const { visitor, words } = place;
  const { tagName: tag, attrs: source, sourceCodeLocation: at } = element;
  const attributes = attributesOf(source);
  const { style = "" } = attributes;
  const isHidden = place.isHidden || "hidden" in attributes || hiddenStyle.test(style);
  const own = visibilityStyle.exec(style);
  const isInvisible = own ? own[1] === undefined : place.isInvisible;
  const opened = { tag, attributes, start: place.start + (at?.startOffset ?? 0), source };
  visitor.open({ ...opened, isHidden: isHidden || isInvisible });
  if (tag === "style" && at?.startTag) {
    const start = at.startTag.endOffset;
    visitor.style(words.slice(start, at.endTag?.startOffset), place.start + start);
  }
  // In <svg>, the elements in `ignoredContent` are ordinary elements with visible content.
  if (element.namespaceURI !== html.NS.HTML || !ignoredContent.has(tag))
    visit(element, { ...place, isHidden, isInvisible });
  visitor.close(tag);
}

function attributesOf(attributes: Tree.Element["attrs"]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const one of attributes) found[attributeName(one)] ??= one.value;
  return found;
}

/** Visits a comment for Outlook. Only its start tags and style sheets count, because it may hold parts of elements. */
function visitComment({ data, sourceCodeLocation: at }: Tree.CommentNode, place: Place): void {
  if (
    place.depth === maxCommentDepth ||
    !/\bmso\b/i.test(outlookCondition.exec(data)?.[1] ?? "") ||
    !at
  )
    return;
  const words = place.words.slice(at.startOffset + "<!--".length, at.endOffset);
  const start = place.start + at.startOffset + "<!--".length;
  const inside = parseWords(words);
  for (const { tagName: tag, attrs, location } of inside.startTags) {
    const attributes = attributesOf(attrs);
    const opened = { tag, attributes, start: start + (location?.startOffset ?? 0) };
    place.visitor.openForOutlook({ ...opened, source: attrs, isHidden: true });
  }
  const visitor = { ...place.visitor, open: ignore, text: ignore, close: ignore };
  const hidden = { isHidden: true, isInvisible: true };
  visit(inside.document, { visitor, words, start, depth: place.depth + 1, ...hidden });
}

function ignore(): void {}
