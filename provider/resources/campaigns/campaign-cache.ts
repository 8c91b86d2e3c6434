import type { Account, CacheMeans, Caches } from "../../account/account";
import { type Cache, createCache } from "../../account/cache";
import type { AccountEvidence } from "../../account/sending-domain";
import {
  type CampaignRow,
  type CampaignSearch,
  campaignContents,
  campaigns,
  everyDay,
} from "../../api/campaign-list";
import type { Collection } from "../../api/collection";
import type { Client } from "../../client/call";
import { type FetchPage, pageLimit } from "../../client/pages";
import { advised, EmailMarketingError, unlessOwnError } from "../../errors/error";
import { isIncompleteSearch } from "../../errors/request-error";
import { isMissing } from "../../lifecycle/missing-object";
import { missingNotice, statusNotice, wayOutOfMissing } from "./status";

/** What a reading shows of one campaign: its row, that the service has none, or nothing. */
export type ReadCampaign = CampaignRow | "missing" | "unread";

/** The campaigns of an account, as far as the service lists them; nothing is read before somebody asks. */
export function campaignsOf({ perAccount }: Pick<Caches, "perAccount">) {
  return perAccount(createCampaigns);
}

/** Of more names, one reading of all is less. */
const mostSearched = 3;

/** How long the search after a write may take, the wait for its turn included. */
const atOnceMs = 5000;

/** A reading informs: it never decides that a campaign is created, dated or dropped. */
function createCampaigns(main: Client, { clock, notice, nameOf }: CacheMeans) {
  const names = new Map<string, string>();
  const managed = new Set<string>();
  let hasDraft = false;
  const { pages, isOffered } = createPages(notice, ({ id, name, status }) => {
    names.set(id, name);
    hasDraft ||= status === "draft";
  });
  const read = (): Cache<CampaignRow> =>
    createCache({
      of: campaigns,
      searchPages: (search) => pages(main, campaigns, { search }),
      fetchPage: pages(main, campaigns),
      deadline: () => main.deadline(),
      clock,
      notice,
    });
  const shared = read();
  const readBefore = new Map<string, ReadCampaign>();
  const searched = new Map<string, Promise<readonly CampaignRow[]>>();
  const nameIn = (id: string) => names.get(id) ?? nameOf(id);

  /** The campaign in a cache; `unread` where the list is not offered, or for an error that says no more than that. */
  async function readIn(
    cache: () => Cache<CampaignRow>,
    id: string,
    isUnread: (error: unknown) => boolean = () => false,
  ): Promise<ReadCampaign> {
    if (!isOffered()) return "unread";
    const row = await cache()
      .byId(id, nameIn(id))
      .catch((error: unknown) => {
        // The reading itself has told the user.
        if (!isOffered() || isUnread(error)) return "unread" as const;
        throw error;
      });
    return row ?? "missing";
  }

  /** What one search right after our own write shows, which never fails; a refresh reads what it didn't. */
  async function searchedAtOnce(search: string): Promise<readonly CampaignRow[]> {
    if (!isOffered()) return [];
    const hasty: Client = {
      ...main,
      send: (call) => main.send({ ...call, tries: 1, deadlineMs: atOnceMs }),
    };
    const found = await pages(hasty, campaigns, { search })(1, pageLimit).catch(unlessOwnError);
    return found?.rows ?? [];
  }

  return {
    isOffered,
    /** The campaigns that match a question of the user, which the service may refuse. */
    matching: (question: CampaignSearch) => pages(main, campaigns, question, true),
    /** All campaigns, or those that match a search, with their HTML. */
    contents: (search?: CampaignSearch) => pages(main, campaignContents, search),
    /** The campaign in the one reading that a run shares; `unread` where the list is not offered, or is incomplete. */
    async readOnce(id: string): Promise<ReadCampaign> {
      const found = await readIn(() => shared, id, isIncompleteSearch);
      readBefore.set(id, found);
      return found;
    },
    /** The campaign as somebody has read it in this run, which costs no request; undefined if nobody has. */
    readBefore: (id: string) => readBefore.get(id),
    /** The campaign in that reading, for a data source: a list that can't be read is an error. */
    find: (id: string) => shared.byId(id),
    /** The campaign as it is now, whatever was read before; an incomplete list is an error. */
    readNow: (id: string) => readIn(read, id),
    /** The campaign right after our own write, by one search that never fails; undefined where that doesn't show it. */
    async readBack(id: string): Promise<CampaignRow | undefined> {
      const name = nameIn(id);
      const found = name === undefined ? [] : await searchedAtOnce(name);
      return found.find((row) => row.id === id);
    },
    searchedAtOnce,
    /** The campaigns with this name (without case) as they are now; an incomplete list is an error. */
    named: (name: string) => read().withKey(name),
    /**
     * The campaigns with this name in a run that looks for so many names: of one, the reading that a run shares costs no more than
     * a search; of a few, a search for each costs less. None where the list is not offered, or is incomplete.
     */
    async namedOnce(name: string, count: number): Promise<readonly CampaignRow[]> {
      if (!isOffered()) return [];
      const key = name.toLowerCase();
      const look = () => {
        if (count > mostSearched) return shared.complete();
        return (count > 1 ? read() : shared).withKey(name);
      };
      const found = searched.get(key) ?? look();
      searched.set(key, found);
      return found.catch((error: unknown) => {
        if (!isOffered() || isIncompleteSearch(error)) return [];
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

/** The list of campaigns, asked for in the form that this service takes; nothing is asked before somebody reads a page. */
function createPages(notice: (sentence: string) => void, onRow: (row: CampaignRow) => void) {
  /** Whether a first day is sent: without one, the service may list some latest days only, and it may refuse one. */
  let isFrom = true;
  /** What was answered, each with a first day or without: the service may refuse a text to search for alone. */
  const answered = new Set<string>();
  let lacking: EmailMarketingError | undefined;

  function lack(error: EmailMarketingError): EmailMarketingError {
    lacking = error;
    notice(
      `the service does not list campaigns (${error.status ?? error.code}, POST /campaign/list), so they can't be read. ` +
        'The Pulumi state keeps what it has, as with emailmarketing:operations "specified".',
    );
    return error;
  }

  function pages<Row extends CampaignRow>(
    client: Client,
    of: Pick<Collection<Row, CampaignSearch>, "pages">,
    search: CampaignSearch = {},
    isQuestion = false,
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
        if ([404, 405, 501].includes(error.status ?? 0)) throw lack(error);
        // What was answered before is not what is wrong with this request.
        if (error.status !== 400 || answered.has(`${what} ${asked}`)) throw error;
        if (asked) {
          isFrom = false;
          return fetchPage(page, limit, until);
        }
        if (!isQuestion) throw lack(error);
        // What is refused may be the question itself, which says nothing of the first day.
        isFrom = !answered.has("list false") && !answered.has("search false");
        throw error;
      }
    };
  }

  return {
    pages,
    /** False once the service has shown that it doesn't offer the list. */
    isOffered: () => lacking === undefined,
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
