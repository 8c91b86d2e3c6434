import { lineCounter } from "./line";
import { holdsBranch } from "./token";
import type { Closed, Opened } from "./walk";

/** An element that is never closed, though HTML wants it to be. */
export interface Unclosed {
  readonly tag: string;
  readonly line: number;
}

/** Elements whose end tag HTML lets one leave out. */
const closesItself = new Set(
  "html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp".split(
    " ",
  ),
);

interface OpenElement extends Unclosed, Pick<Opened, "end" | "isClosed"> {}

/** Finds the elements of a mail that are never closed. */
export function unclosedElements(html: string) {
  const found: Unclosed[] = [];
  const open: OpenElement[] = [];
  const texts: string[] = [];
  const lineAt = lineCounter(html);
  return {
    open({ tag, start, end, isClosed }: Opened): void {
      open.push({ tag, line: lineAt(start), end, isClosed });
    },
    text(text: string): void {
      texts.push(text);
    },
    close({ tag, isImplied, end }: Closed): void {
      const opened = open.pop();
      if (!isImplied || !opened || opened.isClosed || closesItself.has(tag)) return;
      // An element that ends with its own start tag is a void one, or self-closed in <svg> or <math>.
      if (opened.end !== end) found.push({ tag, line: opened.line });
    },
    found(): Unclosed[] {
      // Of alternatives a reader gets one, so two start tags with one end tag between them may be right.
      if (holdsBranch(texts.join(""))) return [];
      return found.sort((one, other) => one.line - other.line);
    },
  };
}
