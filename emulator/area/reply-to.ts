import type { Operation } from "../operation";
import { containing, onPage, type PageQuery } from "../page";
import { ok } from "../reply";

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
