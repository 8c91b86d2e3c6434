import type { Account, CacheMeans, Caches } from "../../account/account";
import { type Cache, createCache } from "../../account/cache";
import type { AccountEvidence } from "../../account/sending-domain";
import { type CampaignRow, campaigns } from "../../api/campaign-list";
import type { Client } from "../../client/call";
import { advised, unlessOwnError } from "../../errors/error";
import { isIncompleteSearch } from "../../errors/request-error";
import { isMissing } from "../../lifecycle/missing-object";
import { createCampaignPages } from "./campaign-pages";
import { missingNotice, statusNotice, wayOutOfMissing } from "./status";

/** What a reading shows of one campaign: its row, that the service has none, or nothing. */
export type ReadCampaign = CampaignRow | "missing" | "unread";

/** The campaigns of an account, as far as the service lists them. */
export type Campaigns = ReturnType<typeof createCampaigns>;

/** The campaigns of an account; nothing is read before somebody asks. */
export function campaignsOf({ perAccount }: Pick<Caches, "perAccount">): Campaigns {
  return perAccount(createCampaigns);
}

/** Of more names, one reading of all is less. */
const mostSearched = 3;

/** A reading informs: it never decides that a campaign is created, dated or dropped. */
function createCampaigns(main: Client, { clock, notice, nameOf }: CacheMeans) {
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
  const searched = new Map<string, Promise<readonly CampaignRow[]>>();
  const nameIn = (id: string) => names.get(id) ?? nameOf(id);

  /** The campaign in a cache; `unread` where the list is not offered, or for an error that says no more than that. */
  async function readIn(
    cache: () => Cache<CampaignRow>,
    id: string,
    isUnread: (error: unknown) => boolean = () => false,
  ): Promise<ReadCampaign> {
    if (!list.isOffered()) return "unread";
    const row = await cache()
      .byId(id, nameIn(id))
      .catch((error: unknown) => {
        // The reading itself has told the user.
        if (!list.isOffered() || isUnread(error)) return "unread" as const;
        throw error;
      });
    return row ?? "missing";
  }

  return {
    ...list,
    /** The campaign in the one reading that a run shares; `unread` where the list is not offered, or is incomplete. */
    readOnce: (id: string) => readIn(() => shared, id, isIncompleteSearch),
    /** The campaign in that reading, for a data source: a list that can't be read is an error. */
    find: (id: string) => shared.byId(id),
    /** The campaign as it is now, whatever was read before; an incomplete list is an error. */
    readNow: (id: string) => readIn(read, id),
    /** The campaign right after our own write, by one search that never fails; undefined where that doesn't show it. */
    async readBack(id: string): Promise<CampaignRow | undefined> {
      const name = nameIn(id);
      if (name === undefined || !list.isOffered()) return undefined;
      // A refresh reads what this one didn't.
      const rows = await list.atOnce(name).catch(unlessOwnError);
      return rows?.find((row) => row.id === id);
    },
    /** The campaigns with this name (without case) as they are now; an incomplete list is an error. */
    named: (name: string) => read().withKey(name),
    /**
     * The campaigns with this name in a run that looks for so many names: of one, the reading that a run shares costs no more than
     * a search; of a few, a search for each costs less. None where the list is not offered, or is incomplete.
     */
    async namedOnce(name: string, names: number): Promise<readonly CampaignRow[]> {
      if (!list.isOffered()) return [];
      const key = name.toLowerCase();
      const look = () => {
        if (names > mostSearched) return shared.complete();
        return (names > 1 ? read() : shared).withKey(name);
      };
      const found = searched.get(key) ?? look();
      searched.set(key, found);
      return found.catch((error: unknown) => {
        if (!list.isOffered() || isIncompleteSearch(error)) return [];
        throw error;
      });
    },
    /** All campaigns as they are now; an incomplete list is an error. */
    all: () => read().complete(),
    /** Notes that a resource manages this campaign; its name makes a look at it one request. */
    manage(id: string, name: string) {
      managed.add(id);
      names.set(id, name);
    },
    isManaged: (id: string) => managed.has(id) || nameOf(id) !== undefined,
    /** Whether the list has shown a draft in this run: one that shows none may hide them all. */
    hasShownDraft: () => hasDraft,
  };
}

/** What the reading that a run shares has of a campaign; `unread` under the specified operations. */
export async function readingOf(account: Account, id: string): Promise<ReadCampaign> {
  return account.settings.isExtended ? campaignsOf(account).readOnce(id) : "unread";
}

/** The same; undefined where nothing shows the campaign. */
export async function shownCampaign(
  account: Account,
  id: string,
): Promise<CampaignRow | undefined> {
  const row = await readingOf(account, id);
  return typeof row === "object" ? row : undefined;
}

/** A campaign as a refresh reads it, which says what became of it since the status in the state. */
export async function refreshedCampaign(
  account: Account,
  id: string,
  { status, mark }: { readonly status: string | undefined; readonly mark: AccountEvidence },
): Promise<ReadCampaign> {
  const row = await campaignsOf(account).readOnce(id);
  if (row === "missing" && !(await isMissing(account, mark))) return "unread";
  const said =
    row === "missing" ? missingNotice(id) : row !== "unread" && statusNotice(row, status);
  if (said) account.notice(said);
  return row;
}

/** Changes a campaign; where the account no longer has it, the sentence says what to do. */
export function inCampaign<Value>(step: () => Promise<Value>): Promise<Value> {
  return advised(step, ({ code, route }) =>
    code === "not-found" && route === "/campaign/{id}" ? wayOutOfMissing : undefined,
  );
}
