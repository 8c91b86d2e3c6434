import {
  listWords,
  placeWords,
  pointingWords,
  siteWords,
  unspacedWords,
  unsubscribePhrases,
  unsubscribeWords,
  wishes,
} from "./unsubscribe-words";

/** Patterns for URLs that take a reader off a list, matched in any part of the URL. */
export const unsubscribeUrlPatterns: readonly RegExp[] = unsubscribeWords.map(
  ([part]) => new RegExp(part),
);

/** A pattern for one of several words, with any separator in place of a space. */
function wholeWord(words: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${words.replaceAll(" ", "[\\s_-]")})(?![\\p{L}\\p{N}])`;
}

/** Up to 150 characters between "remove" and a word for a list, in the same sentence. */
const near = "[^.!?\\n]{0,150}";
const removeWords = wholeWord("remov(?:e|ed|al|ing)");
const listWord = wholeWord(listWords);
const unsubscribePattern = new RegExp(
  [
    wholeWord(
      [...unsubscribeWords.map(([, words]) => words), ...unsubscribePhrases, ...wishes].join("|"),
    ),
    `${removeWords}(?=${near}${listWord})|${listWord}${near}${removeWords}`,
    unspacedWords.normalize("NFKD"),
  ].join("|"),
  "u",
);

/** A text in lower case without accents, soft hyphens and other invisible characters. */
export function plainLetters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toLowerCase();
}

/** The first words for unsubscribing in a text from `plainLetters`. */
export function unsubscribeWordsIn(plain: string): string | undefined {
  return unsubscribePattern.exec(plain)?.[0];
}

const pointingWordSet = new Set(pointingWords.split(" "));

/** Matches a text in plain letters with the name of a page such as "your settings", or with an email address. */
export const settingsPlace = new RegExp(`${wholeWord(placeWords)}|@`, "u");

/** Matches a text in plain letters with words such as "no longer wish to receive". */
export const unsubscribeWish = new RegExp(wholeWord(wishes.join("|")), "u");

const bareHost = "[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)*\\.\\p{L}{2,}";
const bareAddress = new RegExp(`^\\s*(?:(?:https?:|www\\.)\\S*|${bareHost}/\\S*)\\s*$`, "u");

/** Matches a text in plain letters that stands for a website: a word such as "homepage", a host, or just an arrow. */
export const siteText = new RegExp(
  `${wholeWord(siteWords)}|^\\s*(?:${bareHost}|[^\\s\\p{L}\\p{N}]+)\\s*$`,
  "u",
);

/** True if a text from `plainLetters` is only a URL, or only a few words such as "click here". */
export function isPointingText(plain: string): boolean {
  if (bareAddress.test(plain)) return true;
  const said = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return said.length > 0 && said.length <= 5 && said.every((word) => pointingWordSet.has(word));
}

export const endOfSentence = /[.!?]?\n|[|·•]|[.!?](?=\s|$)/;

/** The only token that the service documents as a way to unsubscribe. */
export const unsubscribeToken = "%%unsubscribe%%";

/** The token after a scheme. Its value is a whole URL, so the link becomes `https://https://...`, which is invalid. */
export const tokenAfterScheme = /(?:https?:\/*|mailto:)%%unsubscribe%%/gi;

const addressInText = /:\/\/.|mailto:.|www\..|@[^\s@]+\../;
const addressStart = /^(?:https?:\/\/|mailto:|www\.)/;

export function textOffersUnsubscribe(text: string): boolean {
  return hasOffer(text, "\n", ([next = ""]) => plainLetters(next));
}

/**
 * True if a text has the token, or words for unsubscribing with a URL after them, in the same part or in the next ones
 * that `near` returns. `edge` separates parts. A URL for unsubscribing may also come before the words.
 */
function hasOffer(text: string, edge: string | RegExp, near: (next: string[]) => string): boolean {
  const usable = text.replaceAll(tokenAfterScheme, "");
  if (usable.includes(unsubscribeToken)) return true;
  const parts = usable.split(edge);
  return parts.some((part, at) => {
    const plain = plainLetters(part);
    const found = unsubscribePattern.exec(plain);
    if (!found) return false;
    const rest = plain.slice(found.index + found[0].length);
    const after = `${rest} ${near(parts.slice(at + 1, at + 3))}`.split(/\s/).filter(isAddress);
    return (
      after.some((one) => unsubscribeKind(one) !== "article") ||
      plain.split(/\s/).some(isUnsubscribeUrl)
    );
  });
}

/** The next sentence in plain letters if it continues the one before. If it only says "Go to", adds the next line. */
function continuationOf([next = "", line = ""]: readonly string[]): string {
  const text = isPointingText(plainLetters(next)) ? `${next} ${line}` : next;
  const lead = text.slice(
    0,
    text.slice(0, Math.max(0, text.search(addressInText))).lastIndexOf(" ") + 1,
  );
  const goesOn = /^\s*(?:\p{Ll}|$)/u.test(lead) || isPointingText(plainLetters(lead));
  return goesOn ? plainLetters(text) : "";
}

/** True if the texts between HTML tags offer to unsubscribe. The token doesn't count if a tag is inside it. */
export function textsOfferUnsubscribe(texts: readonly string[], html: string): boolean {
  const holds = (one: string) => one.includes(unsubscribeToken);
  const isWhole = holds(html) && texts.some(holds);
  // Between two blocks, there may be several line breaks.
  const text = texts.join("").replace(/\n\s+/g, "\n");
  return hasOffer(
    isWhole ? text : text.replaceAll(unsubscribeToken, ""),
    endOfSentence,
    continuationOf,
  );
}

const isAddress = (word: string) => addressInText.test(word);
const isUnsubscribeUrl = (word: string) =>
  isAddress(word) && unsubscribeKind(word) === "unsubscribe";

const removeByEmail = /^mailto:(?:[^?]*\?.*\bsubject=[^&]{0,100})?(?<![a-z])remov(?:e|al)(?![a-z])/;

/** Returns " remove", to append to a link's text, if its URL contains such a word. Otherwise returns an empty text. */
export function removeWordIn(address: string): string {
  return /(?:^|[/?&=_-])remov(?:e|al|eme)(?![a-z])/i.test(address) ? " remove" : "";
}

/** "unsubscribe" if a URL takes a reader off a list, "article" if it only has a title about leaving lists. */
function unsubscribeKind(address: string): "unsubscribe" | "article" | undefined {
  if (removeByEmail.test(address)) return "unsubscribe";
  let kind: "article" | undefined;
  for (const part of address.replace(/^https?:\/\/[^/?#]*/, "").split(/[/?&=#:@.,;]|%2f/)) {
    const words = unsubscribeWordsIn(part);
    if (words === undefined) continue;
    const others = part.replace(words, "").match(/\p{L}+/gu) ?? [];
    // A mailto URL may contain a whole sentence as subject or body, so other words beside the found ones don't matter.
    if (others.length < 2 || address.includes("@") || words === "unsub") return "unsubscribe";
    kind = "article";
  }
  return kind;
}

interface Offers {
  readonly links: readonly { address: string; isHidden: boolean; isUnsubscribeLink: boolean }[];
  readonly others: readonly { address: string; element: string; isUnsubscribeLink?: true }[];
}

export function linksOfferUnsubscribe({ links, others }: Offers): boolean {
  const isNamed = links.some(({ address, isHidden, isUnsubscribeLink }) => {
    if (isHidden) return false;
    if (address.trim() === unsubscribeToken) return true;
    const plain = plainLetters(address.trim());
    if (!addressStart.test(plain) || address.search(tokenAfterScheme) !== -1) return false;
    const kind = unsubscribeKind(plain);
    return kind === "unsubscribe" || (kind === undefined && isUnsubscribeLink);
  });
  return isNamed || others.some(isUnsubscribeForm);
}

/** True for a form that takes a reader off a list, and for a button whose own URL does. */
function isUnsubscribeForm({
  element,
  address,
  isUnsubscribeLink,
}: Offers["others"][number]): boolean {
  if (element !== "form" && element !== "button" && element !== "input") return false;
  const plain = plainLetters(address.trim());
  return isUnsubscribeUrl(plain) || (isUnsubscribeLink === true && addressStart.test(plain));
}
