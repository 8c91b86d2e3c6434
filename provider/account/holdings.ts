import {
  type ContactPropertyRow,
  contactPropertyPages,
  searchContactProperties,
} from "../api/custom-property";
import { type DomainRow, domainPages, searchDomains } from "../api/domain";
import { findList, type ListRow, listPages, searchLists } from "../api/list";
import { type ReplyEmailRow, replyEmailPages, searchReplyEmails } from "../api/reply-to";
import { type SenderRow, searchSenders, senderPages } from "../api/sender";
import type { Client } from "../client/call";
import { createSnapshot, type Snapshot } from "./snapshot";

/** What an account holds, each kind read once for all who ask. */
export interface Holdings {
  /** Active and verified senders. */
  readonly senders: Snapshot<SenderRow>;
  readonly domains: Snapshot<DomainRow>;
  /** Active reply-to addresses. */
  readonly replyTos: Snapshot<ReplyEmailRow>;
  /** The account's own contact properties; readable with the extended operations only. */
  readonly properties: Snapshot<ContactPropertyRow>;
  /** Contact lists by id and name; reading them all is outside the specified operations. */
  readonly lists: Snapshot<ListRow>;
}

/** Nothing is read before somebody asks. */
export function createHoldings(main: Client): Holdings {
  return {
    senders: createSnapshot({
      search: (text) => searchSenders(main, { search: text }),
      fetchPage: senderPages(main, { sort_field: "created_date", sort_order: "asc" }),
      addressOf: ({ sender_email }) => sender_email,
    }),
    domains: createSnapshot({
      search: (text) => searchDomains(main, { search: text }),
      fetchPage: domainPages(main, { sort_field: "created_at", sort_order: "asc" }),
      addressOf: ({ domain }) => domain,
    }),
    replyTos: createSnapshot({
      search: (text) => searchReplyEmails(main, { search: text }),
      // The service has no order to choose from.
      fetchPage: replyEmailPages(main, {}),
      addressOf: ({ reply_email }) => reply_email,
    }),
    properties: createSnapshot({
      search: (text) => searchContactProperties(main, text),
      fetchPage: contactPropertyPages(main),
      addressOf: ({ field_name }) => field_name,
      // The contract allows an account a hundred.
      holdsFew: true,
    }),
    lists: createSnapshot({
      search: (text) => searchLists(main, text),
      // The order by name is the only one that is known.
      fetchPage: listPages(main),
      addressOf: ({ name }) => name,
      fetchById: (id) => findList(main, id),
    }),
  };
}
