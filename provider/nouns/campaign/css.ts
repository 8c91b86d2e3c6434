/** An address in a style sheet, and where what names it begins. */
export interface CssAddress {
  readonly address: string;
  readonly at: number;
}

/** One that is never closed ends with its line, as in CSS. */
const quoted = String.raw`"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?`;

/**
 * What a style sheet may say in the order in which one looks for it: comments, namespaces (which look like addresses and
 * are names), the two ways of an address, and other strings, in which nothing is an address.
 */
const part = new RegExp(
  [
    String.raw`/\*[\s\S]*?(?:\*/|$)`,
    "@namespace[^;]*",
    String.raw`@import\s+(?<imported>${quoted})`,
    String.raw`(?<![\w-])url\(\s*(?<named>${quoted}|(?:\\[\da-f]{1,6}\s?|\\[\s\S]|[^\\)"'\s])*)`,
    quoted,
  ].join("|"),
  "gi",
);

/** Addresses in a style sheet or a style attribute. */
export function cssAddresses(css: string): CssAddress[] {
  return [...css.matchAll(part)].flatMap(({ groups, index }) => {
    const word = groups?.imported ?? groups?.named;
    return word === undefined
      ? []
      : [{ address: unescaped(word.replace(/^["']|["']$/g, "")), at: index }];
  });
}

function unescaped(word: string): string {
  return word.replace(/\\(?:([\da-f]{1,6})\s?|\r?\n|([\s\S]))/gi, (_, code, character = "") =>
    code === undefined
      ? character
      : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}
