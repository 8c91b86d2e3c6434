import { type CampaignRow, campaigns, everyDay } from "../../api/campaign";
import { readAll } from "../../client/pagination";
import { splitByComma } from "../../client/response";
import { day, disorderedDays } from "../../input/time";
import { address, id, oneOf, text, type WholeNumber } from "../../input/validation";
import type { DataSource } from "../../lifecycle/data-source";
import { onlyRow, rowsOf } from "../../lifecycle/found-object";
import { omitUndefined } from "../../plain/value";
import { requireExtended } from "../../settings/settings";
import { campaignsOf } from "../campaign-shared/campaign-cache";

/** The arguments of {@link getCampaigns}. */
export interface GetCampaignsArgs {
  /**
   * Part of the name, at most 255 characters.
   * @defaultValue every campaign
   */
  search?: string;
  /**
   * The status.
   * @defaultValue every status
   */
  status?: "draft" | "scheduled" | "processing" | "paused" | "finished" | "aborted";
  /**
   * The sender's address.
   * @defaultValue every sender
   */
  senderEmail?: string;
  /**
   * The first day, `YYYY-MM-DD`. Which time of a campaign the service compares with it, and in which zone, isn't known.
   * @defaultValue 2000-01-01
   */
  from?: string;
  /**
   * The last day, `YYYY-MM-DD`.
   * @defaultValue tomorrow; 2099-12-31 if `from` is later than tomorrow
   */
  to?: string;
}

/** The arguments of {@link getCampaign}. */
export interface GetCampaignArgs {
  /** The campaign's id. */
  id: string;
}

/** What became of a campaign's emails; a count that the service doesn't give is absent. */
export interface CampaignFigures {
  /** Emails that were sent. */
  sent?: WholeNumber;
  /** Emails that were delivered. */
  delivered?: WholeNumber;
  /** Emails that were opened. */
  opens?: WholeNumber;
  /** Clicks on links. */
  clicks?: WholeNumber;
  /** Emails that were rejected for good. */
  hardBounces?: WholeNumber;
  /** Emails that were rejected for the time being. */
  softBounces?: WholeNumber;
  /** Contacts that unsubscribed. */
  unsubscribes?: WholeNumber;
  /** Complaints that an email is spam. */
  spamComplaints?: WholeNumber;
}

/** The result of {@link getCampaign}: a campaign that the account has. */
export interface GetCampaignResult {
  /** The campaign's id. */
  id: string;
  /** Its name. */
  name: string;
  /** The subject of the email. */
  subject: string;
  /** Its status in lower case: `draft`, `scheduled`, `processing`, `paused`, `finished` or `aborted`. */
  status: string;
  /** The from address. */
  senderEmail: string;
  /** The from name. */
  senderName: string;
  /** The reply-to address, if the service gives one. */
  replyTo?: string;
  /** When it was created, as the service gives it. */
  createdAt: string;
  /** When it is or was sent, as the service gives it; absent for a draft. */
  scheduledDate?: string;
  /** The names of the contact lists that it is sent to. */
  lists: string[];
  /** The number of contacts in these lists, if the service gives it. */
  contacts?: WholeNumber;
  /** What became of its emails. */
  report: CampaignFigures;
}

/** The result of {@link getCampaigns}. */
export interface GetCampaignsResult {
  /** The campaigns that match, of all pages; empty when nothing matches. */
  campaigns: GetCampaignResult[];
}

export const campaignsSource: DataSource<GetCampaignsArgs, GetCampaignsResult> = {
  name: "getCampaigns",
  inputs: {
    search: { check: text({ max: 255 }) },
    status: { check: oneOf("draft", "scheduled", "processing", "paused", "finished", "aborted") },
    senderEmail: { check: address() },
    from: { check: day },
    to: { check: day },
  },
  rules: (args) => disorderedDays(args, "from", "to"),
  async look(account, { search, status, senderEmail, from, to }) {
    requireExtended(account.settings, "campaigns");
    const filters = omitUndefined({
      search,
      // Capitalizes the status, as the service's responses do.
      status: status && `${status.charAt(0).toUpperCase()}${status.slice(1)}`,
      sender_email: senderEmail,
      date_from: from,
      // The default range ends tomorrow. A search that begins later would find nothing, so it ends in 2099.
      date_to: to ?? (from !== undefined && from > everyDay().date_to ? "2099-12-31" : undefined),
    });
    const until = account.main.deadline();
    const found = await readAll(campaignsOf(account).matching(filters), { until });
    return { campaigns: rowsOf(account, campaigns.words[1], found).map(fromWire) };
  },
};

/** Finds one campaign. All look-ups in the account share the cache of campaigns. */
export const campaignSource: DataSource<GetCampaignArgs, GetCampaignResult> = {
  name: "getCampaign",
  inputs: { id: { required: true, check: id } },
  async look(account, wanted) {
    requireExtended(account.settings, "campaigns");
    const row = await campaignsOf(account).find(wanted.id);
    return fromWire(onlyRow(row ? [row] : [], campaigns.words[0], { wanted, all: "getCampaigns" }));
  },
};

function fromWire(campaign: CampaignRow): GetCampaignResult {
  const { htmlHash, createdDate: createdAt, replyTo, lists, report, ...row } = campaign;
  return omitUndefined({
    ...row,
    createdAt,
    replyTo: replyTo === "" ? undefined : replyTo,
    lists: splitByComma(lists),
    report: omitUndefined({
      sent: report.sent,
      delivered: report.delivered,
      opens: report.opens,
      clicks: report.clicks,
      hardBounces: report.hard_bounce,
      softBounces: report.soft_bounce,
      unsubscribes: report.unsubscribe,
      spamComplaints: report.spam_complaints_count,
    }),
  });
}
