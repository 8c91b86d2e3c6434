/** The beginning of a URL that is filled in later: %%x%%, %x%, {{x}}, {%x%}, <%x%>, *|X|*, [X], ${x}. */
const tokenAtStart = /^\s*(%%|%(?![\da-f]{2}%)[\w.-]+%|\{|<%|\*\||\[|\$\{)/i;

/** A merge tag with the name of a value: %%name%%, {{name}}, {{{name}}} or *|NAME|*. */
const mergeTag = /%%[\w.-]+%%|\{\{\{\s*[\w.-]+\s*\}\}\}|\{\{\s*[\w.-]+\s*\}\}|\*\|[\w.-]+\|\*/g;

/** The beginning of a template token that starts an alternative, such as {{else}}. */
const alternativeStart = /(?:\{\{|\{%|<%|\*\||%%\[)[^a-z]{0,100}(?:els|elif|when)|\{\{\s{0,100}\^/i;

/** Text that a program prints for a missing value. HTML would parse it as an element, so it is replaced by a word. */
const printedMissingValue =
  /<nil>|#<[A-Z][\w:]{0,60}:0x[\da-f]{4,16}[^<>]{0,200}>|<[\w.]{1,80} object at 0x[\da-f]{4,16}>/g;

/** The beginning of a token that may contain characters with a meaning in HTML, CSS or a srcset. */
const tokenStart = /<%|\{\{|\{%/g;
const tokenEnd = /%>|\}\}|%\}/;
const tokenEnds: Readonly<Record<string, string>> = { "<%": "%>", "{{": "}}", "{%": "%}" };

/** True if a URL begins with a token, so that the target is unknown. */
export function isToken(address: string): boolean {
  return tokenAtStart.test(address);
}

/** True if a text has alternatives, such as {{else}} or *|ELSE:|*. A reader gets only one of them. */
export function holdsBranch(text: string): boolean {
  return alternativeStart.test(text);
}

/**
 * Replaces each token in `<% %>`, `{{ }}` or `{% %}` by one word of the same length, so that positions stay. Such a
 * token isn't HTML, because it is filled in before parsing.
 */
export function tokensAsWords(given: string): string {
  const text = given.replace(printedMissingValue, asWord);
  if (!tokenEnd.test(text)) return text;
  let whole = "";
  let at = 0;
  const unclosed = new Set<string>();
  const opening = new RegExp(tokenStart);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const { 0: opens, index } = found;
    const end = unclosed.has(opens) ? -1 : text.indexOf(tokenEnds[opens] ?? "", index + 2);
    opening.lastIndex = end === -1 ? index + 1 : end + 2;
    // Don't search again for an end that is missing, because an email may have many unclosed tokens.
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

/** Characters that may have a meaning in HTML, CSS or a srcset. */
const specialCharacters = /[^\w^%.{}\u0400-\uffff]/g;
/** A lone surrogate, which stands for a replaced character, because no valid text contains one. */
const loneSurrogates = /[\udc00-\udfff]/gu;
const anySurrogate = /[\udc00-\udfff]/;
const firstSurrogate = 0xdc00;

function asWord(token: string): string {
  return token.replace(specialCharacters, (one) =>
    String.fromCharCode(one.charCodeAt(0) + firstSurrogate),
  );
}

/** Restores the original text of a part whose tokens were replaced. */
export function asWritten(words: string): string {
  // Return early, because this function runs for each attribute, and most attributes have no token.
  if (!anySurrogate.test(words)) return words;
  return words.replace(loneSurrogates, (one) =>
    String.fromCharCode(one.charCodeAt(0) - firstSurrogate),
  );
}

/** Values to show in place of merge tags, by the name in the tag. */
export type Sample = Readonly<Record<string, string>>;

export type Replace = (tag: string, value: string | undefined, start: number) => string;

export function replaceMergeTags(text: string, sample: Sample, replace: Replace): string {
  return text.replace(mergeTag, (tag: string, start: number) => {
    const name = tag.replace(/[^\w.-]/g, "");
    return replace(tag, Object.hasOwn(sample, name) ? sample[name] : undefined, start);
  });
}

/** The text with values of the sample. Tags without a value stay. */
export function filled(text: string, sample: Sample): string {
  return replaceMergeTags(text, sample, (tag, value) => value ?? tag);
}

const anyToken =
  /%%?(?![\da-f]{2})\s{0,3}([\w.-]{1,60})\s{0,3}%%?|\{{2,3}\s{0,3}[#/^]?([\w.-]{1,60})[^{}]{0,80}\}{2,3}|\{%-?\s{0,3}([\w.-]{1,60})[^%]{0,80}%\}|\*\|([\w.:-]{1,60})\|\*|<%=?\s{0,3}([\w.-]{1,60})[^%]{0,80}%>|\[\[([\w.-]{1,60})\]\]|\$\{([\w.-]{1,60})\}/gi;
const unsubscribeName = /un[\W_]?sub|opt[\W_]?out/i;

/** The first misspelled form of `%%unsubscribe%%` in a text, and the first token in the form of another tool. */
export function tokensOf(text: string) {
  const tokens = [...text.matchAll(anyToken)].filter(([token]) => token !== "%%unsubscribe%%");
  const isOut = (names: readonly string[]) => names.some((name) => unsubscribeName.test(name));
  return {
    unsubscribe: tokens.find(([, ...names]) => isOut(names))?.[0],
    // Tokens that begin with "%" have the service's own form, so the service may know them.
    foreign: tokens.find(([token, ...names]) => !token.startsWith("%") && !isOut(names))?.[0],
  };
}
