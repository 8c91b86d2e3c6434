import { tokensAsWords } from "./token";

const unsubscribe = /unsubscribe/i;
/** How the service's token ends. */
const tokenEnd = /unsubscribe%%/i;
const webAddress = /:\/\/|mailto:|www\./i;
const anyAddress = /:\/\/|mailto:|www\.|@/i;

/** What a reader doesn't see of an email. */
const unseen = new Set(["style", "script", "title"]);

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

/** Whether an HTML body lets a reader unsubscribe, by what is seen of it: a comment doesn't. */
export async function htmlOffersUnsubscribe(html: string): Promise<boolean> {
  const { MailParser } = await import("./parser.js");
  const seen: string[] = [];
  let isUnseen = false;
  const links: string[] = [];
  let isInLink = false;
  const parser = new MailParser({
    onopentag(tag, attributes) {
      if (unseen.has(tag)) isUnseen = true;
      const address = addressOf(tag, attributes)?.trim();
      // An anchor leads no further than to another place in the email.
      const leads = address !== undefined && address !== "" && !address.startsWith("#");
      if (tag === "a") isInLink = leads;
      if (leads && /unsubscribe/i.test(address)) links.push(address);
    },
    ontext(text) {
      if (isUnseen) return;
      seen.push(text);
      if (isInLink && /unsubscribe/i.test(text)) links.push(text);
    },
    onclosetag(tag) {
      if (unseen.has(tag)) isUnseen = false;
      if (tag === "a") isInLink = false;
    },
  });
  parser.end(tokensAsWords(html));
  return links.length > 0 || textOffersUnsubscribe(seen.join(""));
}

function addressOf(
  tag: string,
  { href, "xlink:href": drawn, action }: Readonly<Record<string, string>>,
): string | undefined {
  if (tag === "a" || tag === "area") return href ?? drawn;
  return tag === "form" ? action : undefined;
}
