import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import { listCampaignUnsubscribes } from "../api/campaign-report";
import { type DataSource, lookUp, lookUpOutput } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";
import {
  type CampaignEngagement,
  type CampaignEngagementArgs,
  engagementInputs,
  engagementRules,
  readEngagement,
} from "./campaign-report";

/** The arguments of {@link getCampaignUnsubscribes}. */
export type GetCampaignUnsubscribesArgs = CampaignEngagementArgs;

/** The result of {@link getCampaignUnsubscribes}: those who unsubscribed through a campaign. */
export type GetCampaignUnsubscribesResult = CampaignEngagement;

const source: DataSource<GetCampaignUnsubscribesArgs, GetCampaignUnsubscribesResult> = {
  name: "getCampaignUnsubscribes",
  inputs: engagementInputs,
  rules: engagementRules,
  isSecret: true,
  look: (account, args) => readEngagement(account, listCampaignUnsubscribes, args),
};

/**
 * The contacts who unsubscribed through a campaign, with the reason where they gave one (POST /campaign/{id}/unsubs). Holds
 * contact data: prefer {@link getCampaignUnsubscribesOutput}, whose result is a secret.
 *
 * ```ts
 * import { getCampaignUnsubscribes } from "pulumi-email-marketing";
 *
 * const unsubscribes = getCampaignUnsubscribes({ campaignId: "campaign-1", maxRows: 100 });
 * export const reasons = unsubscribes.then(({ rows }) => rows.map(({ reason }) => reason));
 * ```
 */
export function getCampaignUnsubscribes(
  args: GetCampaignUnsubscribesArgs,
  opts?: InvokeOptions,
): Promise<GetCampaignUnsubscribesResult> {
  return lookUp(source, args, opts);
}

/**
 * {@link getCampaignUnsubscribes} for arguments that are outputs; waits for `dependsOn`. The result is a secret.
 *
 * ```ts
 * import { getCampaignUnsubscribesOutput } from "pulumi-email-marketing";
 *
 * export const lost = getCampaignUnsubscribesOutput({ campaignId: "campaign-1" }).total;
 * ```
 */
export function getCampaignUnsubscribesOutput(
  args: InputsOf<GetCampaignUnsubscribesArgs>,
  opts?: InvokeOutputOptions,
): Output<GetCampaignUnsubscribesResult> {
  return lookUpOutput(source, args, opts);
}
