/** Elements that begin and end a line. */
export const blocks = new Set(
  "address article blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p section table td th tr ul".split(
    " ",
  ),
);

/** Collects the text of a mail. */
export function seenText() {
  /** Absent stands for the edge of a block. */
  const parts: (string | undefined)[] = [];
  const visible: string[] = [];
  return {
    edge(tag: string): void {
      if (blocks.has(tag)) parts.push(undefined);
    },
    add(text: string, isHidden: boolean): void {
      parts.push(text);
      if (!isHidden) visible.push(text);
    },
    /** What isn't hidden, with the lines that the HTML has. */
    visible: () => visible.join(""),
    /** A line for each block. */
    lines(): string {
      const text = parts.map((part) => part ?? "\n").join("");
      const lines = text.split("\n").map(oneLine);
      return lines.filter((line) => line !== "").join("\n");
    },
  };
}

/** A text with each run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
