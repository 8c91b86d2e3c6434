import { cssLoads, mayLoad } from "./css";
import { asWritten, isToken } from "./token";
import { words } from "./words";

type Attributes = Readonly<Record<string, string>>;

export interface Address {
  readonly address: string;
  /** True if an email client may warn about the URL, block it or fail to load it. */
  readonly isBroken: boolean;
}

export interface ElementAddress extends Address {
  readonly attribute: string;
  /** True if an email client loads the URL without a click. */
  readonly isLoaded: boolean;
}

const isSafeUrl = /^\s*(https:|mailto:|tel:|sms:|#|$)/i;
/** Matches a URL that contains the content itself, or that has no content. */
const isEmbedded = /^\s*(data:|about:blank)/i;
/**
 * Matches the URL of an attachment. Such a URL isn't broken where an email client loads it, because there the finding
 * `image-attached` reports it.
 */
const isAttachment = /^\s*cid:/i;
/** Matches a URL that leads to another place in the same email, and an empty URL. */
const isAnchor = /^\s*(?:#|$)/;

const loadedAttributeNames = ["src", "background", "poster"];
const followedAttributeNames = ["href", "xlink:href", "formaction"];
/** Matches the target URL in the `content` of `<meta http-equiv="refresh">`. */
const refreshTarget = /^\s*[\d.]*[\s;,]*(?:url\s*=\s*)?["']?([^"']+)/i;
/** Types of <link> elements that load a file. Other types, such as canonical, load nothing. */
const loadedLink = /\b(stylesheet|icon|apple-touch-icon|preload)\b/i;

/**
 * The URLs in an element's attributes, with template tokens such as {{name}}. In `attributes`, plain words stand for
 * the tokens.
 */
export function addressesIn(tag: string, attributes: Attributes): ElementAddress[] {
  // Return early for most elements, because this runs for every element of an email.
  if (!Object.entries(attributes).some(mayAddress)) return [];
  const found: ElementAddress[] = [];
  const add = (attribute: string, isLoaded: boolean, words: string | undefined) => {
    if (words === undefined) return;
    found.push({ attribute, isLoaded, ...(isLoaded ? loadedAddress : followedAddress)(words) });
  };
  for (const name of loadedAttributes(tag, attributes)) add(name, true, attributes[name]);
  for (const name of followedAttributes(tag)) add(name, false, attributes[name]);
  if (tag === "meta" && /^refresh$/i.test(attributes["http-equiv"] ?? "")) {
    add("content", false, refreshTarget.exec(attributes.content ?? "")?.[1]);
  }
  for (const name of ["srcset", "imagesrcset"]) {
    for (const words of srcsetAddresses(attributes[name] ?? "")) add(name, true, words);
  }
  return [...found, ...addressesInCss(attributes.style ?? "")];
}

const urlAttributes = words(
  "src background poster href xlink:href formaction action data content srcset imagesrcset",
);

function mayAddress([name, value]: readonly [string, string]): boolean {
  return name === "style" ? mayLoad(value) : urlAttributes.has(name);
}

/** The URLs that a style sheet loads, with their positions. */
export function addressesInCss(css: string): (ElementAddress & { readonly at: number })[] {
  const loaded = { attribute: "style", isLoaded: true };
  return cssLoads(css).map(({ address, start: at }) => ({
    ...loadedAddress(address),
    ...loaded,
    at,
  }));
}

/** True if a URL is broken, leads out of the email, or loads remote content. */
export function leadsOutside({ address, isBroken }: Address): boolean {
  return isBroken || !(isEmbedded.test(address) || isAnchor.test(address));
}

/** Characters that begin or end a token in some template language. */
const tokenCharacter = /[{}<>|[\]]|%%|\$\(|%[\w.-]+%/;

/** True if a link surely leads nowhere. `targets` are the email's anchors; undefined if not all are known. */
export function leadsNowhere(address: string, targets: ReadonlySet<string> | undefined): boolean {
  const trimmed = address.trim();
  // A template token may lead anywhere.
  if (tokenCharacter.test(trimmed)) return false;
  if (trimmed.startsWith("#")) {
    const place = trimmed.slice(1);
    if (place === "" || targets === undefined) return place === "";
    return !(targets.has(place) || /^top$/i.test(place) || targets.has(decoded(place)));
  }
  if (/^(?:[a-z]+:)?\/*$/i.test(trimmed)) return true;
  return /^https?:/i.test(trimmed) && parseUrl(trimmed) === undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function loadedAttributes(tag: string, { rel = "" }: Attributes): readonly string[] {
  if (tag === "object") return [...loadedAttributeNames, "data"];
  if (tag === "link" && loadedLink.test(rel)) return [...loadedAttributeNames, "href"];
  return isDrawn(tag) ? [...loadedAttributeNames, "href", "xlink:href"] : loadedAttributeNames;
}

function followedAttributes(tag: string): readonly string[] {
  if (tag === "form") return [...followedAttributeNames, "action"];
  return tag === "link" || isDrawn(tag) ? [] : followedAttributeNames;
}

/** True for elements in <svg> such as `image`, whose URL may be in `href` or `xlink:href`. */
function isDrawn(tag: string): boolean {
  return tag === "image" || tag === "feImage" || tag === "use";
}

function loadedAddress(words: string): Address {
  const { address, isBroken } = followedAddress(words);
  return { address, isBroken: isBroken && !isEmbedded.test(words) && !isAttachment.test(words) };
}

function followedAddress(words: string): Address {
  const address = asWritten(words);
  return { address, isBroken: !isSafeUrl.test(address) && !isToken(address) };
}

/** The URLs of a srcset. As in HTML, a URL ends at white space or a trailing comma, and may contain commas. */
export function srcsetAddresses(srcset: string): string[] {
  if (srcset === "") return [];
  const found: string[] = [];
  let isInSize = false;
  let isInParentheses = false;
  for (const [word] of srcset.matchAll(/\S+/g)) {
    let start = 0;
    for (; isInSize && start < word.length; start += 1) {
      if (word[start] === "(") isInParentheses = true;
      if (word[start] === ")") isInParentheses = false;
      isInSize = isInParentheses || word[start] !== ",";
    }
    while (word[start] === ",") start += 1;
    let end = word.length;
    while (end > start && word[end - 1] === ",") end -= 1;
    if (end === start) continue;
    found.push(word.slice(start, end));
    isInSize = end === word.length;
  }
  return found;
}

/**
 * Parses a URL, or returns undefined. `URL.canParse` isn't used, because in Node.js 20 it rejects letters such as "ü"
 * after many calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
