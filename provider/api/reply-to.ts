import type { Client } from "../client/call";
import type { FetchPage } from "../client/pages";
import { path } from "../client/path";
import { allRows, type Found } from "../client/search";
import { pageOf, textOf } from "./decode";
import type { components } from "./wire";

/** A reply-to address as the service sends it. */
export type ReplyEmailRow = components["schemas"]["ReplyEmail"];

/** What a search of the reply-to addresses takes beside the page. */
export type ReplyEmailSearch = { readonly search?: string };

/** POST /reply-emails/search, all pages: active reply-to addresses. */
export function searchReplyEmails(
  client: Client,
  search: ReplyEmailSearch,
): Promise<Found<ReplyEmailRow>> {
  const isFiltered = search.search !== undefined;
  return allRows(replyEmailPages(client, search), {
    until: client.deadline(),
    isFiltered,
    ...(isFiltered && {
      searching: (text) => replyEmailPages(client, text === undefined ? {} : { search: text }),
    }),
  });
}

/** POST /reply-emails/search, page by page. */
export function replyEmailPages(
  client: Client,
  search: ReplyEmailSearch,
): FetchPage<ReplyEmailRow> {
  return async (page, limit, until) => {
    const body = { page, limit, ...search };
    const reply = await client.send({
      method: "POST",
      path: path`/reply-emails/search`,
      body,
      policy: "read",
      until,
    });
    return pageOf("POST /reply-emails/search", reply, replyEmailRow);
  };
}

function replyEmailRow(row: Record<string, unknown>): ReplyEmailRow | undefined {
  const id = textOf(row.id);
  const reply_email = textOf(row.reply_email);
  if (id === "" || reply_email === "") return undefined;
  return { id, reply_email, status: textOf(row.status) };
}
