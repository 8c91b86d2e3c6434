import { contentMistakesIn, type MailTexts } from "./content-mistakes";
import { clippedFromBytes, inspectHtml } from "./inspection";
import { tokensOf } from "./token";
import { textOffersUnsubscribe } from "./unsubscribe";

export { withoutEntities } from "./content-mistakes";
export type { WrongTags } from "./unclosed";

/** Everything that the checks of a campaign need to know about its texts. */
export function inspectTexts(texts: MailTexts) {
  const { subject, preheader, html, plainText, permissionReminder } = texts;
  const inHtml = html === undefined ? undefined : inspectHtml(html);
  const inReminder = permissionReminder === undefined ? undefined : inspectHtml(permissionReminder);
  const size = Buffer.byteLength(html ?? "");
  return {
    html: inHtml && {
      size,
      mayBeClipped: size > clippedFromBytes,
      end: inHtml.end,
      faults: inHtml.faults(),
    },
    // The service inserts permissionReminder into the HTML, so a link in either counts. An unread rest may have one.
    htmlOffersUnsubscribe: [inHtml, inReminder].some((one) => one?.end || one?.offersUnsubscribe()),
    textOffersUnsubscribe: textOffersUnsubscribe(plainText ?? ""),
    contentMistakes: contentMistakesIn(texts),
    tags: Object.entries({ subject, preheader, html, plainText, permissionReminder }).map(
      ([input, text = ""]) => ({ input, ...tokensOf(text) }),
    ),
  };
}
