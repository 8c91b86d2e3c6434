import { allRows } from "../client/pages";
import { path } from "../client/path";
import type { Client } from "../client/request";
import { pageOf, textOf } from "./decode";
import type { components } from "./wire";

/** A reply-to address as the service sends it. */
export type ReplyEmailRow = components["schemas"]["ReplyEmail"];

/** POST /reply-emails/search, all pages: active reply-to addresses. */
export function searchReplyEmails(
  client: Client,
  search: { readonly search?: string },
): Promise<ReplyEmailRow[]> {
  return allRows(async (page, limit) => {
    const body = { page, limit, ...search };
    const reply = await client.send({
      method: "POST",
      path: path`/reply-emails/search`,
      body,
      policy: "read",
    });
    return pageOf("POST /reply-emails/search", reply, replyEmailRow);
  });
}

function replyEmailRow(row: Record<string, unknown>): ReplyEmailRow | undefined {
  const id = textOf(row.id);
  const reply_email = textOf(row.reply_email);
  if (id === "" || reply_email === "") return undefined;
  return { id, reply_email, status: textOf(row.status) };
}
