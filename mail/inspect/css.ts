export interface CssLoad {
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** True if the range is a whole `@import` rule. */
  readonly isImport: boolean;
}

/** Matches a string. Without a closing quote, the string ends at the end of the line, as in CSS. */
const quoted = String.raw`"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?`;
const bare = String.raw`[^\\)"'\s]*(?:\\(?:[\da-f]{1,6}\s?|[\s\S])[^\\)"'\s]*)*`;

/**
 * Matches a comment, a namespace, an import, a URL, a string, or the end of an import. Comments, namespaces and strings
 * are matched so that URLs in them don't count.
 */
const part = new RegExp(
  [
    String.raw`/\*[\s\S]*?(?:\*/|$)`,
    "@namespace[^;]*",
    String.raw`(?<imports>@import)(?![\w-])`,
    String.raw`(?<![\w-])url\(\s*(?<address>${quoted}|${bare})[^)]*\)?`,
    `(?<string>${quoted})`,
    "[;{}]",
  ].join("|"),
  "gi",
);

/** False if the CSS surely loads nothing. This check is faster than parsing and runs for every style of an email. */
export function mayLoad(css: string): boolean {
  return css.includes("(") || css.includes("@");
}

export function cssLoads(css: string): CssLoad[] {
  if (!mayLoad(css)) return [];
  const found: CssLoad[] = [];
  let imported: { readonly start: number; address: string | undefined } | undefined;
  const endImport = (end: number) => {
    if (!imported) return;
    const { start, address = "" } = imported;
    found.push({ address, start, end, isImport: true });
    imported = undefined;
  };
  for (const { 0: text, index: start, groups = {} } of css.matchAll(part)) {
    const { imports, address, string } = groups;
    const end = start + text.length;
    if (imports !== undefined) imported ??= { start, address: undefined };
    if (text === ";") endImport(end);
    // An import with a block is invalid. Browsers skip it and load nothing.
    if (text === "{" || text === "}") imported = undefined;
    const word = address ?? string;
    if (word === undefined) continue;
    if (imported) imported.address ??= unquoted(word);
    else if (address !== undefined) {
      found.push({ address: unquoted(address), start, end, isImport: false });
    }
  }
  endImport(css.length);
  return found;
}

function unquoted(word: string): string {
  return word
    .replace(/^["']|["']$/g, "")
    .replace(/\\(?:([\da-f]{1,6})\s?|\r?\n|([\s\S]))/gi, (_, code, character = "") =>
      code === undefined
        ? character
        : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    );
}

export const remote = /^\s*(https?:)?\/\//i;

/** Replaces remote URLs by `none`, and removes imports, so that the CSS stays valid and loads nothing remote. */
export function withoutRemoteCss(css: string): string {
  const loads = cssLoads(css).filter(({ address, isImport }) => isImport || remote.test(address));
  const kept = loads.map(
    ({ start, isImport }, at) =>
      css.slice(loads[at - 1]?.end ?? 0, start) + (isImport ? "" : "none"),
  );
  return kept.join("") + css.slice(loads.at(-1)?.end ?? 0);
}
