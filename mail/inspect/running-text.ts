import { isPointer, leavingIn, plainLetters } from "./unsubscribe-word";

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
