import type { Watch } from "./walk";

/** The content of a style element. */
export interface StyleSheet {
  readonly css: string;
  /** Where it begins in the HTML. */
  readonly start: number;
}

/** Watches for style elements; one that never ends is none. */
export function watchStyles(html: string): Watch<readonly StyleSheet[]> {
  const found: StyleSheet[] = [];
  return {
    watcher: {
      style({ css: { length }, start, isImplied }) {
        if (!isImplied) found.push({ css: html.slice(start, start + length), start });
      },
    },
    found: () => found,
  };
}
