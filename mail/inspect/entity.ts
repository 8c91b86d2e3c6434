import { defaultTreeAdapter, html, parseFragment } from "parse5";

/** A text as HTML shows it that has entities and no elements. */
export function withoutEntities(text: string): string {
  // In a title, entities are all that has a meaning.
  const title = defaultTreeAdapter.createElement("title", html.NS.HTML, []);
  const [shown] = parseFragment(title, text, {}).childNodes;
  return shown && "value" in shown ? shown.value : "";
}
