/** How an address begins that a mail service or a template language fills in: %%x%%, %x%, {{x}}, {%x%}, *|X|*, [X], ${x}. */
const tokenAtStart = /^\s*(%%|%(?![\da-f]{2}%)[\w.-]+%|\{|\*\||\[|\$\{)/i;

/** A word with all that stands between it and the word before. */
const nextWord = /([^a-z]+)([a-z]*)/gi;
const opensToken = /\{\{|\{%|\*\||%%\[/;
const branchWord = /^(?:els|elif|when)/i;
const elseOfMustache = /\{\{_*\^/;

/** Where a token may begin whose content may hold characters that mean something to HTML, CSS or a srcset. */
const freeToken = /(?=(<%|\{\{|\{%))/g;
const closing: Readonly<Record<string, string>> = { "<%": "%>", "{{": "}}", "{%": "%}" };

/** Whether an address begins with a token, so that only the filled-in email shows what it is. */
export function isToken(address: string): boolean {
  return tokenAtStart.test(address);
}

/** Whether a text chooses between alternatives, of which a reader gets only one, such as {{else}} or *|ELSE:|*. */
export function holdsBranch(text: string): boolean {
  for (const [, between = "", word = ""] of text.matchAll(nextWord)) {
    if (branchWord.test(word) && opensToken.test(between)) return true;
  }
  return elseOfMustache.test(text);
}

/**
 * The same text with every token as one word of the same length, so that positions stay. A template language reads its
 * tokens before anyone reads the HTML: `<%= a > b %>` has no place in the grammar that the HTML parser knows.
 */
export function tokensAsWords(text: string): string {
  let whole = "";
  let at = 0;
  const unclosed = new Set<string>();
  for (const { 1: opens = "", index } of text.matchAll(freeToken)) {
    if (index < at || unclosed.has(opens)) continue;
    const end = text.indexOf(closing[opens] ?? "", index + 2);
    // Looked for only once, since a mail may hold any number of tokens that end nowhere.
    if (end === -1) unclosed.add(opens);
    else {
      whole += text.slice(at, index) + asWord(opens, text.slice(index + 2, end));
      at = end + 2;
    }
  }
  return whole + text.slice(at);
}

function asWord(opens: string, content: string): string {
  const [start, end] = opens === "{{" ? ["{{", "}}"] : ["{%", "%}"];
  return `${start}${content.replace(/[^\w^%.]/g, "_")}${end}`;
}
