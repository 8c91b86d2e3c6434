import { type Cache, createCache } from "../../account/cache";
import type { Caches, Make } from "../../account/caches";
import { type CampaignRow, campaigns } from "../../api/campaign-list";
import { EmailMarketingError } from "../../errors/error";
import { isIncompleteSearch } from "../../errors/request-error";
import { type CampaignPages, createCampaignPages } from "./pages";

/** What a reading shows of one campaign: its row, that the service has none, or nothing. */
export type ReadCampaign = CampaignRow | "missing" | "unread";

/**
 * The campaigns of an account, as far as the service lists them. A reading informs: it never decides that a campaign is
 * created, dated or dropped.
 */
export interface Campaigns extends CampaignPages {
  /** The campaign in the one reading that a run shares; `unread` where the list is not offered, or is incomplete. */
  readOnce(id: string): Promise<ReadCampaign>;
  /** The campaign in that reading, for somebody who asks for nothing else; one that can't be read is an error. */
  find(id: string): Promise<CampaignRow | undefined>;
  /** The campaign as it is now, whatever was read before; an incomplete list is an error. */
  readNow(id: string): Promise<ReadCampaign>;
  /** The campaign right after our own write, by one search that never fails; undefined where that doesn't show it. */
  readBack(id: string): Promise<CampaignRow | undefined>;
  /** The campaigns with this name (without case) as they are now; an incomplete list is an error. */
  named(name: string): Promise<readonly CampaignRow[]>;
  /** All campaigns as they are now; an incomplete list is an error. */
  all(): Promise<readonly CampaignRow[]>;
  /** Notes that a resource manages this campaign; its name makes a look at it one request. */
  manage(id: string, name: string): void;
  isManaged(id: string): boolean;
  /** Whether the list has shown a draft in this run: one that shows none may hide them all. */
  hasShownDraft(): boolean;
}

/** The campaigns of an account; nothing is read before somebody asks. */
export function campaignsOf({ perAccount }: Pick<Caches, "perAccount">): Campaigns {
  return perAccount(createCampaigns);
}

const createCampaigns: Make<Campaigns> = (main, { clock, notice, nameOf }) => {
  const names = new Map<string, string>();
  const managed = new Set<string>();
  let hasDraft = false;
  const list = createCampaignPages(main, {
    notice,
    onRow({ id, name, status }) {
      names.set(id, name);
      hasDraft ||= status === "draft";
    },
  });
  const read = (): Cache<CampaignRow> =>
    createCache({
      of: campaigns,
      searchPages: (text) => list.pages({ search: text }),
      fetchPage: list.pages(),
      deadline: () => main.deadline(),
      clock,
      notice,
    });
  const shared = read();

  const nameIn = (id: string) => names.get(id) ?? nameOf(id);

  async function readIn(cache: Cache<CampaignRow>, id: string): Promise<ReadCampaign> {
    try {
      return (await cache.byId(id, nameIn(id))) ?? "missing";
    } catch (error) {
      if (!list.isOffered()) return "unread";
      throw error;
    }
  }

  async function inShared<Found>(
    look: (cache: Cache<CampaignRow>) => Promise<Found>,
  ): Promise<Found | "unread"> {
    if (!list.isOffered()) return "unread";
    try {
      return await look(shared);
    } catch (error) {
      // The reading itself has told the user.
      if (!list.isOffered() || isIncompleteSearch(error)) return "unread";
      throw error;
    }
  }

  return {
    ...list,
    readOnce: (id) => inShared((cache) => readIn(cache, id)),
    find: (id) => shared.byId(id),
    readNow: async (id) => (list.isOffered() ? readIn(read(), id) : "unread"),
    async readBack(id) {
      const name = nameIn(id);
      if (name === undefined || !list.isOffered()) return undefined;
      try {
        return (await list.atOnce(name)).find((row) => row.id === id);
      } catch (error) {
        // A refresh reads what this one didn't.
        if (error instanceof EmailMarketingError) return undefined;
        throw error;
      }
    },
    named: (name) => read().withKey(name),
    all: () => read().whole(),
    manage(id, name) {
      managed.add(id);
      names.set(id, name);
    },
    isManaged: (id) => managed.has(id) || nameOf(id) !== undefined,
    hasShownDraft: () => hasDraft,
  };
};
