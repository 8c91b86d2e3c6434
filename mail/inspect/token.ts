/** How an address begins that a mail service or a template language fills in: %%x%%, %x%, {{x}}, {%x%}, <%x%>, *|X|*, [X], ${x}. */
const tokenAtStart = /^\s*(%%|%(?![\da-f]{2}%)[\w.-]+%|\{|<%|\*\||\[|\$\{)/i;

/** A place that the service fills in for each reader, with the name of a value: %%name%%, {{name}}, {{{name}}} or *|NAME|*. */
const mergeTag = /%%[\w.-]+%%|\{\{\{\s*[\w.-]+\s*\}\}\}|\{\{\s*[\w.-]+\s*\}\}|\*\|[\w.-]+\|\*/g;

/** The first word of a token, or the sign, that begins another alternative. */
const branch = /(?:\{\{|\{%|<%|\*\||%%\[)[^a-z]{0,100}(?:els|elif|when)|\{\{\s{0,100}\^/i;

/** What a program writes in place of a value that HTML would take for an element. */
const leftValue =
  /<nil>|#<[A-Z][\w:]{0,60}:0x[\da-f]{4,16}[^<>]{0,200}>|<[\w.]{1,80} object at 0x[\da-f]{4,16}>/g;

/** Where a token may begin whose content may hold characters that mean something to HTML, CSS or a srcset. */
const freeToken = /<%|\{\{|\{%/g;
const endOfToken = /%>|\}\}|%\}/;
const closing: Readonly<Record<string, string>> = { "<%": "%>", "{{": "}}", "{%": "%}" };

/** Whether an address begins with a token, so that only the filled-in email shows what it is. */
export function isToken(address: string): boolean {
  return tokenAtStart.test(address);
}

/** Whether a text chooses between alternatives, of which a reader gets only one, such as {{else}} or *|ELSE:|*. */
export function holdsBranch(text: string): boolean {
  return branch.test(text);
}

/**
 * The same text with every token as one word of the same length, so that positions stay. A template language reads its
 * tokens before anyone reads the HTML: `<%= a > b %>` has no place in the grammar that the HTML parser knows.
 */
export function tokensAsWords(given: string): string {
  const text = given.replace(leftValue, asWord);
  if (!endOfToken.test(text)) return text;
  let whole = "";
  let at = 0;
  const unclosed = new Set<string>();
  const opening = new RegExp(freeToken);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const { 0: opens, index } = found;
    const end = unclosed.has(opens) ? -1 : text.indexOf(closing[opens] ?? "", index + 2);
    opening.lastIndex = end === -1 ? index + 1 : end + 2;
    // Looked for only once, since a mail may hold any number of tokens that end nowhere.
    if (end === -1) unclosed.add(opens);
    else {
      const token = text.slice(index, end + 2);
      const word = asWord(token);
      if (word === token) continue;
      whole += text.slice(at, index) + word;
      at = end + 2;
    }
  }
  return whole + text.slice(at);
}

/** What may mean something to HTML, CSS or a srcset. */
const special = /[^\w^%.{}\u0400-\uffff]/g;
/** Half of a pair alone is no character, so that no text has one of its own. */
const loneHalf = /[\udc00-\udfff]/gu;
const anyHalf = /[\udc00-\udfff]/;
const firstHalf = 0xdc00;

function asWord(token: string): string {
  return token.replace(special, (one) => String.fromCharCode(one.charCodeAt(0) + firstHalf));
}

/** A part of a text whose tokens became words, as it was before. */
export function asWritten(words: string): string {
  // Most have none, and this is asked of each attribute.
  if (!anyHalf.test(words)) return words;
  return words.replace(loneHalf, (one) => String.fromCharCode(one.charCodeAt(0) - firstHalf));
}

/** Values to show in place of merge tags, by the name in the tag. */
export type Sample = Readonly<Record<string, string>>;

/** What becomes of a merge tag: the tag as it is written, its value in the sample, and where it begins. */
export type Replace = (tag: string, value: string | undefined, start: number) => string;

export function replaceTokens(text: string, sample: Sample, replace: Replace): string {
  return text.replace(mergeTag, (tag: string, start: number) => {
    const name = tag.replace(/[^\w.-]/g, "");
    return replace(tag, Object.hasOwn(sample, name) ? sample[name] : undefined, start);
  });
}

/** A text as the reader of the sample gets it; a tag without a value stays as it is written. */
export function filled(text: string, sample: Sample): string {
  return replaceTokens(text, sample, (tag, value) => value ?? tag);
}

/** The first token of each kind that the service may not fill in. */
export interface UnknownTokens {
  /** A token that is meant as `%%unsubscribe%%`, but is spelled differently. */
  readonly unsubscribe: string | undefined;
  /** A token in the form of another tool. */
  readonly foreign: string | undefined;
}

const anyToken =
  /%%?(?![\da-f]{2})\s{0,3}([\w.-]{1,60})\s{0,3}%%?|\{{2,3}\s{0,3}[#/^]?([\w.-]{1,60})[^{}]{0,80}\}{2,3}|\{%-?\s{0,3}([\w.-]{1,60})[^%]{0,80}%\}|\*\|([\w.:-]{1,60})\|\*|<%=?\s{0,3}([\w.-]{1,60})[^%]{0,80}%>|\[\[([\w.-]{1,60})\]\]|\$\{([\w.-]{1,60})\}/gi;
const unsubscribing = /un[\W_]?sub|opt[\W_]?out/i;

/** The tokens of a text that are not the service's, as far as is known. */
export function tokensOf(text: string): UnknownTokens {
  const tokens = [...text.matchAll(anyToken)].filter(([token]) => token !== "%%unsubscribe%%");
  const isOut = (names: readonly string[]) => names.some((name) => unsubscribing.test(name));
  return {
    unsubscribe: tokens.find(([, ...names]) => isOut(names))?.[0],
    // Nothing is known of tokens in the service's own form, such as those of properties.
    foreign: tokens.find(([token, ...names]) => !token.startsWith("%") && !isOut(names))?.[0],
  };
}
