/** How an address begins that a mail service or a template language fills in: %%x%%, %x%, {{x}}, {%x%}, *|X|*, [X], ${x}. */
const tokenAtStart = /^\s*(%%|%(?![\da-f]{2}%)[\w.-]+%|\{|\*\||\[|\$\{)/i;

/** A token between whose alternatives a template chooses, such as {{else}} or *|ELSE:|*. */
const branch = /(\{\{|\{%|\*\||%%\[)[^a-z]*(els|elif|when)|\{\{_*\^/i;

/** Tokens whose content may hold characters that mean something to HTML, CSS or a srcset. */
const freeToken = /<%[\s\S]*?%>|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Whether an address begins with a token, so that only the filled-in email shows what it is. */
export function isToken(address: string): boolean {
  return tokenAtStart.test(address);
}

/** Whether a text chooses between alternatives, of which a reader gets only one. */
export function holdsBranch(text: string): boolean {
  return branch.test(text);
}

/**
 * The same text with every token as one word of the same length, so that positions stay. A template language reads its
 * tokens before anyone reads the HTML: `<%= a > b %>` has no place in the grammar that the HTML parser knows.
 */
export function tokensAsWords(text: string): string {
  return text.replace(freeToken, (token) => {
    const [opens, closes] = token.startsWith("{{") ? ["{{", "}}"] : ["{%", "%}"];
    return `${opens}${token.slice(2, -2).replace(/[^\w^%.]/g, "_")}${closes}`;
  });
}
