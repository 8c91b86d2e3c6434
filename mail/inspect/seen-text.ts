import type { Watch } from "./walk";

/** What a reader sees of a mail's texts. */
interface SeenText {
  /** A line for each block. */
  lines(): string;
  /** With the lines that the HTML has. */
  written(): string;
}

const blocks = new Set(
  "address article blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p section table td th tr ul".split(
    " ",
  ),
);

/** Watches for the text that a reader sees. */
export function watchText(): Watch<SeenText> {
  /** Absent stands for the edge of a block. */
  const parts: (string | undefined)[] = [];
  const edge = ({ tag }: { readonly tag: string }) => {
    if (blocks.has(tag)) parts.push(undefined);
  };
  return {
    watcher: {
      open: edge,
      text(text, isSeen) {
        if (isSeen) parts.push(text);
      },
      close: edge,
    },
    found: () => ({ lines: () => linesOf(parts), written: () => parts.join("") }),
  };
}

function linesOf(parts: readonly (string | undefined)[]): string {
  const text = parts.map((part) => part ?? "\n").join("");
  const lines = text.split("\n").map(oneLine);
  return lines.filter((line) => line !== "").join("\n");
}

/** A text with each run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
