import { path } from "../client/path";
import { comparedAsAddress } from "./address";
import { collection, type TextSearch } from "./collection";
import { textOf } from "./decode";
import type { components } from "./wire";

/** A reply-to address as the service sends it. */
export type ReplyEmailRow = components["schemas"]["ReplyEmail"];

/** POST /reply-emails/search: active reply-to addresses. */
export const replyTos = collection<ReplyEmailRow, TextSearch>({
  words: ["reply-to address", "reply-to addresses"],
  path: path`/reply-emails/search`,
  row: replyEmailRow,
  keyOf: ({ reply_email }) => reply_email,
  ...comparedAsAddress,
  // The service has no order to choose from.
  all: () => ({}),
  operations: "any",
});

function replyEmailRow(row: Record<string, unknown>): ReplyEmailRow | undefined {
  const id = textOf(row.id);
  const reply_email = textOf(row.reply_email);
  if (id === "" || reply_email === "") return undefined;
  return { id, reply_email, status: textOf(row.status) };
}
