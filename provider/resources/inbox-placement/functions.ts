import { trackInbox } from "../../api/report";
import { quotedId } from "../../errors/redact";
import { day, disorderedDays } from "../../input/time";
import { id, oneOf } from "../../input/validation";
import type { DataSource } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { camelCased, omitUndefined } from "../../plain/value";

/** The arguments of {@link getInboxPlacement}. */
export interface GetInboxPlacementArgs {
  /** The first day of the report, `YYYY-MM-DD`. */
  dateFrom: string;
  /** The last day of the report, `YYYY-MM-DD`, not before `dateFrom`. */
  dateTo: string;
  /**
   * Only this campaign.
   * @defaultValue all campaigns
   */
  campaignId?: string;
  /**
   * Only this mailbox provider, which the wire calls `domain`.
   * @defaultValue all mailbox providers
   */
  provider?: "gmail" | "yahoo" | "outlook" | "others";
}

/** Where mails arrived, in percent; a figure is absent where the service gives no number. */
export interface InboxPlacementRates {
  /** In the inbox. */
  inboxPercentage?: number;
  /** Nowhere. */
  missedPercentage?: number;
  /** Among the spam. */
  spamPercentage?: number;
}

/** Where the mails of one campaign arrived. */
export interface InboxPlacementCampaign extends InboxPlacementRates {
  /** The campaign's id. */
  id: string;
  /** The campaign's name. */
  name: string;
  /** The campaign's subject. */
  subject: string;
}

/** Where the mails to one mailbox provider arrived. */
export interface InboxPlacementProvider extends InboxPlacementRates {
  /** The mailbox provider, such as `gmail`. */
  name: string;
}

/** The result of {@link getInboxPlacement}. */
export interface GetInboxPlacementResult {
  /** By campaign; empty when none was tracked in those days. */
  campaigns: InboxPlacementCampaign[];
  /** By mailbox provider; empty when none was tracked in those days. */
  providers: InboxPlacementProvider[];
  /** All of it together. */
  summary: InboxPlacementRates;
}

export const inboxPlacementSource: DataSource<GetInboxPlacementArgs, GetInboxPlacementResult> = {
  name: "getInboxPlacement",
  inputs: {
    dateFrom: { required: true, check: day },
    dateTo: { required: true, check: day },
    campaignId: { check: id },
    provider: { check: oneOf("gmail", "yahoo", "outlook", "others") },
  },
  rules: (args) => disorderedDays(args, "dateFrom", "dateTo"),
  async look({ main }, { dateFrom, dateTo, campaignId, provider }) {
    const days = { date_from: dateFrom, date_to: dateTo };
    const search = omitUndefined({ ...days, campaign_id: campaignId, domain: provider });
    const response = await withNotFoundSentence(
      trackInbox(main, search),
      `the account has no campaign ${quotedId(campaignId ?? "")}. Use the id of an existing one, or leave campaignId out.`,
    );
    return {
      campaigns: response.campaigns.map(
        ({ campaign_id: id, campaign_name: name, campaign_subject: subject, ...rates }) => ({
          ...{ id, name, subject },
          ...camelCased(rates),
        }),
      ),
      providers: response.providers.map(camelCased),
      summary: camelCased(response.summary),
    };
  },
};
