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

/** Who gets the rows of the list, and its one warning. */
export interface CampaignPagesOptions {
  readonly onRow: (row: CampaignRow) => void;
  readonly notice: (sentence: string) => void;
}

/** How long the search after a write may take, the wait for its turn included. */
const atOnceMs = 5000;

/** The list of campaigns, asked for in the form that this service takes; nothing is asked before somebody reads a page. */
export function createCampaignPages(main: Client, { onRow, notice }: CampaignPagesOptions) {
  /** Whether a first day is sent: without one, the service may list some latest days only, and it may refuse one. */
  let isFrom = true;
  /** What was answered, each with a first day or without: the service may refuse a text to search for alone. */
  const answered = new Set<string>();
  let lacking: EmailMarketingError | undefined;

  const hasty: Client = {
    ...main,
    send: (call) => main.send({ ...call, tries: 1, deadlineMs: atOnceMs }),
  };

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
    const what = search.search === undefined ? "list" : "search";
    return async function fetchPage(page, limit, until): Promise<Page<Row>> {
      if (lacking) throw lacking;
      const asked = isFrom;
      const { date_from, date_to } = everyDay();
      const days = asked ? { date_from, date_to } : { date_to };
      try {
        const fetched = await of.pages(client, { ...days, ...search })(page, limit, until);
        answered.add(`${what} ${asked}`);
        for (const row of fetched.rows) onRow(row);
        return fetched;
      } catch (error) {
        if (!(error instanceof EmailMarketingError)) throw error;
        if (isNotOffered(error)) throw lack(error);
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
    /** All campaigns, or those that match a search, page by page. */
    pages: (search?: CampaignSearch) => pages(campaigns, search),
    /** The campaigns that match a question of the user, which the service may refuse. */
    matching: (question: CampaignSearch) => pages(campaigns, question, { isQuestion: true }),
    /** The first page of the campaigns that match a name, in one request that is not repeated. */
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
