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
  // Most of what a mail may hold a million of.
  if (Object.keys(attributes).length === 0) return [];
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
