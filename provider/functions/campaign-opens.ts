import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import { listCampaignOpens } from "../api/campaign-report";
import { type DataSource, lookUp, lookUpOutput } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";
import {
  type CampaignEngagement,
  type CampaignEngagementArgs,
  engagementInputs,
  engagementRules,
  readEngagement,
} from "./campaign-report";

/** The arguments of {@link getCampaignOpens}. */
export type GetCampaignOpensArgs = CampaignEngagementArgs;

/** The result of {@link getCampaignOpens}: those who opened a campaign. */
export type GetCampaignOpensResult = CampaignEngagement;

const source: DataSource<GetCampaignOpensArgs, GetCampaignOpensResult> = {
  name: "getCampaignOpens",
  inputs: engagementInputs,
  rules: engagementRules,
  isSecret: true,
  look: (account, args) => readEngagement(account, listCampaignOpens, args),
};

/**
 * The contacts who opened a campaign, each once with the last time (POST /campaign/{id}/opens). Opens of contacts who denied
 * consent, and of campaigns that don't track opens, are in no row: the campaign's own totals can be higher. Holds contact
 * data: prefer {@link getCampaignOpensOutput}, whose result is a secret.
 *
 * ```ts
 * import { getCampaignOpens } from "pulumi-email-marketing";
 *
 * export const openedBy = getCampaignOpens({ campaignId: "campaign-1" }).then(({ total }) => total);
 * ```
 */
export function getCampaignOpens(
  args: GetCampaignOpensArgs,
  opts?: InvokeOptions,
): Promise<GetCampaignOpensResult> {
  return lookUp(source, args, opts);
}

/**
 * {@link getCampaignOpens} for arguments that are outputs; waits for `dependsOn`. The result is a secret.
 *
 * ```ts
 * import { getCampaignOpensOutput } from "pulumi-email-marketing";
 *
 * const opens = getCampaignOpensOutput({ campaignId: "campaign-1", dateFrom: "2027-03-01" });
 * export const lastOpenings = opens.rows.apply((rows) => rows.map(({ at }) => at));
 * ```
 */
export function getCampaignOpensOutput(
  args: InputsOf<GetCampaignOpensArgs>,
  opts?: InvokeOutputOptions,
): Output<GetCampaignOpensResult> {
  return lookUpOutput(source, args, opts);
}
