import { type EngagementReport, type EngagementRow, readEngagement } from "../../api/report";
import { type FetchPage, readAll } from "../../client/pagination";
import { splitByComma } from "../../client/response";
import { quotedId } from "../../errors/redact";
import { day, disorderedDays } from "../../input/time";
import { id, type WholeNumber, wholeNumber } from "../../input/validation";
import type { DataSource } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { rowsOf } from "../../lifecycle/found-object";
import { camelCased, omitUndefined } from "../../plain/value";

/** The arguments of both reports on a campaign's contacts. */
export interface CampaignEngagementArgs {
  /**
   * The campaign's id. The contract speaks of an "encrypted campaign id": whether it is the id that a create gives is
   * unproven.
   */
  campaignId: string;
  /**
   * The first day of the report, `YYYY-MM-DD` in the account's zone.
   * @defaultValue no limit
   */
  dateFrom?: string;
  /**
   * The last day of the report, `YYYY-MM-DD` in the account's zone, not before `dateFrom`.
   * @defaultValue no limit
   */
  dateTo?: string;
  /**
   * The most rows to read, at least 1.
   * @defaultValue 10,000
   */
  maxRows?: WholeNumber;
}

/** A contact in a report on a campaign. */
export interface CampaignEngagementRow {
  /** The encrypted id of the contact. */
  contactId: string;
  /** The contact's address. */
  email: string;
  /** The first name; may be empty. */
  firstName: string;
  /** The last name; may be empty. */
  lastName: string;
  /** The tags that the contact has now. */
  tags: string[];
  /** The ids of the lists that the contact is on now. */
  listIds: string[];
  /** The names of these lists, in the same order; absent where a comma in a name hides which name is whose. */
  listNames?: string[];
  /** When it happened, the last time where it happened often: `YYYY-MM-DD HH:MM:SS` in the account's zone. */
  at: string;
  /** Why the contact unsubscribed, where the contact said so; never in a report on opens. */
  reason?: string;
}

/** The result of both reports on a campaign's contacts. */
export interface CampaignEngagement {
  /** The campaign that the report is about. */
  campaign: {
    /** The campaign's name. */
    name: string;
    /** The campaign's subject. */
    subject: string;
    /** When it was created, in the account's time zone. */
    createdAt: string;
  };
  /** Each contact once; at most `maxRows`. */
  rows: CampaignEngagementRow[];
  /** How many rows the service says there are; absent where it gives no number. */
  total?: WholeNumber;
  /** Whether there are more than the `maxRows` that are here. */
  truncated: boolean;
}

/** The arguments of {@link getCampaignOpens}. */
export type GetCampaignOpensArgs = CampaignEngagementArgs;

/** The result of {@link getCampaignOpens}: those who opened a campaign. */
export type GetCampaignOpensResult = CampaignEngagement;

/** The arguments of {@link getCampaignUnsubscribes}. */
export type GetCampaignUnsubscribesArgs = CampaignEngagementArgs;

/** The result of {@link getCampaignUnsubscribes}: those who unsubscribed through a campaign. */
export type GetCampaignUnsubscribesResult = CampaignEngagement;

export const campaignOpensSource = report("getCampaignOpens", "listCampaignOpens");

export const campaignUnsubscribesSource = report(
  "getCampaignUnsubscribes",
  "listCampaignUnsubscribes",
);

/** Creates the function that reads the pages of a report one after another, up to `maxRows` contacts. */
function report(
  name: string,
  operation: EngagementReport,
): DataSource<CampaignEngagementArgs, CampaignEngagement> {
  return {
    name,
    inputs: {
      campaignId: { required: true, check: id },
      dateFrom: { check: day },
      dateTo: { check: day },
      maxRows: { check: wholeNumber },
    },
    rules: (args) => disorderedDays(args, "dateFrom", "dateTo"),
    isSecret: true,
    async look(account, { campaignId, dateFrom, dateTo, maxRows = 10_000 }) {
      const days = omitUndefined({ date_from: dateFrom, date_to: dateTo });
      let campaign = { name: "", subject_line: "", created_date: "" };
      const fetchPage: FetchPage<EngagementRow> = async (page, limit, until) => {
        const search = { page, limit, ...days };
        const asked = readEngagement(account.main, operation, campaignId, search, until);
        const read = await withNotFoundSentence(
          asked,
          `the account has no campaign ${quotedId(campaignId)}. Use the campaign's encrypted id, which may differ from the ` +
            "id of the Campaign resource.",
        );
        // Each page of the report contains the campaign.
        ({ campaign } = read);
        return read;
      };
      const found = await readAll(fetchPage, { until: account.main.deadline(), most: maxRows });
      const rows = rowsOf(account, "a campaign's contacts", found);
      const total = found.total === undefined ? undefined : Math.max(found.total, rows.length);
      const { name, subject_line: subject, created_date: createdAt } = campaign;
      return omitUndefined({
        campaign: { name, subject, createdAt },
        rows: rows.slice(0, maxRows).map(fromWire),
        total,
        truncated: (total ?? rows.length) > maxRows,
      });
    },
  };
}

function fromWire(engagement: EngagementRow): CampaignEngagementRow {
  const { id, lists, list_name, created_date: at, ...row } = engagement;
  // The service sends this text instead of an empty list.
  const listIds = lists.trim().toLowerCase() === "no lists" ? [] : splitByComma(lists);
  return omitUndefined({ ...camelCased(row), at, listIds, listNames: namesOf(listIds, list_name) });
}

/** The names of the contact's lists. Undefined if the text doesn't split into a name per id: names may have commas. */
function namesOf({ length }: readonly string[], text: string): string[] | undefined {
  if (length === 0) return [];
  const names = length === 1 ? [text] : text.split(",");
  const trimmed = names.map((name) => name.trim());
  return trimmed.length === length && trimmed.every((name) => name !== "") ? trimmed : undefined;
}
