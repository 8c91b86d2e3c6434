import { type References, referencesIn } from "./reference";
import { seenText } from "./seen-text";
import { type Unclosed, unclosedElements } from "./unclosed";
import { linksOfferUnsubscribe, textOffersUnsubscribe } from "./unsubscribe";
import { walk } from "./walk";

/** What is wrong with a mail's HTML; lines count from 1. */
export interface Faults {
  readonly imagesWithoutAlt: readonly number[];
  /** Addresses that are neither https, mail, phone, anchor nor a token that the service fills in. */
  readonly linksNotHttps: readonly number[];
  readonly unclosed: readonly Unclosed[];
}

/** The content of a style element. */
export interface StyleSheet {
  readonly css: string;
  /** Where it begins in the HTML. */
  readonly start: number;
}

/** What a mail's HTML holds. */
export interface Inspection extends References {
  /** Those that have an end, in comments for Outlook as well. */
  readonly styles: readonly StyleSheet[];
  faults(): Faults;
  /** The text that a reader sees, a line for each block. */
  text(): string;
  /** Whether what a reader sees has a way to unsubscribe: a comment doesn't. */
  offersUnsubscribe(): boolean;
}

/** The latest mails: a finding, a page and its comparison ask for the same two. */
const latest: { readonly html: string; readonly inspection: Inspection }[] = [];

/** Looks into the HTML of a mail. */
export function inspectHtml(html: string): Inspection {
  const known = latest.find((one) => one.html === html);
  if (known) return known.inspection;
  const inspection = inspected(html);
  latest.unshift({ html, inspection });
  latest.splice(2);
  return inspection;
}

function inspected(html: string): Inspection {
  const references = referencesIn(html);
  const seen = seenText();
  const unclosed = unclosedElements(html);
  const styles: StyleSheet[] = [];
  walk(html, {
    open(element) {
      references.open(element);
      unclosed.open(element);
      seen.edge(element.tag);
    },
    text(text, isSeen) {
      unclosed.text(text);
      if (!isSeen) return;
      references.text(text);
      seen.add(text);
    },
    close(element) {
      references.close(element.tag);
      unclosed.close(element);
      seen.edge(element.tag);
    },
    style(style) {
      const { css, start, isImplied } = style;
      references.style(style);
      if (!isImplied) styles.push({ css: html.slice(start, start + css.length), start });
    },
    openForOutlook: references.openForOutlook,
  });
  const found = references.found();
  return {
    ...found,
    styles,
    faults: () => ({ ...faultsOf(found), unclosed: unclosed.found() }),
    text: seen.lines,
    offersUnsubscribe: () => linksOfferUnsubscribe(found) || textOffersUnsubscribe(seen.written()),
  };
}

function faultsOf({ links, images, others }: References): Omit<Faults, "unclosed"> {
  const broken = [...links, ...images, ...others].filter(({ isBroken }) => isBroken);
  return {
    imagesWithoutAlt: images.filter(({ lacksAlt }) => lacksAlt).map(({ line }) => line),
    linksNotHttps: broken.map(({ line }) => line).sort((one, other) => one - other),
  };
}
