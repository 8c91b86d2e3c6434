import { tokensAsWords } from "./token";

/** The service's token, or an address to unsubscribe at. */
const wayOut = /unsubscribe%%|(:\/\/|mailto:|www\.)\S*unsubscribe|unsubscribe\S*@/i;
/** The word, with an address in the same line or the next one. */
const addressBeside = /unsubscribe[^\n]*\n?[^\n]*(:\/\/|mailto:|www\.|@)/i;

/** What a reader doesn't see of an email. */
const unseen = new Set(["style", "script", "title"]);

/** Whether a plain text lets a reader unsubscribe. */
export function textOffersUnsubscribe(text: string): boolean {
  return wayOut.test(text) || addressBeside.test(text);
}

/** Whether an HTML body lets a reader unsubscribe, by what is seen of it: a comment doesn't. */
export async function htmlOffersUnsubscribe(html: string): Promise<boolean> {
  const { Parser } = await import("htmlparser2");
  const seen: string[] = [];
  let isUnseen = false;
  const links: string[] = [];
  let isInLink = false;
  const parser = new Parser({
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
