import type { Collection } from "../api/collection";
import { collections } from "../api/collections";
import type { Client } from "../client/call";
import { type Clock, monotonicClock } from "../client/clock";
import { once } from "../runtime/once";
import { type Cache, createCache } from "./cache";
import { type Campaigns, type CampaignsOptions, createCampaigns } from "./campaigns";
import { notice as noticeOnce } from "./notice";
import type { DomainReading } from "./proof";

const { campaigns: _, ...readAlike } = collections;

/** A cache of each collection that is read alike. */
type EachCache = {
  readonly [Name in keyof typeof readAlike]: Cache<
    NonNullable<ReturnType<(typeof readAlike)[Name]["row"]>>
  >;
};

/** What an account holds, each collection read once for all who ask. */
export interface Caches extends EachCache {
  /** All domains, read once: nothing here changes them, and a reading that failed is not repeated. */
  readonly readDomains: () => Promise<DomainReading>;
  /** Campaigns as the service has them; readable with the extended operations only. */
  readonly campaigns: Campaigns;
}

/** What a test or a preview replaces. */
export interface CachesOptions {
  readonly clock?: Clock | undefined;
  readonly notice?: (sentence: string) => void;
  /** Gives the name of a campaign that a resource has: it makes a look at it one request. */
  readonly nameOf?: CampaignsOptions["nameOf"];
}

/** Nothing is read before somebody asks. */
export function createCaches(
  main: Client,
  { clock = monotonicClock, notice = noticeOnce, nameOf }: CachesOptions = {},
): Caches {
  const read = <Row extends { readonly id: string }>(of: Collection<Row>): Cache<Row> => {
    const { byId } = of;
    return createCache({
      of,
      searchPages: (search) => of.pages(main, { search }),
      fetchPage: of.pages(main, of.all()),
      ...(byId && { fetchById: (id) => byId(main, id) }),
      deadline: () => main.deadline(),
      clock,
      notice,
    });
  };
  const names = Object.keys(readAlike) as (keyof EachCache)[];
  const each = Object.fromEntries(
    names.map((name) => [name, read<{ readonly id: string }>(readAlike[name])]),
  ) as unknown as EachCache;
  return {
    ...each,
    campaigns: createCampaigns(main, { clock, notice, nameOf }),
    readDomains: once(async () => {
      try {
        // Fails where rows are missing, of which a list of all only warns.
        await each.domains.find(() => false);
        return { domains: await each.domains.all() };
      } catch (failure) {
        return { failure };
      }
    }),
  };
}
