import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  Parser,
  type Token,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import { tokensAsWords } from "./token";

/** The maximum depth to which browsers nest elements. */
const maxDepth = 512;

/** More nodes than any real email has. A higher limit only helps hostile emails to slow down the parser. */
const maxNodes = 5_000;

/** The limit for the characters of texts, styles and comments together. */
const maxCharacters = 250_000;
const maxTags = 25_000;

/** An email parsed as in a browser without scripts. Template tokens such as {{name}} are replaced by plain words. */
export interface ParsedHtml {
  readonly document: Tree.Document;
  /** The HTML in which tokens are replaced by words of the same length. */
  readonly words: string;
  readonly startTags: readonly Token.TagToken[];
  readonly endTags: readonly Token.TagToken[];
  /** The position at which parsing stopped early, and the reason. */
  readonly end?: { readonly at: number; readonly why: string };
}

/** Stops the parser because the email exceeds a limit. */
class LimitExceeded extends Error {}

/** The number of nodes in the current email. Parsing is synchronous, so one variable is enough. */
let nodeCount = 0;

function countNode(): void {
  nodeCount += 1;
  if (nodeCount > maxNodes) throw new LimitExceeded("it has more than 5,000 elements");
}

/** The adapter for all emails and their comments. With a new adapter, V8 would have to optimize the parser again. */
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
  // Skip texts, because the parser calls this for each word, and only the start of a text is needed.
  updateNodeSourceCodeLocation(node, end) {
    // This replaces the location object. Changing the existing object would make V8 keep parsed emails in memory for a
    // long time.
    if (node.nodeName !== "#text") defaultTreeAdapter.updateNodeSourceCodeLocation(node, end);
  },
};

class Reader extends Parser<DefaultTreeAdapterMap> {
  readonly startTags: Token.TagToken[] = [];
  readonly endTags: Token.TagToken[] = [];
  private characters = 0;

  private countText(text: string): void {
    this.characters += text.length;
    if (this.characters > maxCharacters) {
      throw new LimitExceeded("it has more than 250,000 characters of text, styles and comments");
    }
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.countText(token.chars);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.countText(token.chars);
    super.onWhitespaceCharacter(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.countText(token.data);
    super.onComment(token);
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > maxDepth) {
      throw new LimitExceeded(`it nests more than ${maxDepth} elements`);
    }
    this.startTags.push(token);
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.endTags.length === maxTags)
      throw new LimitExceeded("it has more than 25,000 end tags");
    this.endTags.push(token);
    super.onEndTag(token);
  }
}

/**
 * Caches only the results for the latest two emails, because a parsed email takes twenty times the memory of its HTML.
 * A WeakMap would free this memory too late, because small garbage collections keep its values.
 */
export function cacheLatest<Value>(compute: (html: string) => Value): (html?: string) => Value {
  const latest: { readonly html: string; readonly value: Value }[] = [];
  return (html = "") => {
    const known = latest.find((one) => one.html === html);
    if (known) return known.value;
    const value = compute(html);
    latest.unshift({ html, value });
    latest.splice(2);
    return value;
  };
}

export const parseHtml = cacheLatest((html) => parseWords(tokensAsWords(html)));

/** Parses HTML whose tokens are already replaced by words. */
export function parseWords(words: string): ParsedHtml {
  nodeCount = 0;
  const options = { scriptingEnabled: false, sourceCodeLocationInfo: true, treeAdapter };
  const { document, startTags, endTags, tokenizer } = new Reader(options);
  const read = { document, words, startTags, endTags };
  // Return early, because many campaigns have plain text only.
  if (words === "") return read;
  try {
    tokenizer.write(words, true);
    return read;
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return { ...read, end: { at: tokenizer.preprocessor.offset, why: error.message } };
  }
}

/** Returns a function from a position to its line, counted from 1. */
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

export type Attribute = Tree.Element["attrs"][number];

/** The name of an attribute as written, such as `xlink:href`. */
export function attributeName({ prefix, name }: Attribute): string {
  return prefix === undefined || prefix === "" ? name : `${prefix}:${name}`;
}
