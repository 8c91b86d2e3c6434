import type { Collection } from "../api/collection";
import { collections } from "../api/collections";
import type { Client } from "../client/call";
import { type Clock, monotonicClock } from "../client/clock";
import { once } from "../runtime/once";
import { type Campaigns, type CampaignsOptions, createCampaigns } from "./campaigns";
import { notice as noticeOnce } from "./notice";
import type { DomainReading } from "./proof";
import { createSnapshot, type Snapshot } from "./snapshot";

const { campaigns: _, ...heldAlike } = collections;

/** What is held of each collection alike. */
type Snapshots = {
  readonly [Name in keyof typeof heldAlike]: Snapshot<
    NonNullable<ReturnType<(typeof heldAlike)[Name]["row"]>>
  >;
};

/** What an account holds, each collection read once for all who ask. */
export interface Holdings extends Snapshots {
  /** All domains, read once: nothing here changes them, and a reading that failed is not repeated. */
  readonly readDomains: () => Promise<DomainReading>;
  /** Campaigns as the service has them; readable with the extended operations only. */
  readonly campaigns: Campaigns;
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
  const read = <Row extends { readonly id: string }>(of: Collection<Row>): Snapshot<Row> => {
    const { byId } = of;
    return createSnapshot({
      of,
      searchPages: (search) => of.pages(main, { search }),
      fetchPage: of.pages(main, of.all()),
      ...(byId && { fetchById: (id) => byId(main, id) }),
      deadline: () => main.deadline(),
      clock,
      notice,
    });
  };
  const names = Object.keys(heldAlike) as (keyof Snapshots)[];
  const held = Object.fromEntries(
    names.map((name) => [name, read<{ readonly id: string }>(heldAlike[name])]),
  ) as unknown as Snapshots;
  return {
    ...held,
    campaigns: createCampaigns(main, { clock, notice, nameOf }),
    readDomains: once(async () => {
      try {
        // Fails where rows are missing, of which a list of all only warns.
        await held.domains.find(() => false);
        return { domains: await held.domains.all() };
      } catch (failure) {
        return { failure };
      }
    }),
  };
}
