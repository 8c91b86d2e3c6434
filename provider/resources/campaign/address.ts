import { cssAddresses } from "./css";
import { isToken } from "./token";

type Attributes = Readonly<Record<string, string>>;

const isGood = /^\s*(https:|mailto:|tel:|sms:|#|$)/i;
/** What comes with the email, or is empty. */
const isEmbedded = /^\s*(cid:|data:|about:blank)/i;

const loading = ["src", "background", "poster"];
const leading = ["href", "xlink:href", "formaction"];
/** The links of a head that are loaded; the others, such as canonical, only name something. */
const loadedLink = /\b(stylesheet|icon|apple-touch-icon|preload)\b/i;

/** Addresses in the attributes of an element that an email client may warn about, block or not find. */
export function brokenAddresses(tag: string, attributes: Attributes): string[] {
  const { loaded, followed } = addressesOf(tag, attributes);
  return [
    ...loaded.filter((address) => isBroken(address) && !isEmbedded.test(address)),
    ...followed.filter(isBroken),
  ];
}

/** Where the addresses in a style sheet begin that are loaded by one that an email client may block or not find. */
export function brokenInCss(css: string): number[] {
  return cssAddresses(css)
    .filter(({ address }) => isBroken(address) && !isEmbedded.test(address))
    .map(({ at }) => at);
}

function addressesOf(tag: string, attributes: Attributes) {
  const of = (names: readonly string[]) => names.flatMap((name) => attributes[name] ?? []);
  const { rel = "", srcset = "", imagesrcset = "", style = "" } = attributes;
  const isLink = tag === "link";
  const loaded = [
    ...of(loading),
    ...of(tag === "object" ? ["data"] : []),
    ...of(isLink && loadedLink.test(rel) ? ["href"] : []),
    // `image` and its kin are drawings in <svg>, where one address has two spellings.
    ...of(isDrawn(tag) ? ["href", "xlink:href"] : []),
    ...srcsetAddresses(srcset),
    ...srcsetAddresses(imagesrcset),
    ...cssAddresses(style).map(({ address }) => address),
  ];
  const followed = [
    ...of(isLink || isDrawn(tag) ? [] : leading),
    ...of(tag === "form" ? ["action"] : []),
  ];
  return { loaded, followed };
}

function isDrawn(tag: string): boolean {
  return tag === "image" || tag === "feImage" || tag === "use";
}

function isBroken(address: string): boolean {
  return !isGood.test(address) && !isToken(address);
}

/** As HTML reads a srcset: an address ends at white space or a comma after it, and may hold commas itself. */
function srcsetAddresses(srcset: string): string[] {
  const candidate = /[\s,]*(\S*[^\s,])(?:,|[^,(]*(?:\([^)]*\)[^,(]*)*,?)/gy;
  return [...srcset.matchAll(candidate)].map(([, address = ""]) => address);
}
