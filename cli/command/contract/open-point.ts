import type { OperationId } from "../../../contract";
import type { Account } from "../../../provider/account/account";
import { type Collection, call, mayBeMissing } from "../../../provider/api/call";
import {
  everyCollection,
  getContact,
  getList,
  getWebhook,
} from "../../../provider/api/collections";
import {
  type EngagementReport,
  getFileVerification,
  readEngagement,
  trackInbox,
} from "../../../provider/api/report";

/** Ids of objects in the account: given by the user, or found in earlier responses. */
export type KnownIds = {
  readonly [Kind in "list" | "webhook" | "campaign" | "contact" | "file"]?: string | undefined;
};

/** An operation to try, with the function that sends its request. */
export interface OpenPoint {
  readonly operation: OperationId;
  readonly ask: (account: Account, id: string) => Promise<unknown>;
  /** True for an operation that the service may lack. It is only tried with the setting `operations: extended`. */
  readonly isExtended?: boolean;
  readonly limit?: number;
  readonly needs?: keyof KnownIds;
  /** The kind of object whose ids the response lists, and the name of the id field in each row. */
  readonly shows?: readonly [kind: keyof KnownIds, field: string];
}

/** The smallest page size that the contract allows for all searches. */
const limit = 10;
const dayMs = 24 * 60 * 60 * 1000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const idsShownBy: Partial<Record<OperationId, OpenPoint["shows"]>> = {
  searchLists: ["list", "id"],
  listCampaigns: ["campaign", "id"],
  searchWebhooks: ["webhook", "id"],
};

function searchOf(of: Collection<{ readonly id: string }>): OpenPoint {
  const { operation } = of;
  const shows = idsShownBy[operation];
  return {
    operation,
    isExtended: mayBeMissing(operation),
    limit,
    ask: ({ main }) => of.pages(main)(1, limit),
    ...(shows && { shows }),
  };
}

function reportOf(operation: EngagementReport): OpenPoint {
  return {
    operation,
    limit,
    needs: "campaign",
    ask: ({ main }, id) => readEngagement(main, operation, id, { page: 1, limit }),
    shows: ["contact", "contact_id"],
  };
}

/** All operations that only read, in the order of the check. One may use ids from the responses of earlier ones. */
export const openPoints: readonly OpenPoint[] = [
  ...everyCollection.map(searchOf),
  { operation: "getList", needs: "list", ask: ({ main }, id) => getList(main, id) },
  {
    operation: "getWebhook",
    isExtended: true,
    needs: "webhook",
    ask: ({ main }, id) => getWebhook(main, id),
  },
  { operation: "getPlan", isExtended: true, ask: ({ main }) => call(main, "getPlan") },
  reportOf("listCampaignOpens"),
  reportOf("listCampaignUnsubscribes"),
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
