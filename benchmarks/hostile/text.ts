/** A text that may be slow to read, for example for code that backtracks. */
export interface HostileText {
  readonly name: string;
  /** Returns the text with this number of characters, or a few less. */
  of(characters: number): string;
}

/** A text that starts with `before`, repeats `unit`, repeats `end` as often, and ends with `after`. */
type Row = readonly [name: string, unit: string, before?: string, after?: string, end?: string];

/** The units of texts that have no `before`, `after` or `end`. */
const units = "a a. [ ] ( { @ a@ %40 :// {{ {{a}} {% <% %% *| <![CDATA[ & &amp &#x1".split(" ");

const rows: readonly Row[] = [
  ["combining marks", "\u0301"],
  ["letters with combining marks", "a\u0301"],
  ["addresses", "a@b.c "],
  ["spaces", " ", "a", "b"],
  ["line breaks", "\n"],
  ["sentences in one line", "Some words that a reader of an email gets. "],
  ["quotes", '"'],
  ["backslashes", "\\"],
  ["the start of a colour", "\u001b["],
  ["lines of a stack", "\n    at x"],
  ["sizes of lists", '5 contacts in "a" ('],
  ["`unsubscribe`", "unsubscribe\n"],
  ["`{{a`", "{{a "],
  ["unclosed tags", "<"],
  ["unclosed tags with a name", "<a "],
  ["titles that never end", "<title"],
  ["titles of titles", "<title "],
  ["titles", "<title>a</title>", "<html>"],
  ["spaces before JSON", " ", "", "{"],
  ["rows without an end", '{"data":'],
  ["attributes", " a", "<b"],
  ["attributes with values", " a=b", "<b", ">x"],
  ["an attribute of quotes", '"', "<b a="],
  ["commas in a srcset", ",", "<img srcset='", "'>"],
  ["parentheses in a srcset", "a (,", "<img srcset='", "'>"],
  ["nested `<b><i>`", "<b><i>"],
  ["nested formatting elements in paragraphs", "<p><b><i><a href=x>y</p>"],
  ["nested `<div>`", "<div>"],
  ["`<p>` after `<p>`", "<p>"],
  ["nested tables", "<table><tr><td>"],
  ["end tags", "</b>"],
  ["end tags of nested elements", "</b>", "<b>".repeat(600)],
  ["links", "<a href=http://x>y</a>"],
  ["images", "<img src=http://x>"],
  ["scripts in each other", "<script>"],
  ["elements with styles", "<p style='color:red'>x</p>"],
  ["a style attribute of `url(`", "a:url(", "<p style='", "'>"],
  ["comments that never end", "<!--"],
  ["comments", "<!-- x -->"],
  ["comments for Outlook in each other", "<!--[if mso]>"],
  ["comments for Outlook", "<!--[if mso]><a href=x><![endif]-->"],
  ["a condition that never ends", "mso ", "<!--[if "],
  ["one long entity", "a", "&"],
  ["styles of `\"\\'`", `"\\'`, "<style>"],
  ["styles of `url(`", "url(", "<style>"],
  ["styles of addresses", "url(http://x)", "<style>", "</style>"],
  ["styles of `/*`", "/*", "<style>"],
  ["styles of `@import`", "@import ", "<style>"],
  ["styles of `@namespace`", "@namespace ", "<style>"],
  ["styles of `{`", "a{", "<style>", "</style>"],
  ["styles of `(`", "(", "<style>a{b:", "</style>"],
  ["styles of rules", "a{b:c}", "<style>", "</style>"],
  ["styles of declarations", "b:c;", "<style>a{", "}</style>"],
  ["styles of one selector", "a>b ", "<style>", "c{d:e}</style>"],
  ["styles of many selectors", "a,", "<style>", "c{d:e}</style>"],
  ["styles of `:not(`", ":not(", "<style>", "{}</style>"],
  ["style sheets", "<style>a{}</style>"],
  ["nested elements with their end tags", "<b>", "", "", "</b>"],
];

/** Texts that were slow to read, or could be. */
export const hostileTexts: readonly HostileText[] = [
  ...units.map((unit): Row => [`\`${unit}\``, unit]),
  ...rows,
].map(([name, unit, before = "", after = "", end = ""]) => ({
  name,
  of: (characters: number) => {
    const left = characters - before.length - after.length;
    const count = Math.max(0, Math.floor(left / (unit.length + end.length)));
    return before + unit.repeat(count) + end.repeat(count) + after;
  },
}));
