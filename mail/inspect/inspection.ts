import { cacheLatest, linesOf, type ParsedHtml, parseHtml } from "./html-parser";
import { type Place, type References, referencesIn } from "./reference";
import { type WrongTags, wrongTags } from "./unclosed";
import { linksOfferUnsubscribe, textsOfferUnsubscribe } from "./unsubscribe";
import { collectVisibleText } from "./visible-text";
import { walk } from "./walk";

/** The size from which large mailbox providers clip an email's HTML, so that readers don't see the end. */
export const clippedFromBytes = 102 * 1024;

/** Faults in an email's HTML, with lines counted from 1. */
export interface Faults extends WrongTags {
  readonly imagesWithoutAlt: readonly number[];
  /** The lines of URLs with `isBroken`, such as http URLs. */
  readonly linksNotHttps: readonly number[];
  /** The lines of links without a usable URL, and of images without a URL. */
  readonly empty: readonly number[];
}

export interface Inspection extends References {
  /** The line at which the inspection stopped early, and the reason. */
  readonly end?: { readonly line: number; readonly why: string };
  faults(): Faults;
  /** The text of the email, with a line for each block. */
  text(): string;
  /** The preview text that an inbox shows, including alt text. */
  previewText(): string;
  /** The text without code, one entry for each block. */
  prose(): readonly string[];
  isBlank(): boolean;
  /** True if visible content has a way to unsubscribe. A way in a comment doesn't count. */
  offersUnsubscribe(): boolean;
}

export const inspectHtml = cacheLatest((html) => inspected(parseHtml(html), html));

function inspected(mail: ParsedHtml, html: string): Inspection {
  const lineAt = linesOf(html);
  const seen = collectVisibleText();
  const references = referencesIn(lineAt, seen);
  walk(mail, {
    open(element) {
      seen.open(element);
      references.open(element);
    },
    text: references.text,
    close(tag) {
      seen.close(tag);
      references.close(tag);
    },
    style: references.style,
    openForOutlook: references.openForOutlook,
  });
  const found = references.found();
  // URLs in style sheets don't count as content, because they may be fonts.
  const loads = found.others.some(({ element }) => element !== "style" && element !== "link");
  return {
    ...found,
    ...(mail.end && { end: { line: lineAt(mail.end.at), why: mail.end.why } }),
    faults: () => ({
      imagesWithoutAlt: linesOfAll(found.images.filter(({ lacksAlt }) => lacksAlt)),
      linksNotHttps: linesOfAll(
        [...found.links, ...found.images, ...found.others].filter(({ isBroken }) => isBroken),
      ),
      empty: linesOfAll(references.empty(mail.end === undefined)),
      ...wrongTags(mail, lineAt),
    }),
    text: seen.lines,
    previewText: () => [...seen.leading(), seen.lines()].join("\n").trim(),
    prose: seen.prose,
    isBlank: () => !(mail.end || loads || seen.isShown()),
    offersUnsubscribe: () =>
      linksOfferUnsubscribe(found) || textsOfferUnsubscribe(seen.visible, html),
  };
}

function linesOfAll(places: readonly Place[]): number[] {
  return places.map(({ line }) => line).sort((one, other) => one - other);
}
