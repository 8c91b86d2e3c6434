import { type References, watchReferences } from "./reference";
import { watchText } from "./seen-text";
import { type StyleSheet, watchStyles } from "./style-sheet";
import { type Unclosed, watchUnclosed } from "./unclosed";
import { linksOfferUnsubscribe, textOffersUnsubscribe } from "./unsubscribe";
import { walk } from "./walk";

/** What is wrong with a mail's HTML; lines count from 1. */
export interface Faults {
  readonly imagesWithoutAlt: readonly number[];
  /** Addresses that are neither https, mail, phone, anchor nor a token that the service fills in. */
  readonly linksNotHttps: readonly number[];
  readonly unclosed: readonly Unclosed[];
}

/** What a mail's HTML holds. */
export interface Inspection extends References {
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
  const references = watchReferences();
  const text = watchText();
  const styles = watchStyles(html);
  const unclosed = watchUnclosed();
  walk(html, [references.watcher, text.watcher, styles.watcher, unclosed.watcher]);
  const found = references.found();
  const { lines, written } = text.found();
  return {
    ...found,
    styles: styles.found(),
    faults: () => ({ ...faultsOf(found), unclosed: unclosed.found() }),
    text: lines,
    offersUnsubscribe: () => linksOfferUnsubscribe(found) || textOffersUnsubscribe(written()),
  };
}

function faultsOf({ links, images, others }: References): Omit<Faults, "unclosed"> {
  const broken = [...links, ...images, ...others].filter(({ isBroken }) => isBroken);
  return {
    imagesWithoutAlt: images.filter(({ lacksAlt }) => lacksAlt).map(({ line }) => line),
    linksNotHttps: broken.map(({ line }) => line).sort((one, other) => one - other),
  };
}
