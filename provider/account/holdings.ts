import { type ContactPropertyRow, contactPropertyPages } from "../api/custom-property";
import { type DomainRow, domainPages } from "../api/domain";
import { findList, type ListRow, listPages } from "../api/list";
import { type ReplyEmailRow, replyEmailPages } from "../api/reply-to";
import { type SenderRow, senderPages } from "../api/sender";
import type { Client } from "../client/call";
import { type Clock, monotonicClock } from "../client/clock";
import { once } from "../runtime/once";
import { type Campaigns, createCampaigns } from "./campaigns";
import { notice as noticeOnce } from "./notice";
import type { DomainReading } from "./proof";
import { createSnapshot, type Snapshot } from "./snapshot";

/** What an account holds, each kind read once for all who ask. */
export interface Holdings {
  /** Active and verified senders. */
  readonly senders: Snapshot<SenderRow>;
  readonly domains: Snapshot<DomainRow>;
  /** All domains, read once: nothing here changes them, and a reading that failed is not repeated. */
  readonly readDomains: () => Promise<DomainReading>;
  /** Active reply-to addresses. */
  readonly replyTos: Snapshot<ReplyEmailRow>;
  /** The account's own contact properties; readable with the extended operations only. */
  readonly properties: Snapshot<ContactPropertyRow>;
  /** Campaigns as the service has them; readable with the extended operations only. */
  readonly campaigns: Campaigns;
  /** Contact lists by id and name; reading them all is outside the specified operations. */
  readonly lists: Snapshot<ListRow>;
}

/** What a test or a preview replaces. */
export interface HoldingsOptions {
  readonly clock?: Clock | undefined;
  readonly notice?: (sentence: string) => void;
}

/** Nothing is read before somebody asks. */
export function createHoldings(
  main: Client,
  { clock = monotonicClock, notice = noticeOnce }: HoldingsOptions = {},
): Holdings {
  const common = { deadline: () => main.deadline(), clock, notice };
  const domains = createSnapshot({
    ...common,
    what: "domains",
    searchPages: (text) => domainPages(main, { search: text }),
    fetchPage: domainPages(main, { sort_field: "created_at", sort_order: "asc" }),
    addressOf: ({ domain }) => domain,
  });
  return {
    campaigns: createCampaigns(main, { clock, notice }),
    senders: createSnapshot({
      ...common,
      what: "senders",
      searchPages: (text) => senderPages(main, { search: text }),
      fetchPage: senderPages(main, { sort_field: "created_date", sort_order: "asc" }),
      addressOf: ({ sender_email }) => sender_email,
    }),
    domains,
    readDomains: once(async () => {
      try {
        // Fails where rows are missing, of which a list of all only warns.
        await domains.find(() => false);
        return { domains: await domains.all() };
      } catch (failure) {
        return { failure };
      }
    }),
    replyTos: createSnapshot({
      ...common,
      what: "reply-to addresses",
      searchPages: (text) => replyEmailPages(main, { search: text }),
      // The service has no order to choose from.
      fetchPage: replyEmailPages(main, {}),
      addressOf: ({ reply_email }) => reply_email,
    }),
    properties: createSnapshot({
      ...common,
      what: "custom properties",
      searchPages: (text) => contactPropertyPages(main, text),
      fetchPage: contactPropertyPages(main),
      addressOf: ({ field_name }) => field_name,
      // The contract allows an account a hundred.
      holdsFew: true,
    }),
    lists: createSnapshot({
      ...common,
      what: "lists",
      searchPages: (text) => listPages(main, text),
      // The order by name is the only one that is known.
      fetchPage: listPages(main),
      addressOf: ({ name }) => name,
      // Of what is held here, only a list can be read by its id.
      fetchById: (id) => findList(main, id),
    }),
  };
}
