import {
  type Address,
  addressesIn,
  addressesInCss,
  type ElementAddress,
  leadsNowhere,
  leadsOutside,
} from "./element-address";
import { asWritten, isToken } from "./token";
import { plainLetters, removeWordIn, unsubscribeWordsIn } from "./unsubscribe";
import { oneLine, type VisibleText } from "./visible-text";
import type { OpenedElement } from "./walk";

export interface Place extends Address {
  /** The line of the link, image or other URL in the HTML, counted from 1. */
  readonly line: number;
}

export interface MailLink extends Place {
  /** The visible text of the link, or the alternative text of its image. */
  readonly text: string;
  readonly isHidden: boolean;
  /** True if the link's text, or the sentence around the link, offers to leave a list. */
  readonly isUnsubscribeLink: boolean;
  /**
   * True if words for unsubscribing are in the link's URL or labels, or in or near its sentence. A request may then
   * unsubscribe a reader.
   */
  readonly mayUnsubscribe: boolean;
}

export interface MailImage extends Place {
  /** The alternative text. Undefined if the image has no `alt` attribute. */
  readonly alt: string | undefined;
  /** True if the image has no `alt`. False if its attributes contain a token, which may become an `alt`. */
  readonly lacksAlt: boolean;
}

/** A URL that belongs to neither a link nor an image, such as a URL in a style. */
export interface OtherAddress extends Place {
  /** The name of the element, such as `td`, or `v:fill for Outlook` for an element in a comment for Outlook. */
  readonly element: string;
  /** True if an email client loads the URL without a click, as for a background. */
  readonly isLoaded: boolean;
  /** Set for a button that offers to leave a list, and for the button's form. */
  readonly isUnsubscribeLink?: true;
}

export interface References {
  readonly links: readonly MailLink[];
  readonly images: readonly MailImage[];
  readonly others: readonly OtherAddress[];
}

interface OpenLink extends Place, Pick<MailLink, "isHidden"> {
  readonly texts: string[];
  readonly from: number;
  to: number;
  /** True if a click follows the URL. If a link contains a label, a click changes the label's control instead. */
  isLink: boolean;
  hasImage: boolean;
  /** The texts that a screen reader or a tooltip shows for the link. */
  readonly labels: string;
}

const none: Address = { address: "", isBroken: false };

export function referencesIn(lineAt: (position: number) => number, seen: VisibleText) {
  const links = new Map<object, OpenLink>();
  const images: MailImage[] = [];
  const withoutAddress: Place[] = [];
  const others: (OtherAddress & { readonly source?: object })[] = [];
  const known = new Set<object>();
  const forms = formsIn();
  const targets = new Set(["top"]);
  let link: OpenLink | undefined;
  const add = (
    element: string,
    line: number,
    found: readonly ElementAddress[],
    source?: object,
  ) => {
    for (const { address, isBroken, isLoaded } of found.filter(leadsOutside)) {
      others.push({ element, address, isBroken, isLoaded, line, ...(source && { source }) });
    }
  };
  return {
    open(element: OpenedElement): void {
      const { tag, start, attributes, source, isHidden } = element;
      if (tag === "a") link = links.get(source);
      // Each start tag counts once, although the parser may create several elements from it.
      if (known.has(source)) return;
      known.add(source);
      forms.open(element);
      for (const name of [attributes.id, attributes.name]) if (name) targets.add(name);
      if (tag === "label" && link) link.isLink = false;
      const found = addressesIn(tag, attributes);
      if (found.length === 0 && !/^(?:a|area|img)$/.test(tag)) return;
      const line = lineAt(start);
      const own = ownAddress(tag, found);
      add(tag, line, own ? found.filter((one) => one !== own) : found, source);
      const { address, isBroken } = own ?? none;
      const alt = attributes.alt === undefined ? undefined : asWritten(attributes.alt);
      if (tag === "a" || tag === "area") {
        const at = seen.length();
        const place = { address, isBroken, line, isHidden, from: at, to: at };
        // An <area> has no content of its own. It counts as having an image, because it is a part of one.
        const shows = { isLink: own !== undefined, hasImage: tag === "area" };
        const labels = [attributes.title, attributes["aria-label"]].join(" ");
        const opened = { ...place, texts: [alt ?? ""], ...shows, labels };
        links.set(source, opened);
        if (tag === "a") link = opened;
      }
      if (tag !== "img") return;
      const lacksAlt = alt === undefined && !hasToken(attributes);
      const image = { address, isBroken, line, alt, lacksAlt };
      images.push(image);
      const isShown = /\S/.test(address + (attributes.srcset ?? "")) || hasToken(attributes);
      if (!isShown) withoutAddress.push(image);
      if (!link) return;
      link.texts.push(alt ?? "");
      link.hasImage = true;
    },
    openForOutlook({ tag, start, attributes }: OpenedElement): void {
      add(`${tag} for Outlook`, lineAt(start), addressesIn(tag, attributes));
    },
    style(css: string, start: number): void {
      for (const one of addressesInCss(css)) add("style", lineAt(start + one.at), [one]);
    },
    text(text: string, isHidden: boolean): void {
      link?.texts.push(text);
      forms.text(text);
      seen.add(text, isHidden, link?.isLink === true);
      if (link && !isHidden) link.to = seen.length();
    },
    close(tag: string): void {
      forms.close(tag);
      if (tag === "a") link = undefined;
    },
    /**
     * Links and images without a usable URL. Checks anchors only in a whole email, because an unparsed rest may contain
     * their targets.
     */
    empty(isWhole: boolean): Place[] {
      const lost = [...links.values()].filter((one) => {
        const isSeen = one.hasImage || oneLine(one.texts.join("")) !== "";
        return one.isLink && isSeen && leadsNowhere(one.address, isWhole ? targets : undefined);
      });
      return [...withoutAddress, ...lost];
    },
    found: (): References => ({
      links: [...links.values()].map((one) => {
        const { address, isBroken, line, isHidden, from, to, hasImage, labels } = one;
        const text = oneLine(one.texts.join(""));
        // An arrow stands for an image without an alternative text.
        const said = (text === "" && hasImage ? "→" : text) + removeWordIn(address);
        return {
          ...{ address, isBroken, line, text, isHidden },
          // Computed on demand, because most emails don't need the value.
          get isUnsubscribeLink() {
            return seen.offersUnsubscribe({ from, to }, said);
          },
          get mayUnsubscribe() {
            const isNamed = [address, labels].some((one) => unsubscribeWordsIn(plainLetters(one)));
            return isNamed || this.isUnsubscribeLink || seen.mayUnsubscribe({ from, to }, said);
          },
        };
      }),
      images,
      others: others.map(({ source, ...one }) =>
        source && forms.offersUnsubscribe(source) ? { ...one, isUnsubscribeLink: true } : one,
      ),
    }),
  };
}

/** The URL of a link's target or of an image's source. */
function ownAddress(tag: string, found: readonly ElementAddress[]): ElementAddress | undefined {
  if (tag === "img") return found.find(({ attribute }) => attribute === "src");
  if (tag !== "a" && tag !== "area") return undefined;
  const of = (name: string) => found.find(({ attribute }) => attribute === name);
  return of("href") ?? of("xlink:href");
}

/** True if a template token is among the names of the attributes. The token may become any attribute. */
function hasToken(attributes: OpenedElement["attributes"]): boolean {
  return Object.keys(attributes).some((name) => isToken(asWritten(name)));
}

/** Finds the forms and buttons that offer to leave a list, by their start tags. */
function formsIn() {
  const leaving = new Set<object>();
  let form: object | undefined;
  let button: object | undefined;
  const say = (text: string, source: object) => {
    if (unsubscribeWordsIn(plainLetters(text)) === undefined) return;
    leaving.add(source);
    if (form) leaving.add(form);
  };
  return {
    open({ tag, attributes, source, isHidden }: OpenedElement): void {
      // A form counts until the next form. The parser may close it at once in a table, but later buttons belong to it.
      if (tag === "form") form = source;
      if (tag === "button" && !isHidden) button = source;
      const { type = "", value = "", alt = "" } = attributes;
      const isButton = tag === "input" && /^(?:submit|image|button)$/i.test(type);
      if (isButton && !isHidden) say(`${value} ${alt}`, source);
    },
    text(text: string): void {
      if (button) say(text, button);
    },
    close(tag: string): void {
      if (tag === "button") button = undefined;
    },
    offersUnsubscribe: (source: object) => leaving.has(source),
  };
}
