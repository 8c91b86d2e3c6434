import { collection, comparedAsAddress, statusIn, type TextSearch, textsIn } from "./collection";
import type { components } from "./wire";

export type ReplyEmailRow = components["schemas"]["ReplyEmail"];

/** POST /reply-emails/search: active reply-to addresses. */
export const replyTos = collection<ReplyEmailRow, TextSearch>({
  words: ["reply-to address", "reply-to addresses"],
  operation: "searchReplyEmails",
  row(record) {
    const texts = textsIn(record, "id", "reply_email");
    return texts.id && texts.reply_email ? { ...texts, status: statusIn(record) } : undefined;
  },
  keyOf: ({ reply_email }) => reply_email,
  ...comparedAsAddress,
  // The service offers no order.
  all: () => ({}),
});
