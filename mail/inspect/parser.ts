import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  Parser,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import { tokensAsWords } from "./token";

/** As deep as a browser nests elements. */
const deepest = 512;

/** More than any mail has that a person reads: each more would only make a hostile one slower. */
const mostNodes = 5_000;

/** Of texts, styles and comments together, likewise. */
const mostCharacters = 250_000;
const mostTags = 25_000;

type Handler = Parser<DefaultTreeAdapterMap>;
type TagToken = Parameters<Parser<DefaultTreeAdapterMap>["onStartTag"]>[0];

/** A mail as a browser reads it that runs no script; its tokens are words. */
export interface ParsedMail {
  readonly document: Tree.Document;
  /** What was read, as long as the HTML. */
  readonly words: string;
  /** In the order in which they stand. */
  readonly startTags: readonly TagToken[];
  readonly endTags: readonly TagToken[];
  /** Where reading ended before the HTML did, and why. */
  readonly end?: { readonly at: number; readonly why: string };
}

/** Ends a reading: the mail has more than is read. */
class TooMuch extends Error {}

/** Of the mail that is read; reading is synchronous. */
let nodes = 0;

function countNode(): void {
  nodes += 1;
  if (nodes > mostNodes) throw new TooMuch("it has more than 5,000 elements");
}

/** One for all mails, and for the comments in them: a new one makes the parser slow again. */
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement(...of) {
    countNode();
    return defaultTreeAdapter.createElement(...of);
  },
  createCommentNode(data) {
    countNode();
    return defaultTreeAdapter.createCommentNode(data);
  },
  // Called for each word of a text, of which only the start is asked for.
  updateNodeSourceCodeLocation(node, end) {
    // Nothing is assigned to a place that is known: V8 then keeps mails for long that are parsed one after the other.
    if (node.nodeName !== "#text") defaultTreeAdapter.updateNodeSourceCodeLocation(node, end);
  },
};

class Reader extends Parser<DefaultTreeAdapterMap> {
  readonly startTags: TagToken[] = [];
  readonly endTags: TagToken[] = [];
  private characters = 0;

  constructor() {
    super({ scriptingEnabled: false, sourceCodeLocationInfo: true, treeAdapter });
    nodes = 0;
  }

  private countText(text: string): void {
    this.characters += text.length;
    if (this.characters > mostCharacters) {
      throw new TooMuch("it has more than 250,000 characters of text, styles and comments");
    }
  }

  override onCharacter(token: Parameters<Handler["onCharacter"]>[0]): void {
    this.countText(token.chars);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Parameters<Handler["onWhitespaceCharacter"]>[0]): void {
    this.countText(token.chars);
    super.onWhitespaceCharacter(token);
  }

  override onComment(token: Parameters<Handler["onComment"]>[0]): void {
    this.countText(token.data);
    super.onComment(token);
  }

  override onStartTag(token: TagToken): void {
    if (this.openElements.stackTop > deepest) {
      throw new TooMuch(`it nests more than ${deepest} elements`);
    }
    this.startTags.push(token);
    super.onStartTag(token);
  }

  override onEndTag(token: TagToken): void {
    if (this.endTags.length === mostTags) throw new TooMuch("it has more than 25,000 end tags");
    this.endTags.push(token);
    super.onEndTag(token);
  }

  read(words: string): ParsedMail {
    const { document, startTags, endTags } = this;
    const read = { document, words, startTags, endTags };
    try {
      this.tokenizer.write(words, true);
      return read;
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return { ...read, end: { at: this.tokenizer.preprocessor.offset, why: error.message } };
    }
  }
}

/**
 * What was computed of the latest two mails: findings, a page and its frames ask for the same. No WeakMap: what it maps to would
 * outlive every small garbage collection, and a parsed mail takes twenty times its HTML.
 */
export function ofLatest<Value>(compute: (html: string) => Value): (html: string) => Value {
  const latest: { readonly html: string; readonly value: Value }[] = [];
  return (html) => {
    const known = latest.find((one) => one.html === html);
    if (known) return known.value;
    const value = compute(html);
    latest.unshift({ html, value });
    latest.splice(2);
    return value;
  };
}

export const parseMail = ofLatest((html) => parseWords(tokensAsWords(html)));

/** Reads HTML whose tokens are words already. */
export function parseWords(words: string): ParsedMail {
  return new Reader().read(words);
}

/** Lines, counted from 1, by positions in a text. */
export function linesOf(text: string): (position: number) => number {
  const ends: number[] = [];
  const end = /\r\n?|\n/g;
  while (end.exec(text)) ends.push(end.lastIndex);
  return (position) => {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((ends[middle] ?? 0) <= position) from = middle + 1;
      else to = middle;
    }
    return from + 1;
  };
}

type Attribute = Tree.Element["attrs"][number];

/** The name of an attribute as it is written, such as `xlink:href`. */
export function attributeName({ prefix, name }: Attribute): string {
  return prefix === undefined || prefix === "" ? name : `${prefix}:${name}`;
}
