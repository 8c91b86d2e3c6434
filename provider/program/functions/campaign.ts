import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import {
  campaignSource,
  campaignsSource,
  type GetCampaignArgs,
  type GetCampaignResult,
  type GetCampaignsArgs,
  type GetCampaignsResult,
} from "../../functions/campaign";
import { lookUp, lookUpOutput } from "../data-source";
import type { InputsOf } from "../dynamic-resource";

/**
 * The campaigns of the account with their status and report (POST /campaign/list). Reads every page. Requires the setting
 * `operations` to be `extended`.
 *
 * ```ts
 * import { getCampaigns } from "pulumi-email-marketing";
 *
 * export const paused = getCampaigns({ status: "paused" }).then(({ campaigns }) => campaigns.length);
 * ```
 */
export function getCampaigns(
  args: GetCampaignsArgs = {},
  opts?: InvokeOptions,
): Promise<GetCampaignsResult> {
  return lookUp(campaignsSource, args, opts);
}

/**
 * {@link getCampaigns} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getCampaignsOutput } from "pulumi-email-marketing";
 *
 * export const subjects = getCampaignsOutput({ search: "Spring" }).campaigns.apply((campaigns) =>
 *   campaigns.map(({ subject }) => subject),
 * );
 * ```
 */
export function getCampaignsOutput(
  args: InputsOf<GetCampaignsArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetCampaignsResult> {
  return lookUpOutput(campaignsSource, args, opts);
}

/**
 * One campaign, by its id (POST /campaign/list); an error when the list has none. Requires the setting `operations` to be
 * `extended`.
 *
 * ```ts
 * import { getCampaign } from "pulumi-email-marketing";
 *
 * export const sent = getCampaign({ id: "campaign-1" }).then(({ report }) => report.sent);
 * ```
 */
export function getCampaign(
  args: GetCampaignArgs,
  opts?: InvokeOptions,
): Promise<GetCampaignResult> {
  return lookUp(campaignSource, args, opts);
}

/**
 * {@link getCampaign} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCampaignOutput } from "pulumi-email-marketing";
 *
 * const config = new pulumi.Config();
 * export const status = getCampaignOutput({ id: config.require("campaignId") }).status;
 * ```
 */
export function getCampaignOutput(
  args: InputsOf<GetCampaignArgs>,
  opts?: InvokeOutputOptions,
): Output<GetCampaignResult> {
  return lookUpOutput(campaignSource, args, opts);
}
