import { defaultTreeAdapter, html, parseFragment } from "parse5";

/** A text as HTML shows it that has entities and no elements. */
export function withoutEntities(text: string): string {
  // In a title, entities are all that has a meaning.
  const title = defaultTreeAdapter.createElement("title", html.NS.HTML, []);
  const [shown] = parseFragment(title, text, {}).childNodes;
  return shown && "value" in shown ? shown.value : "";
}

/** In quotes, it is what the text is about. */
const entity = /(?<!["'`“‘(])&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z][a-z\d]{1,30});/gi;
const encodedWord = /=\?[\w-]{2,20}\?[bq]\?[^?\s]{1,200}\?=/i;

/** The entities of a text that is no HTML, and the word of an email header that is encoded. */
export function codesIn(text: string): string[] {
  const entities = (text.match(entity) ?? []).filter((one) => withoutEntities(one) !== one);
  return [...entities, ...(encodedWord.exec(text) ?? [])];
}
