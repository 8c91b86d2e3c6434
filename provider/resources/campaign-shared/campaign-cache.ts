import { setImmediate as nextTick } from "node:timers/promises";
import type { Account, AccountEvidence } from "../../account/account";
import { type Cache, type CacheContext, type Caches, createCache } from "../../account/cache";
import type { Collection } from "../../api/call";
import {
  type CampaignRow,
  type CampaignSearch,
  campaignContents,
  campaigns,
  everyDay,
} from "../../api/campaign";
import type { HttpClient } from "../../client/call";
import { type FetchPage, pageLimit } from "../../client/pagination";
import {
  EmailMarketingError,
  ignoreOwnError,
  isIncompleteSearch,
  withAdviceOnFailure,
} from "../../errors/error";
import { isMissing } from "../../lifecycle/missing-object";
import { hintForMissing, missingNotice, statusNotice } from "./status";

/** A listed campaign, "missing" if the list lacks it, or "unread" if neither is certain. */
export type ReadCampaign = CampaignRow | "missing" | "unread";

/** The campaigns of an account as the service lists them. Sends no request before the first use. */
export function campaignsOf({ perAccount }: Pick<Caches, "perAccount">) {
  return perAccount(createCampaigns);
}

/** The maximum number of names to search one by one. For more, reading all campaigns usually takes fewer requests. */
const maxSearchedNames = 3;

/** The time limit of the search after a write, including the wait for a permit of the rate limiter. */
const searchAfterWriteMs = 5000;

/** Creates functions that read campaigns. The results decide whether to repeat a create and whether to send a date. */
function createCampaigns(main: HttpClient, { clock, warnOnce, nameOf }: CacheContext) {
  const names = new Map<string, string>();
  const managed = new Set<string>();
  let hasDraft = false;
  const { pages, isOffered } = createPages(warnOnce, ({ id, name, status }) => {
    names.set(id, name);
    hasDraft ||= status === "draft";
  });
  const cached: typeof campaigns = {
    ...campaigns,
    pages: (client, search) => pages(client, campaigns, search),
  };
  const read = () => createCache(cached, main, { clock, warnOnce });
  const shared = read();
  const readBefore = new Map<string, ReadCampaign>();
  const searched = new Map<string, Promise<readonly CampaignRow[]>>();
  const nameIn = (id: string) => names.get(id) ?? nameOf(id);

  /** Reads a campaign. Returns `unread` if the service has no list of campaigns, or if `isUnread` accepts the error. */
  async function readIn(
    cache: Cache<CampaignRow>,
    id: string,
    isUnread: (error: unknown) => boolean = () => false,
  ): Promise<ReadCampaign> {
    if (!isOffered()) return "unread";
    const row = await cache.byId(id, nameIn(id)).catch((error: unknown) => {
      // If the service doesn't list campaigns, `createPages` has already warned.
      if (!isOffered() || isUnread(error)) return "unread" as const;
      throw error;
    });
    return row ?? "missing";
  }

  /** Searches once after our own write. Ignores a failure, because the next refresh reads a campaign missed here. */
  async function searchAfterWrite(search: string): Promise<readonly CampaignRow[]> {
    const hasty: HttpClient = {
      ...main,
      send: (call) => main.send({ ...call, attempts: 1, deadlineMs: searchAfterWriteMs }),
    };
    const found = await pages(hasty, campaigns, { search })(1, pageLimit).catch(ignoreOwnError);
    return found?.rows ?? [];
  }

  return {
    isOffered,
    /** The campaigns that match a program's filters. If these are refused, the service may still list campaigns. */
    matching: (search: CampaignSearch) => pages(main, campaigns, search, true),
    /** All campaigns, or those that match a search, with their HTML. */
    contents: (search?: CampaignSearch) => pages(main, campaignContents, search),
    /** Reads a campaign through the cache. Returns `unread` if campaigns aren't listed, or a partial list lacks it. */
    async readOnce(id: string): Promise<ReadCampaign> {
      const found = await readIn(shared, id, isIncompleteSearch);
      readBefore.set(id, found);
      return found;
    },
    /** The result of `readOnce`; undefined if it hasn't read this campaign in this run. */
    cachedReading: (id: string) => readBefore.get(id),
    /** Reads a campaign for a data source. Throws an error if the list can't be read. */
    find: (id: string) => shared.byId(id),
    /** Reads a campaign again, without the cache. Throws an error if an incomplete list lacks the campaign. */
    readUncached: (id: string) => readIn(read(), id),
    /** Searches once for a campaign after our own write. Undefined if its name isn't known or the search misses it. */
    async readAfterWrite(id: string): Promise<CampaignRow | undefined> {
      const name = nameIn(id);
      const found = name === undefined ? [] : await searchAfterWrite(name);
      return found.find((row) => row.id === id);
    },
    searchAfterWrite,
    /** Reads the campaigns with this name, ignoring case. Throws an error if the list is incomplete. */
    readByName: (name: string) => read().withKey(name),
    /** The campaigns with this name, or all if `count`, the number of names, is large. None if not all were read. */
    async readByNameOnce(name: string, count: number): Promise<readonly CampaignRow[]> {
      if (!isOffered()) return [];
      const key = name.toLowerCase();
      const look = async () => {
        // Waits, because another check may begin to read all campaigns, which makes this search unnecessary.
        await nextTick();
        if (count > maxSearchedNames) return shared.complete();
        return (count > 1 ? read() : shared).withKey(name);
      };
      const found = searched.get(key) ?? look();
      searched.set(key, found);
      return found.catch((error: unknown) => {
        if (!isOffered() || isIncompleteSearch(error)) return [];
        throw error;
      });
    },
    /** Reads all campaigns now. Throws an error if the list is incomplete. */
    all: () => read().complete(),
    /** Records that a resource manages this campaign. Records its name, too, so that a later read can search for it. */
    manage(id: string, name: string) {
      managed.add(id);
      names.set(id, name);
    },
    isManaged: (id: string) => managed.has(id) || nameOf(id) !== undefined,
    /** True if the list has shown a draft in this run. Otherwise the service's list may hide all drafts. */
    hasShownDraft: () => hasDraft,
  };
}

/** Reads pages of the campaign list, and learns whether this service accepts `date_from`. */
function createPages(warnOnce: (sentence: string) => void, onRow: (row: CampaignRow) => void) {
  /** True if requests contain `date_from`. The service may refuse it, or list only recent campaigns without it. */
  let isFrom = true;
  /** The answered forms of requests: list or search, with or without `date_from`. The service may refuse just one. */
  const answered = new Set<string>();
  let lacking: EmailMarketingError | undefined;

  function warnOfMissingList(error: EmailMarketingError): EmailMarketingError {
    lacking = error;
    warnOnce(
      `the service does not list campaigns (${error.status ?? error.code}, POST /campaign/list), so they can't be read. ` +
        'The Pulumi state keeps what it has, as with emailmarketing:operations "specified".',
    );
    return error;
  }

  function pages<Row extends CampaignRow>(
    client: HttpClient,
    of: Pick<Collection<Row, CampaignSearch>, "pages">,
    search: CampaignSearch = {},
    isQueryOnly = false,
  ): FetchPage<Row> {
    const what = search.search === undefined ? "list" : "search";
    return async function fetchPage(page, limit, until) {
      if (lacking) throw lacking;
      const asked = isFrom;
      const { date_from, date_to } = everyDay();
      const days = asked ? { date_from, date_to } : { date_to };
      try {
        const fetched = await of.pages(client, { ...days, ...search })(page, limit, until);
        answered.add(`${what} ${asked}`);
        fetched.rows.forEach(onRow);
        return fetched;
      } catch (error) {
        if (!(error instanceof EmailMarketingError)) throw error;
        if ([404, 405, 501].includes(error.status ?? 0)) throw warnOfMissingList(error);
        // If the service has answered this form of request before, the form isn't the cause of the refusal.
        if (error.status !== 400 || answered.has(`${what} ${asked}`)) throw error;
        if (asked) {
          isFrom = false;
          return fetchPage(page, limit, until);
        }
        if (!isQueryOnly) throw warnOfMissingList(error);
        // The user's filter may be the cause, so send `date_from` again, unless a request without it has succeeded.
        isFrom = !answered.has("list false") && !answered.has("search false");
        throw error;
      }
    };
  }

  return {
    pages,
    /** False if the service has shown that it doesn't list campaigns. */
    isOffered: () => lacking === undefined,
  };
}

/** Reads a campaign once in a run. `unread` without the extended operations, because no others read campaigns. */
export async function readIfExtended(account: Account, id: string): Promise<ReadCampaign> {
  return account.settings.isExtended ? campaignsOf(account).readOnce(id) : "unread";
}

/** Returns "unread" instead of "missing" for a campaign that this update created, because the list may lag behind. */
export function unreadIfNew({ claims }: Account, campaignId: string, reading: ReadCampaign) {
  return reading === "missing" && claims.isClaimed("Campaign", campaignId) ? "unread" : reading;
}

/** The campaign as the service lists it; undefined if it is missing or can't be read. */
export async function listedCampaign(account: Account, id: string) {
  const row = await readIfExtended(account, id);
  return typeof row === "object" ? row : undefined;
}

/**
 * Reads a campaign for a refresh. Warns if the campaign is missing, or has since been paused or closed. The warning has
 * the campaign's name only if `isNamed`, because the name may be secret.
 */
export async function refreshedCampaign(
  account: Account,
  id: string,
  {
    status,
    mark,
    isNamed,
  }: { status?: string | undefined; mark: AccountEvidence; isNamed: boolean },
): Promise<ReadCampaign> {
  const row = await campaignsOf(account).readOnce(id);
  if (row === "missing" && !(await isMissing(account, mark))) return "unread";
  const said =
    row === "missing" ? missingNotice(id) : row !== "unread" && statusNotice(row, status, isNamed);
  if (said) account.warnOnce(said);
  return row;
}

/** Adds advice to the error of a request that changes a campaign, if the campaign doesn't exist. */
export function withMissingCampaignAdvice<Value>(request: Promise<Value>, advice = hintForMissing) {
  return withAdviceOnFailure(request, ({ code, route }) =>
    code === "not-found" && route === "/campaign/{id}" ? advice : undefined,
  );
}
