/** One that is never closed ends with its line, as in CSS. */
const quoted = String.raw`"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?`;

/**
 * What a style sheet may say in the order in which one looks for it: comments, namespaces (which look like addresses and
 * are names), imports, addresses, other strings (in which nothing is any of these), and what ends an import.
 */
const part = new RegExp(
  [
    String.raw`/\*[\s\S]*?(?:\*/|$)`,
    "@namespace[^;]*",
    String.raw`(?<imports>@import)(?![\w-])`,
    String.raw`(?<![\w-])url\(\s*(?<address>${quoted}|[^\\)"'\s]*(?:\\[\s\S][^\\)"'\s]*)*)[^)]*\)?`,
    quoted,
    "[;{}]",
  ].join("|"),
  "gi",
);

const remote = /^["']?\s*(https?:)?\/\//i;

/** Whether a style sheet or a style attribute loads something from elsewhere. */
export function isRemoteCss(css: string): boolean {
  return remoteParts(css).length > 0;
}

/**
 * A style sheet, or a style attribute, that loads nothing from elsewhere: an address becomes `none`, and an import goes
 * as a whole, so that the rule after it stays a rule.
 */
export function withoutRemoteCss(css: string): string {
  const parts = remoteParts(css);
  const kept = parts.map(({ start, text }, at) => css.slice(parts[at - 1]?.end ?? 0, start) + text);
  return kept.join("") + css.slice(parts.at(-1)?.end ?? 0);
}

interface RemotePart {
  readonly start: number;
  readonly end: number;
  /** What stands in its place. */
  readonly text: string;
}

function remoteParts(css: string): RemotePart[] {
  const found: RemotePart[] = [];
  let importedFrom: number | undefined;
  for (const { 0: text, index, groups } of css.matchAll(part)) {
    const end = index + text.length;
    if (groups?.imports !== undefined) importedFrom ??= index;
    // An import with a block is none: a browser reads past it and loads nothing.
    if (text === "{" || text === "}") importedFrom = undefined;
    if (importedFrom === undefined) {
      if (remote.test(groups?.address ?? "")) found.push({ start: index, end, text: "none" });
    } else if (text === ";") {
      found.push({ start: importedFrom, end, text: "" });
      importedFrom = undefined;
    }
  }
  if (importedFrom !== undefined) found.push({ start: importedFrom, end: css.length, text: "" });
  return found;
}
