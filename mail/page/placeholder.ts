import { escaped } from "./markup";

/** What stands in place of an image that isn't loaded. */
export interface Placeholder {
  readonly src: string;
  /** In pixels. */
  readonly height: number;
  /** For an image that declares none. */
  readonly width: number;
}

/** Of the text that is drawn, in pixels. */
const size = { line: 20, letter: 7.5, narrowest: 320 } as const;

/** What no XML may hold, and half of a pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/**
 * An image of no size of its own that shows the alternative text, as high as the text is, in colors that can be read on a
 * dark mail, too. It takes the width that the mail declares, as the real one does.
 */
export function placeholderFor(alt: string, width: string | undefined): Placeholder {
  const text = alt.replace(notInXml, "\ufffd");
  const length = Math.ceil(text.length * size.letter);
  const declared = Number.parseInt(width ?? "", 10);
  const wrapsAt = Math.min(declared > 0 ? declared : length, size.narrowest);
  const lines = text === "" ? 0 : Math.ceil(length / Math.max(wrapsAt, size.line));
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="font:14px/${size.line}px sans-serif;background:#eee;color:#333;overflow-wrap:anywhere">${escaped(text)}</div></foreignObject></svg>`;
  return {
    src: `data:image/svg+xml,${encodeURIComponent(drawn)}`,
    height: lines * size.line,
    width: Math.min(length, size.narrowest),
  };
}
