import { lookUp, lookUpOutput } from "../../program/look-up";
import { campaignOpensSource, campaignUnsubscribesSource } from "./functions";

export type {
  CampaignEngagement,
  CampaignEngagementArgs,
  CampaignEngagementRow,
  GetCampaignOpensArgs,
  GetCampaignOpensResult,
  GetCampaignUnsubscribesArgs,
  GetCampaignUnsubscribesResult,
} from "./functions";

/**
 * The contacts who opened a campaign, each once with the last time (POST /campaign/{id}/opens). Opens of contacts who denied
 * consent, and of campaigns that don't track opens, are in no row: the campaign's own totals can be higher. Holds contact
 * data: prefer the form whose result is an output, and a secret.
 *
 * ```ts
 * import { getCampaignOpens, getCampaignOpensOutput } from "pulumi-email-marketing";
 *
 * export const openedBy = getCampaignOpens({ campaignId: "campaign-1" }).then(({ total }) => total);
 *
 * const opens = getCampaignOpensOutput({ campaignId: "campaign-1", dateFrom: "2027-03-01" });
 * export const lastOpenings = opens.rows.apply((rows) => rows.map(({ at }) => at));
 * ```
 */
export const getCampaignOpens = lookUp(campaignOpensSource);

/** {@link getCampaignOpens} for arguments that are outputs; waits for `dependsOn`. The result is a secret. */
export const getCampaignOpensOutput = lookUpOutput(campaignOpensSource);

/**
 * The contacts who unsubscribed through a campaign, with the reason where they gave one (POST /campaign/{id}/unsubs). Holds
 * contact data: prefer the form whose result is an output, and a secret.
 *
 * ```ts
 * import { getCampaignUnsubscribes, getCampaignUnsubscribesOutput } from "pulumi-email-marketing";
 *
 * const unsubscribes = getCampaignUnsubscribes({ campaignId: "campaign-1", maxRows: 100 });
 * export const reasons = unsubscribes.then(({ rows }) => rows.map(({ reason }) => reason));
 *
 * export const lost = getCampaignUnsubscribesOutput({ campaignId: "campaign-1" }).total;
 * ```
 */
export const getCampaignUnsubscribes = lookUp(campaignUnsubscribesSource);

/** {@link getCampaignUnsubscribes} for arguments that are outputs; waits for `dependsOn`. The result is a secret. */
export const getCampaignUnsubscribesOutput = lookUpOutput(campaignUnsubscribesSource);
