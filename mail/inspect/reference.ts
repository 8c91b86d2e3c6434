import {
  type Address,
  addressesIn,
  addressesInCss,
  type ElementAddress,
  isOutside,
  leadsNowhere,
} from "./address";
import { oneLine } from "./seen-text";
import { asWritten, isToken } from "./token";
import type { Opened } from "./walk";

/** A place of a mail that has an address. */
export interface Place extends Address {
  /** Where it stands in the HTML, from 1. */
  readonly line: number;
}

/** A link of a mail. */
export interface MailLink extends Place {
  /** What a reader sees of it: its text, or the alternative text of its image. */
  readonly text: string;
  /** Whether no reader sees it. */
  readonly isHidden: boolean;
}

/** An image of a mail. */
export interface MailImage extends Place {
  /** Absent where the image has no `alt` attribute. */
  readonly alt: string | undefined;
  /** False of one without `alt`, too, where a token may become one. */
  readonly lacksAlt: boolean;
}

/** An address that is neither that of a link nor of an image, such as one in a style. */
export interface OtherAddress extends Place {
  /** What has it, such as `td`, or `v:fill for Outlook` in a comment. */
  readonly element: string;
}

/** Every address of a mail, each in one of these. */
export interface References {
  readonly links: readonly MailLink[];
  readonly images: readonly MailImage[];
  /** Those that lead or load from outside the email. */
  readonly others: readonly OtherAddress[];
}

interface OpenLink extends Place, Pick<MailLink, "isHidden"> {
  readonly texts: string[];
  /** Whether it has an address that a click follows: one that holds a label switches something. */
  isLink: boolean;
  /** Whether what it shows has an image. */
  hasImage: boolean;
}

const none: Address = { address: "", isBroken: false };

/** Collects the addresses of a mail, with what a reader gets of each. */
export function referencesIn(lineAt: (position: number) => number) {
  const links = new Map<object, OpenLink>();
  const images: MailImage[] = [];
  const withoutAddress: number[] = [];
  const others: OtherAddress[] = [];
  const known = new Set<object>();
  /** The places of the mail that a link may lead to. */
  const targets = new Set(["top"]);
  let link: OpenLink | undefined;
  const add = (element: string, line: number, found: readonly Address[]) => {
    for (const { address, isBroken } of found.filter(isOutside)) {
      others.push({ element, address, isBroken, line });
    }
  };
  return {
    open({ tag, start, attributes, source, isHidden }: Opened): void {
      if (tag === "a") link = links.get(source);
      // Another element of the same start tag.
      if (known.has(source)) return;
      known.add(source);
      const line = lineAt(start);
      for (const name of [attributes.id, attributes.name]) if (name) targets.add(name);
      const found = addressesIn(tag, attributes);
      const own = ownAddress(tag, found);
      add(tag, line, own ? found.filter((one) => one !== own) : found);
      const { address, isBroken } = own ?? none;
      const alt = attributes.alt === undefined ? undefined : asWritten(attributes.alt);
      if (tag === "a" || tag === "area") {
        const isLink = own !== undefined;
        // An area is a part of an image.
        const shows = { isLink, hasImage: tag === "area" };
        const opened = { address, isBroken, line, isHidden, texts: [alt ?? ""], ...shows };
        links.set(source, opened);
        if (tag === "a") link = opened;
      }
      if (tag === "label" && link) link.isLink = false;
      if (tag !== "img") return;
      images.push({ address, isBroken, line, alt, lacksAlt: lacksAlt(attributes) });
      const isShown = [address, attributes.srcset].some(Boolean) || hasToken(attributes);
      if (!isShown) withoutAddress.push(line);
      if (!link) return;
      link.texts.push(alt ?? "");
      link.hasImage = true;
    },
    openForOutlook({ tag, start, attributes }: Opened): void {
      add(`${tag} for Outlook`, lineAt(start), addressesIn(tag, attributes));
    },
    style(css: string, start: number): void {
      for (const one of addressesInCss(css)) add("style", lineAt(start + one.at), [one]);
    },
    text(text: string): void {
      link?.texts.push(text);
    },
    close(tag: string): void {
      if (tag === "a") link = undefined;
    },
    /** The lines of links that lead nowhere and of images without an address, once all is read. */
    empty(): number[] {
      const lost = [...links.values()].filter((one) => {
        const isSeen = one.hasImage || oneLine(one.texts.join("")) !== "";
        return one.isLink && isSeen && leadsNowhere(one.address, targets);
      });
      const lines = [...withoutAddress, ...lost.map(({ line }) => line)];
      return lines.sort((first, second) => first - second);
    },
    found: (): References => ({ links: [...links.values()].map(asRead), images, others }),
  };
}

function asRead({ texts, isLink: _, hasImage: __, ...place }: OpenLink): MailLink {
  return { text: oneLine(texts.join("")), ...place };
}

/** The address of a link or an image itself. */
function ownAddress(tag: string, found: readonly ElementAddress[]): ElementAddress | undefined {
  if (tag === "img") return found.find(({ attribute }) => attribute === "src");
  if (tag !== "a" && tag !== "area") return undefined;
  const of = (name: string) => found.find(({ attribute }) => attribute === name);
  return of("href") ?? of("xlink:href");
}

function lacksAlt(attributes: Opened["attributes"]): boolean {
  return attributes.alt === undefined && !hasToken(attributes);
}

/** A token among the attributes may become any of them. */
function hasToken(attributes: Opened["attributes"]): boolean {
  return Object.keys(attributes).some((name) => isToken(asWritten(name)));
}
