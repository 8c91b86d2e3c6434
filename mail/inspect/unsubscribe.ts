import type { OtherAddress, References } from "./reference";
import { leavingIn, plainLetters } from "./unsubscribe-word";

/** The only token of which the service says that it becomes a way to unsubscribe. */
export const unsubscribeToken = "%%unsubscribe%%";

/** Behind another scheme, it becomes an address such as `https://https://...`. */
export const deadToken = /(?:https?:\/*|mailto:)%%unsubscribe%%/gi;

const mailOrWeb = /:\/\/|mailto:|www\.|@/;
const opensAddress = /^(?:https?:\/\/|mailto:|www\.)/;

/** Whether a text that a reader sees lets them unsubscribe. */
export function textOffersUnsubscribe(text: string): boolean {
  const usable = text.replaceAll(deadToken, "");
  if (usable.includes(unsubscribeToken)) return true;
  const lines = plainLetters(usable).split("\n");
  return lines.some((line, at) => {
    const found = leavingIn(line);
    if (!found) return false;
    // The words, with an address after them in the same line or anywhere in the next one; or in an address.
    const near = `${found.after} ${lines[at + 1] ?? ""}`.split(/\s/).filter(isAddress);
    return near.some((one) => kindOf(one) !== "article") || line.split(/\s/).some(leads);
  });
}

/** Whether the texts of an HTML do, between two tags each: where it is not written as one word, the token stays. */
export function textsOfferUnsubscribe(texts: readonly string[], html: string): boolean {
  const isWhole = html.includes(unsubscribeToken);
  return textOffersUnsubscribe(
    isWhole && texts.some((text) => text.includes(unsubscribeToken))
      ? texts.join("")
      : texts.join("").replaceAll(unsubscribeToken, ""),
  );
}

const isAddress = (word: string) => mailOrWeb.test(word);
const leads = (word: string) => isAddress(word) && kindOf(word) === "way out";

/** Whether an address is one that takes a reader off a list, by its whole words; one among several is of a page about that. */
function kindOf(address: string): "way out" | "article" | undefined {
  let kind: "article" | undefined;
  for (const part of address.replace(/^https?:\/\/[^/?#]*/, "").split(/[/?&=#:@.,;]/)) {
    const found = leavingIn(part);
    if (!found) continue;
    const others = part.replace(found.words, "").match(/[\p{L}]+/gu) ?? [];
    // What is written into a mail may be a sentence.
    if (others.length < 2 || address.startsWith("mailto:")) return "way out";
    kind = "article";
  }
  return kind;
}

/** Whether a link that a reader sees lets them unsubscribe, or a form. */
export function linksOfferUnsubscribe({ links, others }: Omit<References, "images">): boolean {
  const isNamed = links.some(({ address, isHidden, isWayOut }) => {
    if (isHidden) return false;
    if (address.trim() === unsubscribeToken) return true;
    const plain = plainLetters(address.trim());
    if (!opensAddress.test(plain) || address.search(deadToken) !== -1) return false;
    const kind = kindOf(plain);
    return kind === "way out" || (kind === undefined && isWayOut);
  });
  return isNamed || others.some(isFormOut);
}

/** Whether it is a form, or a button that leads elsewhere than its form. */
function isFormOut({ element, address, isWayOut }: OtherAddress): boolean {
  if (element !== "form" && element !== "button" && element !== "input") return false;
  const plain = plainLetters(address.trim());
  return leads(plain) || (isWayOut === true && opensAddress.test(plain));
}
