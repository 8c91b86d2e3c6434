import type { Collection } from "../api/collection";
import { type ContactPropertyRow, properties } from "../api/custom-property";
import { type DomainRow, domains } from "../api/domain";
import { findList, type ListRow, lists } from "../api/list";
import { type ReplyEmailRow, replyTos } from "../api/reply-to";
import { type SenderRow, senders } from "../api/sender";
import type { Client } from "../client/call";
import { type Clock, monotonicClock } from "../client/clock";
import { once } from "../runtime/once";
import { type Campaigns, type CampaignsOptions, createCampaigns } from "./campaigns";
import { notice as noticeOnce } from "./notice";
import type { DomainReading } from "./proof";
import { createSnapshot, type Snapshot, type SnapshotOptions } from "./snapshot";

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
  /** Gives the name of a campaign that a resource has: it makes a look at it one request. */
  readonly nameOf?: CampaignsOptions["nameOf"];
}

/** Nothing is read before somebody asks. */
export function createHoldings(
  main: Client,
  { clock = monotonicClock, notice = noticeOnce, nameOf }: HoldingsOptions = {},
): Holdings {
  const read = <Row extends { readonly id: string }>(
    of: Collection<Row>,
    more: Partial<SnapshotOptions<Row>> = {},
  ) =>
    createSnapshot({
      of,
      searchPages: (search) => of.pages(main, { search }),
      fetchPage: of.pages(main, of.all()),
      deadline: () => main.deadline(),
      clock,
      notice,
      ...more,
    });
  const heldDomains = read(domains);
  return {
    campaigns: createCampaigns(main, { clock, notice, nameOf }),
    senders: read(senders),
    domains: heldDomains,
    readDomains: once(async () => {
      try {
        // Fails where rows are missing, of which a list of all only warns.
        await heldDomains.find(() => false);
        return { domains: await heldDomains.all() };
      } catch (failure) {
        return { failure };
      }
    }),
    replyTos: read(replyTos),
    properties: read(properties),
    // Of what is held here, only a list can be read by its id.
    lists: read(lists, { fetchById: (id) => findList(main, id) }),
  };
}
