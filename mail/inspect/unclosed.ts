import { html, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { ParsedHtml } from "./html-parser";
import { asWritten, holdsBranch } from "./token";
import { words } from "./words";

export interface WrongTag {
  readonly tag: string;
  readonly line: number;
}

/** Faults in the tags of an email, each with the line of its start tag. */
export interface WrongTags {
  /** Elements that are never closed, although HTML requires an end tag. */
  readonly unclosed: readonly WrongTag[];
  /** Elements whose end tag comes after the end tag of the outer element. */
  readonly crossed: readonly WrongTag[];
  /** Start tags without `>`, which include the next tag. */
  readonly swallowing: readonly WrongTag[];
}

/** Elements without an end tag, or with an optional end tag. */
const endTagOptional = words(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp",
);

/** Elements whose end tags may cross, because all browsers treat this alike, and forms around parts of a table. */
const formatting = words(
  "a b big code em font form i nobr s small span strike strong sub sup tt u",
);

type Tag = readonly [start: number, name: string];

export function wrongTags(mail: ParsedHtml, lineAt: (position: number) => number): WrongTags {
  const { document, startTags, endTags, end } = mail;
  const asTag = ([start, tag]: Tag) => ({ tag, line: lineAt(start) });
  const swallowing = startTags
    .filter(({ attrs }) => attrs.some(({ name }) => name.includes("<")))
    .map(({ tagName, location }) => asTag([location?.startOffset ?? 0, tagName]));
  // In a template with alternatives such as {{else}}, two start tags may share one end tag.
  if (end !== undefined || swallowing.length > 0 || holdsBranch(asWritten(mail.words))) {
    return { unclosed: [], crossed: [], swallowing };
  }
  const found: Collected = { open: new Map(), closed: new Set(), used: new Set() };
  collect(document, mail.words, found);
  const open = [...found.open].filter(([start]) => !found.closed.has(start));
  const byPlace = ([one]: Tag, [other]: Tag) => one - other;
  open.sort(byPlace);
  const crossed: Tag[] = [];
  // An end tag that closes no element belongs to the last open element of its name before it. If there is none, it
  // belongs to the first open element of its name that has a later end tag.
  const lastEnds = new Map(endTags.map((one) => [one.tagName, one.location?.startOffset ?? 0]));
  const byTag = new Map<string, Tag[]>(open.map(([, tag]) => [tag, []]));
  for (const one of open) byTag.get(one[1])?.push(one);
  for (const { tagName, location } of endTags) {
    const at = location?.startOffset ?? 0;
    const same = byTag.get(tagName);
    if (same === undefined || found.used.has(at)) continue;
    const last = same.findLastIndex(([start]) => start < at);
    const end = lastEnds.get(tagName) ?? 0;
    const meant = last === -1 ? same.findIndex(([start]) => start < end) : last;
    const [one] = meant === -1 ? [] : same.splice(meant, 1);
    if (one && !formatting.has(tagName)) crossed.push(one);
  }
  const unclosed = [...byTag.values()].flat().sort(byPlace);
  return { unclosed: unclosed.map(asTag), crossed: crossed.sort(byPlace).map(asTag), swallowing };
}

/** The tags of an email, by their positions. */
interface Collected {
  /** The start tags of elements without an end tag, with the names of the tags. */
  readonly open: Map<number, string>;
  /**
   * The start tags of elements with an end tag. A start tag may be in `open`, too, because browsers may make several
   * elements from one tag.
   */
  readonly closed: Set<number>;
  /** The end tags that close an element. */
  readonly used: Set<number>;
}

function collect(parent: Tree.ParentNode, words: string, found: Collected): void {
  for (const node of parent.childNodes) {
    if (!("tagName" in node)) continue;
    const { tagName: tag, sourceCodeLocation: at } = node;
    if (at?.endTag) {
      found.closed.add(at.startOffset);
      found.used.add(at.endTag.startOffset);
    } else if (at?.startTag && !(endTagOptional.has(tag) || isClosed(node, words))) {
      // An element that the parser added has no position.
      found.open.set(at.startOffset, tag);
    }
    collect("content" in node ? node.content : node, words, found);
  }
}

/**
 * True if a start tag also closes the element, as in XML. This occurs in drawings, formulas, and Outlook's elements
 * such as <o:p/>.
 */
function isClosed(
  { tagName, namespaceURI, sourceCodeLocation }: Tree.Element,
  words: string,
): boolean {
  const isXml = namespaceURI !== html.NS.HTML || tagName.includes(":");
  const end = sourceCodeLocation?.startTag?.endOffset ?? 0;
  return isXml && words[end - 2] === "/";
}
