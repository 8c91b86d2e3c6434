/** Keeps names and sentences from being read as Markdown, a mention or a line break. */
export function escaped(text: string): string {
  return plain(text)
    .replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&")
    .replace(/@(?=\w)/g, "@\u200b");
}

/** One line, which no mark of a direction turns round. */
export function plain(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/\s+/g, " ");
}

/** Words as they are, of which nothing is read as a link. */
export function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'")}\``;
}

/** A longer name or sentence is cut, so that as many lines as a reader reads are no more than a comment holds. */
const longest = 100;

/** At most 100 characters. */
export function cut(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}...` : text;
}
