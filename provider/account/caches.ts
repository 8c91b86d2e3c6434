import type { Collection } from "../api/collection";
import { collections } from "../api/collections";
import type { Client } from "../client/call";
import { type Clock, monotonicClock } from "../client/retry";
import { ownError } from "../errors/error";
import { once } from "../input/once";
import { comparedAsName } from "../input/spelling";
import { type Cache, createCache } from "./cache";
import { notice as noticeOnce } from "./notice";
import type { DomainReading } from "./sending-domain";

/** A cache of each collection that is read alike: all but the campaigns. */
type EachCache = {
  readonly [Name in Exclude<keyof typeof collections, "campaigns">]: Cache<
    NonNullable<ReturnType<(typeof collections)[Name]["row"]>>
  >;
};

/** What an account holds, each collection read once for all who ask. */
export interface Caches extends EachCache {
  /** All domains, read once: nothing here changes them, and a reading that failed is not repeated. */
  readonly readDomains: () => Promise<DomainReading>;
  /** What a noun reads in a way of its own, made once for all who ask. */
  readonly perAccount: <Value>(make: Make<Value>) => Value;
}

/** How an account reads. */
export interface CacheMeans {
  readonly clock: Clock;
  readonly notice: (sentence: string) => void;
  /** The name of a campaign that a resource of this process has had since an earlier update. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Begins what a noun reads in a way of its own. */
export type Make<Value> = (main: Client, reading: CacheMeans) => Value;

/** Nothing is read before somebody asks. */
export function createCaches(
  main: Client,
  {
    clock = monotonicClock,
    notice = noticeOnce,
    nameOf = () => undefined,
  }: Partial<CacheMeans> = {},
): Caches {
  const read = <Row extends { readonly id: string }>(of: Collection<Row>): Cache<Row> => {
    const { byId } = of;
    return createCache({
      of,
      searchPages: (search) => of.pages(main, { search }),
      fetchPage: (...page) => of.pages(main, of.all())(...page),
      ...(byId && { fetchById: (id) => byId(main, id) }),
      deadline: main.deadline,
      clock,
      notice,
    });
  };
  const each: EachCache = {
    properties: read({ ...collections.properties, ...comparedAsName }),
    domains: read(collections.domains),
    lists: read({ ...collections.lists, ...comparedAsName }),
    replyTos: read(collections.replyTos),
    senders: read(collections.senders),
    webhooks: read({ ...collections.webhooks, ...comparedAsName }),
  };
  const made = new Map<Make<unknown>, unknown>();
  return {
    ...each,
    perAccount<Value>(make: Make<Value>): Value {
      if (!made.has(make)) made.set(make, make(main, { clock, notice, nameOf }));
      return made.get(make) as Value;
    },
    readDomains: once(async () => {
      try {
        return { domains: await each.domains.complete() };
      } catch (error) {
        const failure = ownError(error);
        notice(`the domains of the account can't be read: ${failure.message}`);
        return { failure };
      }
    }),
  };
}
