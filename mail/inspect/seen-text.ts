/** Elements that begin and end a line. */
export const blocks = new Set(
  "address article blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p section table td th tr ul".split(
    " ",
  ),
);

/** Elements whose text is about code, or what somebody would type. */
const codes = new Set(["code", "pre", "kbd", "samp", "tt", "textarea"]);

/** Collects the text of a mail. */
export function seenText() {
  /** The alternative texts of images that come before any text. */
  const leading: string[] = [];
  let hasText = false;
  /** Absent stands for the edge of a block. */
  const parts: (string | undefined)[] = [];
  const visible: string[] = [];
  const prose: string[] = [];
  let depthOfCode = 0;
  let lines: string | undefined;
  return {
    open(tag: string): void {
      if (blocks.has(tag)) parts.push(undefined);
      if (codes.has(tag)) depthOfCode += 1;
    },
    close(tag: string): void {
      if (blocks.has(tag)) parts.push(undefined);
      if (codes.has(tag)) depthOfCode -= 1;
    },
    image(alt: string): void {
      if (!hasText) leading.push(oneLine(alt));
    },
    add(text: string, isHidden: boolean): void {
      parts.push(text);
      hasText ||= /\S/.test(text);
      if (!isHidden) visible.push(text);
      if (depthOfCode === 0) prose.push(text);
    },
    /** What isn't hidden, with the lines that the HTML has; a text between two tags each. */
    visible: (): readonly string[] => visible,
    /** What is no code, likewise. */
    prose: (): readonly string[] => prose,
    /** Whether there is anything but white space and what has no width. */
    isShown: () => parts.some((part) => /[^\s\p{Cf}\p{M}]/u.test(part ?? "")),
    /** What an inbox shows of images: those that a mail begins with. */
    leading: () => leading.filter((alt) => alt !== ""),
    /** A line for each block. */
    lines(): string {
      // Several rules and a page ask for it.
      lines ??= parts
        .map((part) => part ?? "\n")
        .join("")
        .split("\n")
        .map(oneLine)
        .filter((line) => line !== "")
        .join("\n");
      return lines;
    },
  };
}

/** A text with each run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
