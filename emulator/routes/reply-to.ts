import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery } from "../operation/page";
import { ok } from "../operation/reply";

/** POST /reply-emails/search: active addresses, in the order they were added. */
export const searchReplyEmails: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search = "", ...query } = body as PageQuery & { readonly search?: string };
    const isFound = containing(search);
    const rows = account.reply_emails.filter(
      (row) => row.status.toLowerCase() !== "inactive" && isFound(row.reply_email),
    );
    return ok({ count: rows.length, data: onPage(rows, query, paging) });
  },
};
