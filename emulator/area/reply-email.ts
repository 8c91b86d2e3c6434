import type { Operation } from "../operation";
import { contains, onPage, type PageQuery } from "../page";
import { ok } from "../reply";

/** POST /reply-emails/search: active ones only, in the order they were added. */
export const searchReplyEmails: Operation = {
  reads: true,
  errors: { invalid: "A", missing: "A" },
  handle({ body, paging }, { account }) {
    const { search = "", ...query } = body as PageQuery & { readonly search?: string };
    const rows = account.reply_emails.filter(
      (row) => row.status.toLowerCase() !== "inactive" && contains(row.reply_email, search),
    );
    return ok({ count: rows.length, data: onPage(rows, query, paging) });
  },
};
