import { isAnchor } from "./address";
import type { References } from "./reference";

const unsubscribe = /unsubscribe/i;
/** How the service's token ends. */
const tokenEnd = /unsubscribe%%/i;
const webAddress = /:\/\/|mailto:|www\./i;
const anyAddress = /:\/\/|mailto:|www\.|@/i;

/** Whether a plain text lets a reader unsubscribe. */
export function textOffersUnsubscribe(text: string): boolean {
  if (tokenEnd.test(text)) return true;
  const lines = text.split("\n");
  return lines.some((line, at) => {
    if (!unsubscribe.test(line)) return false;
    // The word, with an address after it in the same line or anywhere in the next one; or an address with the word in it.
    const isBeside =
      isFollowed(line, unsubscribe, anyAddress) || anyAddress.test(lines[at + 1] ?? "");
    return isBeside || line.split(/\s/).some((word) => isFollowed(word, webAddress, unsubscribe));
  });
}

/** Whether one pattern matches somewhere after the first match of another. */
function isFollowed(text: string, first: RegExp, next: RegExp): boolean {
  const found = first.exec(text);
  return found !== null && next.test(text.slice(found.index + found[0].length));
}

/** Whether a link lets a reader unsubscribe, or a form. */
export function linksOfferUnsubscribe({ links, others }: Omit<References, "images">): boolean {
  const isNamed = links.some(
    ({ address, text }) =>
      !isAnchor(address) && (unsubscribe.test(address) || unsubscribe.test(text)),
  );
  return (
    isNamed ||
    others.some(({ element, address }) => element === "form" && unsubscribe.test(address))
  );
}
