import type { ReplyEmail } from "../account/account";
import { search } from "../operation/search";

/** POST /reply-emails/search: active addresses, oldest first. */
export const searchReplyEmails = search<ReplyEmail>({
  rows: ({ reply_emails }) => reply_emails,
  texts: ({ reply_email }) => [reply_email],
  matches: ({ status }) => status.toLowerCase() !== "inactive",
});
