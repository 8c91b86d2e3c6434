import type { OperationId } from "#contract";
import type { Account } from "../../account/account";
import { campaignPages } from "../../api/campaign-list";
import { listCampaignOpens, listCampaignUnsubscribes } from "../../api/campaign-report";
import { getContact } from "../../api/contact";
import { contactPropertyPages } from "../../api/custom-property";
import { domainPages } from "../../api/domain";
import { getFileVerification } from "../../api/file-verification";
import { trackInbox } from "../../api/inbox-placement";
import { getList, listPages } from "../../api/list";
import { replyEmailPages } from "../../api/reply-to";
import { senderPages } from "../../api/sender";

/** Ids of objects in the account, as far as they are given or were found by an earlier question. */
export interface KnownIds {
  readonly list?: string | undefined;
  readonly campaign?: string | undefined;
  readonly contact?: string | undefined;
  readonly file?: string | undefined;
}

/** One question to the service, by the same call that the provider makes. */
export interface Question {
  readonly operation: OperationId;
  readonly ask: (account: Account, id: string) => Promise<unknown>;
  /** Rows of the page that it asks for. */
  readonly limit?: number;
  /** The object that it asks for. */
  readonly needs?: keyof KnownIds;
  /** Whose ids its reply shows: under the name of a row's field. */
  readonly shows?: readonly [kind: keyof KnownIds, field: string];
}

/** The smallest page that all searches offer. */
const limit = 10;
const dayMs = 24 * 60 * 60 * 1000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Every operation that only reads, in an order in which the replies show the ids for the questions after them. */
export const questions: readonly Question[] = [
  { operation: "searchSenders", limit, ask: ({ main }) => senderPages(main, {})(1, limit) },
  { operation: "searchDomains", limit, ask: ({ main }) => domainPages(main, {})(1, limit) },
  { operation: "searchReplyEmails", limit, ask: ({ main }) => replyEmailPages(main, {})(1, limit) },
  {
    operation: "searchLists",
    limit,
    ask: ({ main }) => listPages(main)(1, limit),
    shows: ["list", "id"],
  },
  {
    operation: "searchContactProperties",
    limit,
    ask: ({ main }) => contactPropertyPages(main)(1, limit),
  },
  {
    operation: "listCampaigns",
    limit,
    ask: ({ main }) =>
      campaignPages(main, { date_from: "2000-01-01", date_to: day(Date.now() + dayMs) })(1, limit),
    shows: ["campaign", "id"],
  },
  { operation: "getList", needs: "list", ask: ({ main }, id) => getList(main, id) },
  {
    operation: "listCampaignOpens",
    limit,
    needs: "campaign",
    ask: ({ main }, id) => listCampaignOpens(main, id, { page: 1, limit }),
    shows: ["contact", "contact_id"],
  },
  {
    operation: "listCampaignUnsubscribes",
    limit,
    needs: "campaign",
    ask: ({ main }, id) => listCampaignUnsubscribes(main, id, { page: 1, limit }),
    shows: ["contact", "contact_id"],
  },
  { operation: "getContact", needs: "contact", ask: ({ main }, id) => getContact(main, id) },
  {
    operation: "getInboxPlacement",
    ask: ({ main }) =>
      trackInbox(main, { date_from: day(Date.now() - 30 * dayMs), date_to: day(Date.now()) }),
  },
  {
    operation: "getFileVerification",
    needs: "file",
    ask: ({ verification }, id) => getFileVerification(verification, id),
  },
];
