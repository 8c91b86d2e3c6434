import { isPointer, leavingIn, plainLetters } from "./unsubscribe-word";

/** Elements that begin and end a line. */
export const blocks = new Set(
  "address article blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p section table td th tr ul".split(
    " ",
  ),
);

/** Elements whose text is about code, or what somebody would type. */
const codes = new Set(["code", "pre", "kbd", "samp", "tt", "textarea"]);

/** Collects the text of a mail. */
export function seenText() {
  /** The alternative texts of images that come before any text. */
  const leading: string[] = [];
  let hasText = false;
  /** Absent stands for the edge of a block. */
  const parts: (string | undefined)[] = [];
  const visible: string[] = [];
  const prose: string[] = [];
  let depthOfCode = 0;
  let lines: string | undefined;
  return {
    open(tag: string): void {
      if (blocks.has(tag)) parts.push(undefined);
      if (codes.has(tag)) depthOfCode += 1;
    },
    close(tag: string): void {
      if (blocks.has(tag)) parts.push(undefined);
      if (codes.has(tag)) depthOfCode -= 1;
    },
    image(alt: string): void {
      if (!hasText) leading.push(oneLine(alt));
    },
    add(text: string, isHidden: boolean): void {
      parts.push(text);
      hasText ||= /\S/.test(text);
      if (!isHidden) visible.push(text);
      if (depthOfCode === 0) prose.push(text);
    },
    /** What isn't hidden, with the lines that the HTML has; a text between two tags each. */
    visible: (): readonly string[] => visible,
    /** What is no code, likewise. */
    prose: (): readonly string[] => prose,
    /** Whether there is anything but white space and what has no width. */
    isShown: () => parts.some((part) => /[^\s\p{Cf}\p{M}]/u.test(part ?? "")),
    /** What an inbox shows of images: those that a mail begins with. */
    leading: () => leading.filter((alt) => alt !== ""),
    /** A line for each block. */
    lines(): string {
      // Several rules and a page ask for it.
      lines ??= parts
        .map((part) => part ?? "\n")
        .join("")
        .split("\n")
        .map(oneLine)
        .filter((line) => line !== "")
        .join("\n");
      return lines;
    },
  };
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

const endOfSentence = /\n|[.!?](?=\s|$)/g;

/** Collects what a reader sees of a mail, so that the sentences around a link can be told. */
export function runningText() {
  const parts: string[] = [];
  let length = 0;
  let whole: string | undefined;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  return {
    /** How long it is so far. */
    length: () => length,
    /** A block begins or ends, or a line. */
    edge: () => push("\n"),
    /** The words of a link say where it leads itself, so of these only the ends of sentences are kept. */
    add(text: string, isOfLink: boolean): void {
      const words = text.replace(/\s+/g, " ");
      push(isOfLink ? words.replace(/[^\s.!?]/g, "_") : words);
    },
    /** Whether a link with this text offers to leave a list: in its sentence, or in the one before it where it only points. */
    offersToLeave({ from, to }: Span, text: string): boolean {
      if (isLeaving(text)) return true;
      whole ??= parts.join("");
      const start = startOf(whole, from);
      const rest = whole.slice(to, to + longest);
      const [after = ""] = rest.split(endOfSentence, 1);
      if (isLeaving(`${whole.slice(start, from)} ${text} ${after}`)) return true;
      if (from - start >= longest || !isPointer(plainLetters(text))) return false;
      const ended = whole.slice(Math.max(0, start - longest), start);
      const last = ended.split("").findLastIndex((one) => !/[\s.!?]/.test(one));
      const end = start - ended.length + last + 1;
      return isLeaving(whole.slice(startOf(whole, end), end));
    },
  };
}

function isLeaving(text: string): boolean {
  return leavingIn(plainLetters(text)) !== undefined;
}

/** Where the sentence begins that a place is in. */
function startOf(whole: string, place: number): number {
  const first = Math.max(0, place - longest);
  const ends = [...whole.slice(first, place).matchAll(endOfSentence)];
  return first + (ends.at(-1)?.index ?? -1) + 1;
}
