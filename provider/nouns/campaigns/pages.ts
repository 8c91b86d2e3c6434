import {
  type CampaignRow,
  type CampaignSearch,
  campaignContents,
  campaigns,
  everyDay,
} from "../../api/campaign-list";
import type { Collection } from "../../api/collection";
import type { Client } from "../../client/call";
import { type FetchPage, type Page, pageLimit } from "../../client/pages";
import { EmailMarketingError } from "../../errors/error";

/** What is told of the list, beside its rows. */
export interface CampaignPagesOptions {
  readonly onRow: (row: CampaignRow) => void;
  readonly notice: (sentence: string) => void;
}

/** The ways to ask, from the best known to the least: public clients differ in the days and in the search that they send. */
const forms = [
  { isFrom: true, isSearched: true },
  { isFrom: false, isSearched: true },
  { isFrom: true, isSearched: false },
  { isFrom: false, isSearched: false },
] as const;

/** How long a request may take that must keep nobody waiting, its turn included. */
const atOnceMs = 5000;

/** The list of campaigns, asked for in the form that this service takes; nothing is asked before somebody reads a page. */
export function createCampaignPages(main: Client, { onRow, notice }: CampaignPagesOptions) {
  let form = 0;
  /** The last form that the service has answered, with a text to search for and without: it may refuse the one alone. */
  const answered = { search: -1, list: -1 };
  let lacking: EmailMarketingError | undefined;

  const hasty: Client = {
    ...main,
    send: (call) => main.send({ ...call, tries: 1, deadlineMs: atOnceMs }),
  };

  function daysOf({ isFrom }: (typeof forms)[number]): CampaignSearch {
    const { date_from, date_to } = everyDay();
    return isFrom ? { date_from, date_to } : { date_to };
  }
  const current = () => forms[form] ?? forms[0];

  /** The next form that makes another request of this search; undefined where none is left. */
  function nextForm(isSearch: boolean): number | undefined {
    const next = form + 1;
    const { isSearched } = forms[next] ?? { isSearched: false };
    return next < forms.length && (isSearch || isSearched) ? next : undefined;
  }

  function lack(error: EmailMarketingError): EmailMarketingError {
    lacking = error;
    notice(
      `the service does not list campaigns (${error.status ?? error.code}, POST /campaign/list), so they can't be read. ` +
        'The Pulumi state keeps what it has, as with emailmarketing:operations "specified".',
    );
    return error;
  }

  function pages<Row extends CampaignRow>(
    of: Pick<Collection<Row, CampaignSearch>, "pages">,
    search: CampaignSearch = {},
    { isQuestion = false, client = main } = {},
  ): FetchPage<Row> {
    const isSearch = Object.keys(search).length > 0;
    const before = form;
    return async function fetchPage(page, limit, until): Promise<Page<Row>> {
      if (lacking) throw lacking;
      const asked = form;
      const isSearched = isQuestion || current().isSearched;
      const body = { ...daysOf(current()), ...(isSearched ? search : {}) };
      const what = body.search === undefined ? "list" : "search";
      try {
        const fetched = await of.pages(client, body)(page, limit, until);
        answered[what] = asked;
        for (const row of fetched.rows) onRow(row);
        return fetched;
      } catch (error) {
        if (!(error instanceof EmailMarketingError)) throw error;
        if (isNotOffered(error)) throw lack(error);
        // A form that was answered before is not what is wrong with this request.
        if (error.status !== 400 || answered[what] === asked) throw error;
        // Another call may have moved on meanwhile.
        const next = form === asked ? nextForm(isSearch && !isQuestion) : form;
        if (next === undefined && isQuestion) {
          // What is refused may be the question itself, which says nothing of the forms that were tried for it.
          if (answered.list !== form && answered.search !== form) form = before;
          throw error;
        }
        if (next === undefined) throw lack(error);
        form = next;
        return fetchPage(page, limit, until);
      }
    };
  }

  return {
    /** All campaigns, or those that match a search, page by page; more than those where the service refuses to search. */
    pages: (search?: CampaignSearch) => pages(campaigns, search),
    /** Those that match a question of the user, which the service may refuse. */
    matching: (question: CampaignSearch) => pages(campaigns, question, { isQuestion: true }),
    /** The first page of those that match a name, in one request that neither waits nor is repeated. */
    async atOnce(name: string): Promise<readonly CampaignRow[]> {
      const { rows } = await pages(campaigns, { search: name }, { client: hasty })(1, pageLimit);
      return rows;
    },
    /** All campaigns, or those that match a search, with their HTML. */
    contents: (search?: CampaignSearch) => pages(campaignContents, search),
    /** False once the service has shown that it doesn't offer the list. */
    isOffered: () => lacking === undefined,
  };
}

function isNotOffered({ status }: EmailMarketingError): boolean {
  return status === 404 || status === 405 || status === 501;
}
