import { asWritten } from "./token";
import {
  endOfSentence,
  isPointingText,
  plainLetters,
  settingsPlace,
  siteText,
  unsubscribeWish,
  unsubscribeWordsIn,
} from "./unsubscribe";
import type { OpenedElement } from "./walk";
import { words } from "./words";

const blockElements = words(
  "address article aside blockquote br caption center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul",
);

/** Elements that are visible without text. */
const visibleElements = words("svg hr input button video object iframe canvas");

/** Elements with code, or with text that readers type. */
const codeElements = words("code pre kbd samp tt textarea");

interface TextPart {
  readonly text: string;
  readonly isHidden: boolean;
  readonly isOfLink: boolean;
  readonly isCode: boolean;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The position of a link in the running text. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The maximum number of characters to read before or after a link: without periods, an email is one long sentence. */
const maxSentenceLength = 300;

/**
 * Matches the end of a sentence. Unlike in `endOfSentence`, a separator such as "|" is no end, and a line break before
 * a lower-case letter isn't, either.
 */
const endOfLongSentence = /\n(?!\s{0,99}\p{Ll})|(?<=[.!?])\s/u;

export type VisibleText = ReturnType<typeof collectVisibleText>;

export function collectVisibleText() {
  /** The alternative texts of images before any text. */
  const leading: string[] = [];
  /** The texts in order; undefined stands for the edge of a block. */
  const parts: (TextPart | undefined)[] = [];
  const visible: string[] = [];
  let hasText = false;
  let isDrawn = false;
  let depthOfCode = 0;
  let length = 0;
  let lines: string | undefined;
  let running: string | undefined;
  const edge = (tag: string, depth: number) => {
    if (codeElements.has(tag)) depthOfCode += depth;
    if (!blockElements.has(tag)) return;
    parts.push(undefined);
    visible.push("\n");
    length += 1;
  };
  const blocksOf = (textOf: (part: TextPart) => string) => {
    const text = parts.map((part) => (part ? textOf(part) : "\n")).join("");
    const ofBlocks = text.split("\n").map(oneLine);
    return ofBlocks.filter((line) => line !== "");
  };
  /** The sentences around a link's sentence, and the text of the link's sentence before and after the link. */
  const textAround = ({ from, to }: Span, end: RegExp) => {
    running ??= parts.map(runningWords).join("");
    const sentences = running.slice(Math.max(0, from - maxSentenceLength), from).split(end);
    const before = sentences.pop() ?? "";
    const [after = "", ...following] = running.slice(to, to + maxSentenceLength).split(end);
    return { sentences, before, after, following };
  };
  return {
    open({ tag, attributes: { src = "", alt = "" }, isHidden }: OpenedElement): void {
      edge(tag, 1);
      const isImage = tag === "img";
      if (isImage && !hasText) leading.push(oneLine(asWritten(alt)));
      isDrawn ||= !isHidden && (visibleElements.has(tag) || (isImage && /\S/.test(src + alt)));
    },
    close: (tag: string) => edge(tag, -1),
    add(text: string, isHidden: boolean, isOfLink: boolean): void {
      parts.push({ text, isHidden, isOfLink, isCode: depthOfCode > 0 });
      hasText ||= /\S/.test(text);
      if (isHidden) return;
      const shown = text.replace(/\s+/g, " ");
      visible.push(shown);
      length += shown.length;
    },
    length: () => length,
    /** The visible texts, one for each piece between two tags, and a line break for each edge of a block. */
    visible,
    prose: () => blocksOf(({ isCode, text }) => (isCode ? " " : text.replace(/\s+/g, " "))),
    /** True if readers see an element, or more text than white space and characters without width. */
    isShown: () => isDrawn || visible.some((text) => /[^\s\p{Cf}\p{M}]/u.test(text)),
    /** The alternative texts of images at the beginning of the email, which an inbox shows. */
    leading: () => leading.filter((alt) => alt !== ""),
    lines(): string {
      // Cached, because several rules and a page use this text.
      lines ??= blocksOf(({ text }) => text).join("\n");
      return lines;
    },
    /**
     * True if a link's text or sentence offers to unsubscribe. For a link such as "here", the sentence before counts,
     * too.
     */
    offersUnsubscribe(span: Span, text: string): boolean {
      if (text.length <= maxSentenceLength && hasUnsubscribeWords(text)) return true;
      const plain = plainLetters(text);
      const isPointing = isPointingText(plain);
      const { sentences, before, after } = textAround(span, endOfSentence);
      const previous = sentences.findLast((one) => /[^\s.!?]/.test(one)) ?? "";
      // A link with a name such as "Privacy" may stand next to a text that offers to unsubscribe, but leads elsewhere.
      if (!isPointing && !settingsPlace.test(plain)) {
        const isMeant =
          hasUnsubscribeWords(before) || (/^\s*to\s/.test(after) && hasUnsubscribeWords(after));
        return siteText.test(plain) ? isMeant : unsubscribeWish.test(plainLetters(before));
      }
      return (
        hasUnsubscribeWords(`${before} ${text} ${after}`) ||
        (isPointing && hasUnsubscribeWords(previous))
      );
    },
    /**
     * True if words for leaving a list are in a link's sentence or next to it. For a link such as "here", more
     * sentences count.
     */
    mayUnsubscribe(span: Span, text: string): boolean {
      const { sentences, before, after, following } = textAround(span, endOfLongSentence);
      const hasWords = (one: string) => /[\p{L}\p{N}]/u.test(one);
      const said = sentences.filter(hasWords);
      const previous = said.at(-1) ?? "";
      const around = [`${before} ${text} ${after}`];
      if (isPointingText(plainLetters(text)))
        around.push(...said.slice(-2), following.find(hasWords) ?? "");
      else if (!/[.!]\s*$/.test(previous)) around.push(previous);
      return around.some(hasUnsubscribeWords);
    },
  };
}

/** The text of a part with underscores in place of words of links, because these words describe only the link. */
function runningWords(part: TextPart | undefined): string {
  if (part === undefined) return "\n";
  const text = part.isHidden ? "" : part.text.replace(/\s+/g, " ");
  return part.isOfLink ? text.replace(/[^\s.!?]/g, "_") : text;
}

function hasUnsubscribeWords(text: string): boolean {
  return unsubscribeWordsIn(plainLetters(text)) !== undefined;
}
