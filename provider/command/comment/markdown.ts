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
