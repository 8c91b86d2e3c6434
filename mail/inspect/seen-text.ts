import { endOfSentence, isPointer, leavingIn, place, plainLetters, wish } from "./unsubscribe";
import { words } from "./words";

/** Elements that begin and end a line. */
const blocks = words(
  "address article aside blockquote br caption center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul",
);

/** Elements whose text is about code, or what somebody would type. */
const codes = new Set(["code", "pre", "kbd", "samp", "tt", "textarea"]);

interface TextPart {
  readonly text: string;
  readonly isHidden: boolean;
  readonly isOfLink: boolean;
  readonly isCode: boolean;
}

/** A text with each run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Where a link begins and ends in the running text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** As far as a sentence is looked at: a mail may be a single one. */
const longest = 300;

export type SeenText = ReturnType<typeof seenText>;

export function seenText() {
  /** The alternative texts of images that come before any text. */
  const leading: string[] = [];
  /** Absent stands for the edge of a block. */
  const parts: (TextPart | undefined)[] = [];
  const visible: string[] = [];
  let hasText = false;
  let depthOfCode = 0;
  let length = 0;
  let lines: string | undefined;
  let running: string | undefined;
  const edge = (tag: string, depth: number) => {
    if (codes.has(tag)) depthOfCode += depth;
    if (!blocks.has(tag)) return;
    parts.push(undefined);
    visible.push("\n");
    length += 1;
  };
  const blocksOf = (textOf: (part: TextPart) => string) => {
    const text = parts.map((part) => (part ? textOf(part) : "\n")).join("");
    return text
      .split("\n")
      .map(oneLine)
      .filter((line) => line !== "");
  };
  return {
    open: (tag: string) => edge(tag, 1),
    close: (tag: string) => edge(tag, -1),
    image(alt: string): void {
      if (!hasText) leading.push(oneLine(alt));
    },
    add(text: string, isHidden: boolean, isOfLink: boolean): void {
      parts.push({ text, isHidden, isOfLink, isCode: depthOfCode > 0 });
      hasText ||= /\S/.test(text);
      if (isHidden) return;
      const shown = text.replace(/\s+/g, " ");
      visible.push(shown);
      length += shown.length;
    },
    length: () => length,
    /** What isn't hidden, a text between two tags each, and the edges of blocks. */
    visible,
    /** What is no code, a text for each block. */
    prose: () => blocksOf(({ isCode, text }) => (isCode ? " " : text.replace(/\s+/g, " "))),
    /** Whether there is anything but white space and what has no width, where readers see it. */
    isShown: () => visible.some((text) => /[^\s\p{Cf}\p{M}]/u.test(text)),
    /** What an inbox shows of images: those that a mail begins with. */
    leading: () => leading.filter((alt) => alt !== ""),
    lines(): string {
      // Several rules and a page ask for it.
      lines ??= blocksOf(({ text }) => text).join("\n");
      return lines;
    },
    /** Whether a link with this text offers to leave a list: in its sentence, or in the one before it where it only points. */
    offersToLeave({ from, to }: Span, text: string): boolean {
      if (text.length <= longest && isLeaving(text)) return true;
      const plain = plainLetters(text);
      const isPointing = isPointer(plain);
      running ??= parts.map(runningWords).join("");
      const sentences = running.slice(Math.max(0, from - longest), from).split(endOfSentence);
      const before = sentences.pop() ?? "";
      // A link with a name of its own, such as "Privacy", may stand beside words that were a link.
      if (!isPointing && !place.test(plain)) return wish.test(plainLetters(before));
      const [after = ""] = running.slice(to, to + longest).split(endOfSentence, 1);
      if (isLeaving(`${before} ${text} ${after}`)) return true;
      return isPointing && isLeaving(sentences.findLast((one) => /\S/.test(one)) ?? "");
    },
  };
}

/** The words of a link say where it leads itself, so of these only the ends of sentences are kept. */
function runningWords(part: TextPart | undefined): string {
  if (part === undefined) return "\n";
  const text = part.isHidden ? "" : part.text.replace(/\s+/g, " ");
  return part.isOfLink ? text.replace(/[^\s.!?]/g, "_") : text;
}

function isLeaving(text: string): boolean {
  return leavingIn(plainLetters(text)) !== undefined;
}
